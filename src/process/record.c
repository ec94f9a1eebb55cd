/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/record.h"

#include <elf.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/spawn.h"
#include "process/signals.h"
#include "recorder/recording.h"

static const char library_name[] = "libgptui_record.so";

/* ---- What can be recorded ---- */

/* What the file header of a program says. */
struct program {
	bool is_elf, is_64;
	char loader[128]; /* its dynamic linker; "": it is static */
};

/* The loader is looked for on machines like ours, which is all that can be recorded. */
static struct program read_program(const char *path) {
	struct program p = { .is_elf = false };
	FILE *file = fopen(path, "rb");
	Elf64_Ehdr head;
	Elf64_Phdr segment;

	if (!file)
		return p;
	p.is_elf = fread(&head, sizeof head, 1, file) == 1 && !memcmp(&head, ELFMAG, SELFMAG);
	p.is_64 = p.is_elf && head.e_ident[EI_CLASS] == ELFCLASS64;
	for (size_t i = 0; p.is_64 && sizeof(void *) == 8 && i < head.e_phnum; i++)
		if (!fseek(file, (long)(head.e_phoff + i * sizeof segment), SEEK_SET) &&
		    fread(&segment, sizeof segment, 1, file) == 1 && segment.p_type == PT_INTERP &&
		    !fseek(file, (long)segment.p_offset, SEEK_SET))
			p.loader[fread(p.loader, 1, sizeof p.loader - 1, file)] = '\0';
	fclose(file);
	return p;
}

const char *record_program(const char *name, struct arena *arena) {
	const char *path = getenv("PATH"), *folder;
	int len;

	if (strchr(name, '/') || !path)
		return name;
	while ((folder = path_folder_next(&path, &len))) {
		const char *here = arena_format(arena, "%.*s/%s", len, folder, name);
		if (!access(here, X_OK))
			return here;
	}
	return arena_format(arena, "./%s", name);
}

bool record_check(const char *program, bool *is_static, struct error *err) {
	const struct program theirs = read_program(program), ours = read_program("/proc/self/exe");
	struct stat st;

	*is_static = false;
	if (!built_in.recorder)
		return fail(err,
		            "%.200s: this gptui was built without a recorder; compile the program "
		            "with -pg and open its gmon.out",
		            program);
	if (stat(program, &st) || access(program, X_OK))
		return fail(err, "%.200s: %s", program, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return fail(err, "%.200s: not a program", program);
	if (st.st_mode & (S_ISUID | S_ISGID))
		return fail(err,
		            "%.200s: set-uid programs cannot be recorded; record a copy "
		            "without that bit",
		            program);
	if (!theirs.is_elf)
		return true; /* a script */
	if (theirs.is_64 != ours.is_64)
		return fail(err,
		            "%.200s: a %d-bit program, but this recorder is for %d bits; compile "
		            "it with -pg and open its gmon.out",
		            program, theirs.is_64 ? 64 : 32, ours.is_64 ? 64 : 32);
	*is_static = ours.is_64 && !*theirs.loader;
	if (*theirs.loader && strcmp(path_last(theirs.loader), path_last(ours.loader)) != 0)
		return fail(err, "%.200s: loaded by %.100s, but this recorder is for %.100s",
		            program, path_last(theirs.loader), path_last(ours.loader));
	return true;
}

/* ---- Ranks ---- */

/* The first of the variables that is set, or NULL. */
static const char *first_set(const char *const *names) {
	const char *value = NULL;

	for (; *names && !value; names++)
		value = getenv(*names);
	return value;
}

static const char *number_set(const char *const *names) {
	const char *value = first_set(names);

	return value && *value && !value[strspn(value, "0123456789")] ? value : NULL;
}

const char *record_rank(void) {
	return number_set((const char *[]){ "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
	                                    "SLURM_PROCID", NULL });
}

/* How many ranks the job has; NULL: not known. */
static const char *find_ranks(void) {
	return number_set((const char *[]){ "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
	                                    "SLURM_STEP_NUM_TASKS", NULL });
}

/* "host.3", without what parts names of files; "" of no rank. */
static const char *find_tag(struct arena *arena) {
	const char *rank = record_rank();
	char host[256] = "host";

	if (!rank)
		return "";
	gethostname(host, sizeof host - 1);
	host[strcspn(host, ".")] = '\0';
	for (char *c = host; *c; c++)
		if (strchr("/-_ ", *c))
			*c = 'x';
	return arena_format(arena, "%s.%s", host, rank);
}

/* A name for what all ranks of a job have in common, and hardly another job; NULL: this is no rank
 * of several, or nothing is known.  MPICH's ranks of a host have one parent. */
static const char *find_job(struct arena *arena) {
	const char *ranks = find_ranks(), *slurm = getenv("SLURM_JOB_ID");
	const char *step = getenv("SLURM_STEP_ID");
	const char *job = first_set((const char *[]){ "PMIX_NAMESPACE", "PMI_JOBID",
	                                              "I_MPI_HYDRA_UUID", "PALS_APID",
	                                              "FLUX_JOB_ID", NULL });

	if (!record_rank() || (ranks ? !strcmp(ranks, "1") : !job) || (job && strchr(job, '/')))
		return NULL;
	if (!job && slurm && step)
		job = arena_format(arena, "%s.%s", slurm, step);
	if (!job)
		job = arena_format(arena, "of-process-%ld", (long)getppid());
	return arena_format(arena, "job-%s", job);
}

/* ---- Where ---- */

/* The library is beside gptui, where that was built, or where it was installed. */
static const char *find_library(struct arena *arena, struct error *err) {
	char self[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *folders[] = { "", "../lib/gptui/", LIBDIR "/" }, *path = NULL;

	self[n > 0 ? n : 0] = '\0';
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		path = arena_format(arena, "%s%s%s",
		                    *folders[i] == '/' ? "" : path_folder(self, arena), folders[i],
		                    library_name);
		if (!access(path, R_OK))
			return path;
	}
	return fail_null(err, "%s: %s; is gptui completely installed?", path, strerror(errno));
}

/* Makes a folder for a job, unless it is there: named when all is in it that tells others so. */
static bool offer_folder(const char *path, const char *job, struct arena *arena) {
	const char *draft = arena_format(arena, "%s.%s.%ld", path, find_tag(arena), (long)getpid());
	const char *mark = arena_format(arena, "%s/%s", draft, job);

	if (!access(path, F_OK))
		return true;
	if (mkdir(draft, 0777))
		return false;
	if (mkdir(mark, 0777) || rename(draft, path)) {
		rmdir(mark);
		rmdir(draft);
	}
	return true;
}

/* A folder that is not there yet, or that of the other ranks: beside the program if that was named
 * with its folder, else here. */
static const char *new_folder(const char *name, struct arena *arena, struct error *err) {
	enum { MOST = 10000 };
	const char *base = arena_format(arena, "%s.record", name), *job = find_job(arena);

	if (access(arena_format(arena, "%s.", path_folder(name, arena)), W_OK))
		base = path_last(base);
	for (int i = 1; i < MOST; i++) {
		const char *path = i > 1 ? arena_format(arena, "%s-%d", base, i) : base;

		/* That of the job is joined once: what has this rank already is of a job before
		 * that was called the same. */
		const char *own = job ? arena_format(arena, "%s/%s/%s", path, job, record_rank())
		                      : path;
		if ((!job || offer_folder(path, job, arena)) && !mkdir(own, 0777))
			return path;
		if (errno != EEXIST && errno != ENOENT)
			break;
	}
	return fail_null(err, "%s: %s; name another folder: --keep DIR", base, strerror(errno));
}

const char *record_folder(const char *folder, const char *name, struct arena *arena,
                          struct error *err) {
	if (!folder)
		return new_folder(name, arena, err);
	if (!mkdir(folder, 0777) || (errno == EEXIST && !access(folder, W_OK)))
		return folder;
	return fail_null(err, "%s: %s", folder, strerror(errno));
}

/* ---- Running ---- */

/* A variable of the environment that is another one while the program is started. */
struct variable {
	const char *name, *value;
	const char *before; /* or NULL */
};

static double seconds(struct timeval time) {
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void write_word(FILE *file, char before, const char *word) {
	fputc(before, file);
	for (; *word; word++)
		fputc((unsigned char)*word < ' ' ? '?' : *word, file);
}

bool record_keep(const struct recorded *run, const struct record_order *order, struct arena *arena,
                 struct error *err) {
	const char *path = arena_format(arena, "%s/%s", order->folder, RECORD_RUNS);
	const time_t now = time(NULL);
	char host[256] = "", date[32] = "", program[PATH_MAX];
	FILE *file = fopen(path, "a");

	if (!file)
		return fail(err, "%s: %s", path, strerror(errno));
	gethostname(host, sizeof host - 1);
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	if (!fseek(file, 0, SEEK_END) && !ftell(file))
		fputs("status\tuser s\tsystem s\twall s\tmemory KiB\tdate\thost\tprogram\t"
		      "command\trank\tranks\n",
		      file);
	fprintf(file, "%d\t%.6f\t%.6f\t%.3f\t%ld\t%s\t%s", run->status, run->user_s, run->system_s,
	        run->wall_s, run->memory_kib, date, host);
	write_word(file, '\t', realpath(order->program, program) ? program : order->program);
	for (size_t i = 0; order->argv[i]; i++)
		write_word(file, i ? ' ' : '\t', order->argv[i]);
	if (record_rank())
		fprintf(file, "\t%s\t%s", record_rank(), find_ranks() ? find_ranks() : "");
	fputc('\n', file);
	return !fclose(file) || fail(err, "%s: %s", path, strerror(errno));
}

/* Those that are not ignored, as in a script's background: blocked ones wait even if ignored. */
static sigset_t interrupts(void) {
	const int numbers[] = { SIGINT, SIGQUIT };
	struct sigaction now;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!sigaction(numbers[i], NULL, &now) && now.sa_handler != SIG_IGN)
			sigaddset(&set, numbers[i]);
	return set;
}

void record_hold_interrupts(sigset_t *before) {
	const sigset_t set = interrupts();

	sigprocmask(SIG_BLOCK, &set, before);
}

bool record_take_interrupts(void) {
	const struct timespec at_once = { 0 };
	const sigset_t set = interrupts();
	bool came = false;

	while (sigtimedwait(&set, NULL, &at_once) > 0)
		came = true;
	return came;
}

static bool run_once(struct recorded *out, const struct record_order *order, struct error *err) {
	const long long start_ms = clock_ms();
	struct rusage used = { .ru_maxrss = 0 }, ours;
	int status = 0;

	bool ok = child_run(&status, order->argv, SPAWN_OURS, SPAWN_OURS, 0, &used, err);
	out->is_interrupted = record_take_interrupts();
	out->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	out->user_s = seconds(used.ru_utime);
	out->system_s = seconds(used.ru_stime);
	out->wall_s = (double)(clock_ms() - start_ms) / 1000;
	/* A child has at least our own size by it, from before it was another program. */
	getrusage(RUSAGE_SELF, &ours);
	out->memory_kib = used.ru_maxrss > ours.ru_maxrss ? used.ru_maxrss : 0;
	return ok;
}

bool record_run(struct recorded *out, const struct record_order *order, struct arena *arena,
                struct error *err) {
	const char *library = find_library(arena, err), *others = getenv("LD_PRELOAD");
	const char *tag = order->tag ? order->tag : find_tag(arena);
	struct variable variables[] = { { .name = "LD_PRELOAD" },
		                        { .name = RECORD_FOLDER },
		                        { .name = RECORD_TAG, .value = tag },
		                        { .name = "GMON_OUT_PREFIX" } };
	const size_t n = sizeof variables / sizeof *variables;
	char whole[PATH_MAX];

	*out = (struct recorded){ .status = 0 };
	if (!library)
		return false;
	if (!realpath(order->folder, whole))
		return fail(err, "%s: %s", order->folder, strerror(errno));
	variables[0].value = others && *others ? arena_format(arena, "%s:%s", library, others)
	                                       : library;
	variables[1].value = whole;
	variables[3].value = arena_format(arena, "%s/gmon%s%s", whole,
	                                  *variables[2].value ? "." : "", variables[2].value);
	for (struct variable *v = variables; v < variables + n; v++) {
		const char *before = getenv(v->name);

		v->before = before ? arena_text(arena, before, strlen(before)) : NULL;
		setenv(v->name, v->value, 1);
	}
	bool ok = run_once(out, order, err);
	for (const struct variable *v = variables; v < variables + n; v++)
		if (v->before)
			setenv(v->name, v->before, 1);
		else
			unsetenv(v->name);
	return ok;
}
