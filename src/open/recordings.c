/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load.h"

#include "base/spawn.h"
#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/compare/changes.h"
#include "model/compare/matching.h"
#include "model/model.h"
#include "parse/code/disassembly.h"
#include "parse/gmon/readers.h"
#include "recorder/recording.h"

static bool is_same_file(const char *a, const char *b) {
	struct stat x, y;

	return !strcmp(path_last(a), path_last(b)) ||
	       (!stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

/* The program that was recorded, whose code has the lowest addresses; "": not known. */
static const char *program_of(const struct profile_file *file) {
	for (size_t i = 0; i < file->nmappings; i++)
		if (file->mappings[i].path[0] == '/')
			return file->mappings[i].path;
	return "";
}

/* The number of the thread that a mapping stands for; 0: none. */
static unsigned thread_of(const struct mapping *m) {
	unsigned number;

	return m->low < FIRST_THREAD + THREAD_MARKS &&
	                       sscanf(m->path, THREAD_NAME "%u", &number) == 1
	               ? number
	               : 0;
}

/* Whether the recorded program is the executable. */
static bool is_of(const struct profile_file *file, const char *executable) {
	for (size_t i = 0; i < file->nmappings; i++)
		if (is_same_file(file->mappings[i].path, executable))
			return true;
	return !file->nmappings;
}

/* The number of a file by its path, which is read if it is not there; NO_ITEM: none with calls. */
static size_t calls_file(struct records *r, const char *path, const struct machine *machine) {
	SCRATCH struct arena *scratch = arena_new();
	const struct reader *reader = NULL;
	struct bytes bytes;
	struct error ignored;
	size_t k = 0;

	while (k < r->nfiles && strcmp(r->files[k].path, path) != 0)
		k++;
	if (k == r->nfiles && beside_read(&bytes, r, path, scratch))
		reader = reader_for(bytes, machine);
	if (reader) {
		records_add_file(r, path, &reader->format);
		reader->read(bytes, machine, r, &ignored);
	}
	return k < r->nfiles && r->files[k].format->by_glibc ? k : NO_ITEM;
}

/* Gives a recording the calls of the gmon.out of the same process, whose samples have no stacks: of
 * "prog.4711.prof" that is "gmon.4711", of "prog.tag.4711.prof" maybe "gmon.tag.4711".  Returns the
 * number that the recording has then. */
static size_t take_calls(struct records *r, size_t i, const struct machine *machine) {
	const char *path = r->files[i].path, *dot = path_last(path);
	const size_t len = strlen(path), suffix = sizeof RECORDING_SUFFIX - 1;
	size_t k = NO_ITEM;

	if (len < suffix || strcmp(path + len - suffix, RECORDING_SUFFIX) != 0)
		return i;
	while (k == NO_ITEM && (dot = strchr(dot + 1, '.')) && dot < path + len - suffix)
		k = calls_file(r,
		               arena_format(r->arena, "%.*sgmon%.*s", (int)(path_last(path) - path),
		                            path, (int)(path + len - suffix - dot), dot),
		               machine);
	if (k == NO_ITEM)
		return i;
	r->files[i].first_call = r->files[k].first_call;
	r->files[i].ncalls = r->files[k].ncalls;
	r->files[k].ncalls = 0; /* they stay */
	records_remove_file(r, k);
	return i - (k < i);
}

/* Leaves a recording of another program out. */
static void leave_out(struct records *r, size_t number, const char *executable) {
	const struct profile_file *file = &r->files[number];

	r->elsewhere_s += file_sampled_s(file);
	notes_add(&r->notes, NOTE_FACT,
	          arena_format(r->arena, "%s: a recording of %s, not of %s", file->path,
	                       *program_of(file) ? program_of(file) : "an unknown program",
	                       executable),
	          "its samples are not in the figures",
	          arena_format(r->arena, "gptui %s %s shows them", program_of(file), file->path));
	records_remove_file(r, number);
}

void recordings_complete(struct records *r, size_t first, const char *executable,
                         const struct machine *machine) {
	size_t i = first;

	while (i < r->nfiles) {
		if (r->files[i].nsamples) {
			mappings_complete(r, &r->files[i]);
			i = take_calls(r, i, machine);
		}
		if (r->files[i].nsamples && !is_of(&r->files[i], executable))
			leave_out(r, i, executable);
		else
			r->has_stacks |= r->files[i++].nsamples > 0;
	}
}

/* The next line of a text; NULL: there is none.  It is cut off from the rest. */
static char *take_line(char **text) {
	char *line = *text;

	if (!line || !*line)
		return NULL;
	*text = strchr(line, '\n');
	if (*text)
		*(*text)++ = '\0';
	return line;
}

/* Lines about the runs of a folder, whose path ends with a slash; or NULL. */
static char *runs_of_folder(const struct records *r, const char *folder, struct arena *arena) {
	struct bytes text;

	return beside_read(&text, r, arena_format(arena, "%s%s", folder, RECORD_RUNS), arena)
	               ? arena_text(arena, (const char *)text.data, text.len)
	               : NULL;
}

/* What the system says of a run. */
struct run_line {
	int n; /* how many of these are there */
	int status;
	double user, system, wall, kib;
	unsigned rank;
	size_t ranks;
};

/* The next line about a run; false: there is none. */
static bool take_run(char **text, struct run_line *run) {
	struct run_line next = { .n = 0 };
	const char *line;

	while (next.n < 3 && (line = take_line(text)))
		next.n = sscanf(
			line, "%d\t%lf\t%lf\t%lf\t%lf\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%u\t%zu",
			&next.status, &next.user, &next.system, &next.wall, &next.kib, &next.rank,
			&next.ranks);
	if (next.n >= 3)
		*run = next;
	return next.n >= 3;
}

/* Reads about the runs of all folders: how they ended, the first ones that failed by name and, if
 * the first folder has all files, what its runs used.  Returns the last of these, with the
 * elapsed time and the memory of all.  Ranks that were ended together with what had started them
 * left no line. */
static struct run_line read_runs(struct records *r, bool has_all) {
	enum { NAMED = 4, WITH_RANK = 6 };
	struct text_list folders = { .index = { .arena = r->arena } };
	struct run_endings *e = &r->endings;
	const char *name = "", *list = "", *folder = NULL;
	struct run_line run, last = { .n = 0 };

	for (size_t i = 0; i < r->nfiles; i++) {
		const char *path = r->files[i].path;
		const size_t before = folders.index.n;
		unsigned number = 0;

		if (folder && !strncmp(path, folder, strlen(folder)) &&
		    !strchr(path + strlen(folder), '/'))
			continue;
		folder = path_folder(path, r->arena);
		if (text_list_number(&folders, folder) < before)
			continue;
		const char *from = arena_format(r->arena, "%s" RECORD_RUNS ": ", folder);
		for (char *text = runs_of_folder(r, folder, r->arena); take_run(&text, &run);) {
			e->n++;
			number++;
			if (has_all && !i) {
				r->nranks = run.ranks > r->nranks ? run.ranks : r->nranks;
				r->used_s += run.user + run.system;
				r->system_s += run.system;
				r->nruns++;
				run.wall += last.wall;
				run.kib = fmax(run.kib, last.kib);
				last = run;
			}
			if (!run.status)
				continue;
			e->status = e->nfailed && run.status != e->status ? -1 : run.status;
			if (++e->nfailed > NAMED)
				continue;
			name = run.n < WITH_RANK ? arena_format(r->arena, "run %u", number)
			                         : arena_format(r->arena, "rank %u", run.rank);
			list = arena_format(r->arena, "%s%s%s%s %s", list, *list ? "; " : "", from,
			                    name,
			                    e->nfailed > 1 && e->status >= 0
			                            ? "too"
			                            : command_ending(run.status, r->arena));
			from = "";
		}
	}
	if (e->nfailed > 1)
		name = arena_format(r->arena, "%zu of %zu runs", e->nfailed, e->n);
	else if (e->n == 1 && !strcmp(name, "run 1"))
		name = "the run";
	if (e->nfailed)
		notes_add(&r->notes, NOTE_WARNING,
		          arena_format(r->arena, "%s ended %s", name,
		                       command_ending(e->status, r->arena)),
		          e->nfailed > NAMED ? arena_format(r->arena, "%s; ...", list) : list,
		          "if it stopped early, the rest of its work is missing; if the program "
		          "always ends like this, all is there");
	return last;
}

/* Finds how runs ended and, if all files are in one folder, what its runs used. */
static void look_at_runs(struct records *r) {
	const char *folder = path_folder(r->files[0].path, r->arena);
	double sampled = 0;
	bool has_all = true;

	for (size_t i = 0; i < r->nfiles && has_all; i++) {
		has_all = !strncmp(r->files[i].path, folder, strlen(folder));
		sampled += file_sampled_s(&r->files[i]);
	}
	const struct run_line run = read_runs(r, has_all);
	if (!has_all)
		return;
	if (r->nfiles == 1 && r->nranks > 1)
		notes_add(&r->notes, NOTE_WARNING,
		          arena_format(r->arena, "1 file of a job of %zu ranks", r->nranks),
		          "the launcher said so", "open the folders of all ranks together");
	if (sampled > 1.01 * r->used_s + 0.1) {
		r->used_s = r->system_s = 0;
		r->nruns = 0;
	} else if (r->nruns) {
		const double waited = run.wall > r->used_s ? 1 - r->used_s / run.wall : 0;

		r->elapsed = arena_format(
			r->arena,
			"%s%.2f s elapsed, %.2f s user and %.2f s system CPU time%s; waiting%s "
			"is not sampled",
			r->nruns > 1 ? "all runs together: " : "", run.wall,
			r->used_s - r->system_s, r->system_s,
			run.kib > 0 ? arena_format(r->arena, ", %.1f MB", run.kib / 1024) : "",
			waited < 0.005
				? ""
				: arena_format(r->arena, " (at least %.0f %% of elapsed time)",
		                               100 * waited));
	}
}

/* How many runs records are of: those of the folder, or else one of each file. */
static size_t recorded_runs(const struct records *r) {
	return r->nruns ? r->nruns : r->nfiles;
}

/* A file that was mapped; or what else code was in. */
struct part {
	const char *path; /* "": memory without a file */
	bool is_used;
	bool is_region; /* it cannot be opened */
	bool is_thread;
	uint32_t same;   /* the part that it is */
	uint32_t number; /* of the object in the program, or of the region */
};

enum { EXECUTABLE, MEMORY }; /* the first parts */

struct placing {
	struct records *records;
	const struct object *object; /* of the executable, then of all */
	struct part *parts;          /* shape: [nparts] */
	size_t nparts;
	struct index index;  /* of the parts */
	bool joins_threads;  /* of one name, because there are so many */
	uint32_t **parts_of; /* files, then their mappings */
	uint64_t *places;    /* where samples fell; shape: [nplaces] */
	size_t nplaces;
	struct work work; /* for mappings */
	struct arena *arena, *scratch;
};

static bool has_path(const void *parts, uint32_t number, const void *wanted) {
	return !strcmp(((const struct part *)parts)[number].path, wanted);
}

/* Different paths of one file are one part. */
static uint32_t part_of(struct placing *p, const char *path) {
	char real[PATH_MAX];
	uint32_t number;

	if (!index_append(&p->index, hash_text(0, path), has_path, p->parts, path, &number))
		return p->parts[number].same;
	arena_append(p->scratch, p->parts, p->nparts,
	             (struct part){ .path = path, .same = number });
	uint32_t same = number;
	if (is_same_file(path, p->parts[EXECUTABLE].path))
		same = EXECUTABLE;
	else if (*path == '/' && realpath(path, real) && strcmp(real, path) != 0)
		same = part_of(p, arena_text(p->arena, real, strlen(real)));
	return p->parts[number].same = same;
}

/* The part that a mapping is of. */
static uint32_t part_of_mapping(struct placing *p, const struct mapping *m) {
	const bool is_thread = thread_of(m) != 0;
	const char *path = m->path;

	if (is_thread && p->joins_threads)
		path = arena_format(p->scratch, "[threads %s",
		                    path + strcspn(path + strlen(THREAD_NAME), " ") +
		                            strlen(THREAD_NAME) + 1);
	uint32_t number = part_of(p, path);
	p->parts[number].is_thread = is_thread;
	return number;
}

/* A file of one thread says nothing by it. */
static void leave_out_threads(struct profile_file *f) {
	uint64_t high = 0;

	for (; f->nmappings && thread_of(f->mappings); f->nmappings--)
		high = (f->mappings++)->high;
	for (size_t i = 0; i < f->nsamples; i++) {
		struct sample *s = &f->samples[i];

		if (s->n > 1 && s->stack[s->n - 1] < high)
			s->n--;
	}
}

/* Threads are the outermost parts of stacks, if there are several. */
static void look_at_threads(struct placing *p) {
	enum { MANY = 100 };
	struct records *r = p->records;
	bool are_several = false;

	for (size_t i = 0; i < r->nfiles; i++)
		for (size_t k = 0; k < r->files[i].nmappings && thread_of(&r->files[i].mappings[k]);
		     k++) {
			are_several |= thread_of(&r->files[i].mappings[k]) !=
			               thread_of(r->files[i].mappings);
			p->joins_threads |= k >= MANY;
		}
	for (size_t i = 0; i < r->nfiles && !are_several; i++)
		leave_out_threads(&r->files[i]);
}

/* Marks the parts that have an address of some stack. */
static void find_used(struct placing *p) {
	const struct records *r = p->records;

	p->parts_of = arena_alloc(p->scratch, r->nfiles, sizeof *p->parts_of);
	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *f = &r->files[i];

		p->parts_of[i] = arena_space(p->scratch, f->nmappings, sizeof **p->parts_of);
		for (size_t k = 0; k < f->nmappings; k++)
			p->parts_of[i][k] = part_of_mapping(p, &f->mappings[k]);
		for (size_t k = 0; k < f->nsamples; k++)
			for (size_t a = 0; a < f->samples[k].n; a++) {
				const struct mapping *m = mapping_at(f, f->samples[k].stack[a]);
				const uint32_t part = m ? p->parts_of[i][m - f->mappings] : MEMORY;

				p->parts[part].is_used = true;
			}
	}
}

/* Makes a part that cannot be opened a region. */
static void add_region(struct regions *regions, struct part *part, struct arena *arena) {
	const char *path = part->path;
	const size_t len = strlen(path);

	part->is_region = true;
	part->number = (uint32_t)regions->n;
	regions->names[regions->n++] = *path == '[' && path[len - 1] == ']'
	                                       ? arena_text(arena, path + 1, len - 2) /* vdso */
	                               : *path ? path_last(path)
	                                       : "memory without a file";
}

/* Errors: "PATH: reason". */
static const struct object *open_library(const struct placing *p, const char *path,
                                         const struct debug_search *search, struct error *err) {
	const struct object *out = object_open(path, search, p->arena, err);
	struct debug_files *files = out ? object_debug_files(out) : NULL;

	/* Names are read when it is opened. */
	if (files && !debug_files_separate(files)) {
		debug_files_fetch(files);
		if (debug_files_separate(files))
			out = object_open(path, search, p->arena, err);
	}
	if (out && !machine_is_same(&object_image(out)->machine, &object_image(p->object)->machine))
		return fail_null(err, "%s: for another machine than the program", path);
	return out;
}

/* Opens them, and makes one program of them. */
static bool join(struct placing *p, const struct debug_search *search, struct error *err) {
	const struct object **list = arena_space(p->scratch, p->nparts, sizeof *list);
	struct regions regions = { .names = arena_space(p->arena, p->nparts,
		                                        sizeof *regions.names) };
	struct notes *notes = &p->records->notes;
	uint32_t n = 1;
	struct error why;

	list[0] = p->object;
	for (size_t i = MEMORY; i < p->nparts; i++) {
		struct part *part = &p->parts[i];
		const bool is_file = part->path[0] == '/';

		if (!part->is_used || part->is_thread)
			continue;
		list[n] = is_file ? open_library(p, part->path, search, &why) : NULL;
		if (list[n]) {
			part->number = n++;
			continue;
		}
		add_region(&regions, part, p->arena);
		if (is_file)
			notes_add(notes, NOTE_WARNING,
			          "a library cannot be read, so its functions have no names",
			          arena_text(notes->arena, why.reason, strlen(why.reason)),
			          "open the recording where the program ran");
	}
	for (size_t i = MEMORY; i < p->nparts; i++)
		if (p->parts[i].is_used && p->parts[i].is_thread) {
			add_region(&regions, &p->parts[i], p->arena);
			regions.nthreads++;
		}
	if (n > 1 || regions.n)
		p->object = object_join(list, n, &regions, p->arena, err);
	return p->object;
}

/* Where a region is in the program. */
static uint64_t region_at(const struct placing *p, uint32_t number) {
	return object_image(p->object)->regions + ((uint64_t)number << 32);
}

/* How addresses of a mapping become those of the program. */
struct move {
	uint64_t slide;
	uint64_t fixed; /* all of them; or 0 */
	bool is_ours;   /* they are the recorder's */
};

static struct move move_of(struct placing *p, const struct mapping *m, const struct part *part) {
	struct move move = { .is_ours = !strcmp(path_last(m->path), "libgptui_record.so") };

	if (!part->is_used)
		return move;
	if (part->is_region) {
		move.fixed = region_at(p, part->number);
		return move;
	}
	const struct image *image = object_image(object_part(p->object, part->number));
	for (size_t i = 0; work_pay(&p->work, 1) && i < image->nsections; i++) {
		const struct section *s = &image->sections[i];

		if (s->is_code && s->offset < m->offset + (m->high - m->low) &&
		    m->offset < s->offset + (s->high - s->low)) {
			move.slide = s->low - s->offset + m->offset - m->low +
			             object_image(p->object)->objects[part->number].bias;
			break;
		}
	}
	return move;
}

/* Moves the addresses of a stack; those of the recorder, which starts threads, are left out. */
static void move_stack(struct placing *p, const struct profile_file *f, struct sample *s,
                       const struct move *moves) {
	uint32_t n = 0;

	for (uint32_t a = 0; a < s->n; a++) {
		const struct mapping *m = mapping_at(f, s->stack[a]);
		const struct move *move = m ? &moves[m - f->mappings] : NULL;

		if (move && move->is_ours && a)
			continue;
		s->stack[n++] = !move         ? region_at(p, p->parts[MEMORY].number)
		                : move->fixed ? move->fixed
		                              : s->stack[a] + move->slide;
	}
	s->n = n;
}

/* Where all samples fell: all files have the same bins, so that they can be compared. */
static void find_places(struct placing *p) {
	const struct records *r = p->records;
	size_t n = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		n += r->files[i].nsamples;
	struct keyed *all = arena_space(p->scratch, n, sizeof *all);
	for (size_t i = n = 0; i < r->nfiles; i++)
		for (size_t k = 0; k < r->files[i].nsamples; k++)
			all[n++].key = r->files[i].samples[k].stack[0];
	sort_keys(all, n, p->scratch);
	p->places = arena_space(p->arena, n, sizeof *p->places);
	for (size_t i = 0; i < n; i++)
		if (!i || all[i].key != all[i - 1].key)
			p->places[p->nplaces++] = all[i].key;
}

/* Whether the code before an address calls the system: what follows is sampled when the kernel
 * returns to it. */
static bool is_system_call(const struct placing *p, uint64_t address) {
	static const struct {
		const char *arch;
		size_t len;
		unsigned char code[4];
	} calls[] = { { "i386:x86-64", 2, { 0x0f, 0x05 } },
		      { "i386", 2, { 0xcd, 0x80 } },
		      { "aarch64", 4, { 0x01, 0x00, 0x00, 0xd4 } } };
	const struct image *image = object_image(p->object);
	const char *arch = image->machine.arch;
	const struct section *section = image->sections;
	unsigned char code[4];
	size_t i;

	for (i = 0; arch && i < sizeof calls / sizeof *calls && strcmp(arch, calls[i].arch);)
		i++;
	if (!arch || i == sizeof calls / sizeof *calls)
		return false;
	address -= calls[i].len;
	while (section < image->sections + image->nsections &&
	       !(section->is_code && section->low <= address && address < section->high))
		section++;
	return section < image->sections + image->nsections &&
	       object_code(p->object, section, address, code, calls[i].len) &&
	       !memcmp(code, calls[i].code, calls[i].len);
}

/* Adds a histogram of what a file has there. */
static void add_histogram(struct placing *p, struct profile_file *f) {
	struct records *r = p->records;
	struct keyed *order = arena_space(p->scratch, f->nsamples, sizeof *order);
	struct histogram new = { .low = p->places[0],
		                 .high = p->places[p->nplaces - 1] + 1,
		                 .nbins = (uint32_t)p->nplaces,
		                 .places = p->places,
		                 .rate = (1000000 + f->period_us / 2) / f->period_us,
		                 .dimension = "seconds",
		                 .abbreviation = 's' };
	bool in_kernel = false;
	double noise = 0;

	for (size_t i = 0; i < f->nsamples; i++)
		order[i] = (struct keyed){ f->samples[i].stack[0], (uint32_t)i };
	sort_keys(order, f->nsamples, p->scratch);
	new.bins.list = arena_space(r->arena, f->nsamples, sizeof *new.bins.list);
	for (size_t i = 0; i < f->nsamples; i++) {
		if (!i || order[i].key != order[i - 1].key) {
			in_kernel = is_system_call(p, order[i].key);
			noise = 0;
			new.bins.list[new.bins.n++] = (struct bin){
				.index = (uint32_t)lower_bound(p->places, p->nplaces,
				                               sizeof *p->places, 0, order[i].key)
			};
		}
		f->samples[order[i].index].in_kernel = in_kernel;
		struct bin *bin = &new.bins.list[new.bins.n - 1];
		bin->count += f->samples[order[i].index].count;
		if (bin->count < f->samples[order[i].index].count)
			bin->count = UINT64_MAX;
		noise += sample_noise(f, order[i].index);
		bin->noise = (float)(noise / (double)bin->count);
	}
	f->first_histogram = r->nhistograms;
	f->nhistograms = 1;
	arena_append(r->arena, r->histograms, r->nhistograms, new);
}

static bool place(struct placing *p, const struct debug_search *search, struct error *err) {
	struct records *r = p->records;
	const char *executable = object_image(p->object)->path;

	arena_append(p->scratch, p->parts, p->nparts,
	             (struct part){ .path = executable, .is_used = true });
	index_add(&p->index, hash_text(0, executable), EXECUTABLE);
	part_of(p, "");
	look_at_threads(p);
	find_used(p);
	if (!join(p, search, err))
		return false;
	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *f = &r->files[i];
		struct move *moves = arena_space(p->scratch, f->nmappings, sizeof *moves);

		work_allow(&p->work, f->nmappings * sizeof *f->mappings);
		for (size_t k = 0; k < f->nmappings; k++)
			moves[k] = move_of(p, &f->mappings[k], &p->parts[p->parts_of[i][k]]);
		for (size_t k = 0; f->nmappings && k < f->nsamples; k++)
			move_stack(p, f, &f->samples[k], moves);
	}
	p->object = called_names_add(r, p->object, p->arena);
	find_places(p);
	r->nhistograms = 0;
	for (size_t i = 0; i < r->nfiles; i++)
		if (r->files[i].nsamples)
			add_histogram(p, &r->files[i]);
	return true;
}

/* The program that the last run of a folder was of, or NULL. */
static const char *program_of_runs(const struct records *r, const char *folder,
                                   struct arena *arena) {
	enum { PROGRAM = 7 }; /* words before it */
	char *text = runs_of_folder(r, folder, arena), *line, *last = NULL;

	while ((line = take_line(&text)))
		last = line;
	for (int i = 0; last && i < PROGRAM; i++)
		if ((last = strchr(last, '\t')))
			last++;
	return last && *last == '/' ? arena_text(arena, last, strcspn(last, "\t")) : NULL;
}

static const struct machine this_machine = { .address_size = sizeof(void *) };

const char *recorded_program(const char *const *files, size_t n, struct arena *arena) {
	struct records *r = records_new(arena);
	const char *path = NULL;
	size_t most = 0, read = 0;
	struct error ignored;

	for (size_t i = 0; i < n; i++) {
		const size_t len = strlen(files[i]), suffix = sizeof RECORDING_SUFFIX - 1;

		if ((n > 1 &&
		     (len < suffix || strcmp(files[i] + len - suffix, RECORDING_SUFFIX) != 0)) ||
		    !reader_load(r, files[i], &this_machine, NULL, NULL, &ignored))
			continue;
		for (; read < r->nfiles; read++) { /* an archive has several */
			struct profile_file *f = &r->files[read];

			if (f->nsamples)
				mappings_complete(r, f);
			if (*program_of(f) && f->nsamples > most) {
				most = f->nsamples;
				path = program_of(f);
			}
		}
	}
	if (path || !n)
		return path;
	return program_of_runs(r, path_folder(r->nfiles ? r->files[0].path : files[0], arena),
	                       arena);
}

/* The folder in an archive that has a part of such a name; else the archive. */
static const char *folder_in(const struct records *r, const char *archive, struct arena *arena) {
	static const char *const names[] = { "/base/", "/calls/" };
	const char *folder = archive;

	for (size_t i = 0; i < 2 * r->nfiles; i++) {
		const char *name = names[i % 2], *part = path_folder(r->files[i / 2].path, arena);
		const size_t len = strlen(part), end = len - strlen(name);

		if (len >= strlen(folder) + strlen(name) && !strcmp(part + end, name))
			folder = arena_text(arena, part, end);
	}
	return folder;
}

/* A folder of recordings, or one in the archive that was read; NULL: there is none of this name. */
static const char *part_named(struct records *r, const char *folder, const char *name,
                              struct arena *arena) {
	const char *path = arena_format(arena, "%s/%s", folder, name);
	const char *within = *name ? arena_format(arena, "%s/", path) : path;

	if (bytes_is_directory(folder))
		return bytes_is_directory(path) ? path : NULL;
	for (size_t i = 0; i < r->nfiles; i++)
		if (!strcmp(path_folder(r->files[i].path, arena), within) &&
		    (r->files[i].nsamples || program_of_runs(r, within, arena)))
			return path;
	return NULL;
}

struct recorded_parts recorded_parts_find(const char *path, struct arena *arena) {
	struct recorded_parts out = { .own = path };
	struct records *r = records_new(arena);
	const bool is_folder = bytes_is_directory(path);
	struct bytes text;
	struct error ignored;

	if (!is_folder && (file_kind_of(path) != FILE_PACKED ||
	                   !reader_load(r, path, &this_machine, NULL, NULL, &ignored)))
		return out;
	const char *folder = is_folder ? path : folder_in(r, path, arena);
	const char *own = part_named(r, folder, "", arena);
	out.new = part_named(r, folder, "new", arena);
	out.base = out.new ? part_named(r, folder, "base", arena) : NULL;
	out.calls = own ? part_named(r, folder, "calls", arena) : NULL;
	out.own = out.calls && !is_folder ? own : path;
	if (out.base &&
	    beside_read(&text, r, arena_format(arena, "%s/" RECORD_LEVEL, folder), arena))
		out.level = strtod(arena_text(arena, (const char *)text.data, text.len), NULL);
	if (!(out.level > 0 && out.level < CHANGE_LEVEL))
		out.level = 0;
	return out;
}

bool recordings_place(const struct object **object, struct records *r,
                      const struct debug_search *search, struct arena *arena, struct error *err) {
	SCRATCH struct arena *own = arena_new();
	struct placing p = { .records = r, .object = *object, .arena = arena, .scratch = own };

	p.index.arena = own;
	const bool ok = !r->has_stacks || place(&p, search, err);
	if (ok && r->nfiles)
		look_at_runs(r);
	*object = p.object;
	return ok;
}

enum {
	LONGEST = 4096,    /* bytes of a function that are looked at */
	LARGEST = 4 << 20, /* of all code that work is allowed for */
	EACH = 200         /* steps of work that an instruction is */
};

struct reading {
	const struct object *object;
	const struct image *image;
	struct disassembler *code; /* or NULL */
	struct section_index sections;
	struct work work; /* not that of debug information, which is to be read later */
	struct arena *scratch;
};

static bool is_defined(const struct symbol *s) {
	return symbol_is_code(s) && !s->is_undefined &&
	       (s->kind == SYMBOL_FUNC || s->kind == SYMBOL_IFUNC);
}

/* The next instruction of a function, whose first one is at its begin. */
static bool read_next(struct reading *r, const struct symbol *s, uint64_t *at,
                      struct instruction *i) {
	const uint64_t size = s->size && s->size < LONGEST ? s->size : LONGEST;

	if (*at - s->low >= size || !work_pay(&r->work, EACH) ||
	    !disassembler_read(r->code, *at, i))
		return false;
	*at += i->size;
	return true;
}

/* ---- Implementations of indirect functions ---- */

/* Where functions of an object begin, by its table for unwinding; shape: [*n].
 * Source: Linux Standard Base Core Specification 5.0, 10.6.2. */
static const uint64_t *read_begins(const struct reading *r, size_t number, size_t *n) {
	static const unsigned char usual[] = { 1, 0x1b, 0x03, 0x3b }; /* as all linkers write it */
	const struct object *part = object_part(r->object, number);
	const struct image *image = object_image(part);
	const struct section *s = image->sections, *end = s + image->nsections;
	const bool big = r->image->machine.big_endian;
	struct bytes table, first;
	uint64_t begin, ignored;

	*n = 0;
	while (s < end && strcmp(s->name, ".eh_frame_hdr") != 0)
		s++;
	if (s == end || !object_section(part, s->name, &table, r->scratch) ||
	    !bytes_take(&table, sizeof usual, &first) ||
	    memcmp(first.data, usual, sizeof usual) != 0 || !bytes_take(&table, 8, &first))
		return NULL;
	uint64_t *list = arena_space(r->scratch, table.len / 8, sizeof *list);
	while (bytes_take_number(&table, 4, big, &begin) &&
	       bytes_take_number(&table, 4, big, &ignored))
		list[(*n)++] = r->image->objects[number].bias + s->low +
		               (uint64_t)(int64_t)(int32_t)begin;
	return list;
}

/* Adds symbols for them. */
static void add_implementations(struct reading *r, struct arena *arena) {
	const struct image *image = r->image;
	struct symbol *list = NULL;
	const uint64_t *begins = NULL;
	size_t n = 0, nbegins = 0, number = SIZE_MAX;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];
		struct instruction at;
		uint64_t next = s->low;

		if (s->kind != SYMBOL_IFUNC || !is_defined(s))
			continue;
		if (number != image_object_at(image, s->low)) {
			number = image_object_at(image, s->low);
			begins = read_begins(r, number, &nbegins);
		}
		while (read_next(r, s, &next, &at)) { /* it names what it chooses from */
			const size_t k = lower_bound(begins, nbegins, sizeof *begins, 0, at.named);
			struct symbol new = *s;

			if (!at.len || at.is_call || at.is_jump || k + 1 >= nbegins ||
			    begins[k] != at.named || at.named == s->low)
				continue;
			new.section = section_index_at(&r->sections, at.named);
			if (!new.section)
				continue;
			new.name = arena_text(arena, s->name, strcspn(s->name, "@"));
			new.low = at.named;
			new.size = begins[k + 1] - at.named;
			new.kind = SYMBOL_FUNC;
			new.passes_gprof = false;
			arena_append(r->scratch, list, n, new);
		}
	}
	if (!n)
		return;
	sort_texts(list, n, sizeof *list, offsetof(struct symbol, name), r->scratch);
	r->object = object_with_symbols(r->object, list, n, arena);
	r->image = object_image(r->object);
}

/* ---- Functions that were left by a jump ---- */

enum { MOST_JUMPS = 8 };

/* A call that a stack shows, and the jumps that it went by. */
struct step {
	uint64_t begin; /* of the function that was called */
	uint64_t jumps[MOST_JUMPS];
	uint32_t n;
};

struct tail_calls {
	struct reading reading;
	struct keyed *begins; /* of symbols, by address; shape: [nbegins] */
	struct keyed *names;  /* of those that other objects see, by hash; shape: [nnames] */
	size_t nbegins, nnames;
	struct pairs calls; /* where each is made, and what it calls */
	struct step *steps; /* shape: [nsteps] */
	size_t nsteps;
};

static uint64_t hash_name(const char *name) {
	return hash_bytes(0, name, strcspn(name, "@"));
}

static void list_symbols(struct tail_calls *t) {
	const struct image *image = t->reading.image;
	struct arena *scratch = t->reading.scratch;

	t->begins = arena_space(scratch, image->nsymbols, sizeof *t->begins);
	t->names = arena_space(scratch, image->nsymbols, sizeof *t->names);
	for (uint32_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (is_defined(s))
			t->begins[t->nbegins++] = (struct keyed){ s->low, i };
		if (is_defined(s) && s->table != TABLE_SYNTHETIC && s->binding != SYMBOL_LOCAL)
			t->names[t->nnames++] = (struct keyed){ hash_name(s->name), i };
	}
	sort_keys(t->begins, t->nbegins, scratch);
	sort_keys(t->names, t->nnames, scratch);
}

/* Where the call that an address is in goes; 0: not known. */
static uint64_t find_call(struct tail_calls *t, uint64_t address) {
	static const unsigned sizes[] = { 5, 4 }; /* of x86, of most others */
	struct instruction i;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
		if (work_pay(&t->reading.work, EACH) &&
		    disassembler_read(t->reading.code, address + 1 - sizes[k], &i) &&
		    i.size == sizes[k] && i.is_call && i.has_target)
			return i.target;
	return 0;
}

/* The function that begins at an address, or that an entry of the PLT there is for: of several the
 * one that begins where it is wanted.  NULL: not known. */
static const struct symbol *function_at(const struct tail_calls *t, uint64_t address,
                                        uint64_t wanted) {
	const struct symbol *symbols = t->reading.image->symbols, *only = NULL;
	const size_t i = lower_bound(t->begins, t->nbegins, sizeof *t->begins, 0, address);
	const struct symbol *s = i < t->nbegins ? &symbols[t->begins[i].index] : NULL;

	if (!s || s->low != address || s->table != TABLE_SYNTHETIC)
		return s && s->low == address ? s : NULL;
	const uint64_t key = hash_name(s->name);
	const size_t first = lower_bound(t->names, t->nnames, sizeof *t->names, 0, key);
	for (size_t k = first; k < t->nnames && t->names[k].key == key; k++) {
		only = k == first ? &symbols[t->names[k].index] : NULL;
		if (symbols[t->names[k].index].low == wanted)
			return &symbols[t->names[k].index];
	}
	return only;
}

static bool leads_to(const struct tail_calls *t, uint64_t address, uint64_t begin) {
	const struct symbol *s = function_at(t, address, begin);

	return address == begin || (s && s->low == begin);
}

/* Looks for the function among the symbols with a key, and for a jump to it in theirs; false: it is
 * one of them, so no jump led there. */
static bool look(struct tail_calls *t, const struct keyed *list, size_t n, uint64_t key,
                 struct step *step) {
	const struct symbol *symbols = t->reading.image->symbols;
	size_t i = lower_bound(list, n, sizeof *list, 0, key);

	for (; i < n && list[i].key == key; i++) {
		const struct symbol *s = &symbols[list[i].index];
		struct instruction at;
		uint64_t next = s->low;

		if (s->low == step->begin)
			return false;
		if (s->table == TABLE_SYNTHETIC && list == t->begins &&
		    !look(t, t->names, t->nnames, hash_name(s->name), step))
			return false; /* an entry of the PLT */
		while (!step->n && read_next(&t->reading, s, &next, &at))
			if (at.is_jump && leads_to(t, at.target, step->begin))
				step->jumps[step->n++] = at.address;
	}
	return true;
}

/* Where a function of x86 goes on if it is left by jumps to one address only, of which *jump is
 * one; 0: it has none, or others, or it is not known where they lead. */
static uint64_t find_only_way(struct tail_calls *t, uint64_t begin, uint64_t *jump) {
	const struct symbol *s = function_at(t, begin, 0);
	struct instruction at;
	uint64_t next = s ? s->low : 0, way = 0;

	while (s && read_next(&t->reading, s, &next, &at)) {
		const bool is_known = at.is_jump && at.has_target;

		if (is_known ? at.target - s->low < s->size : !strstr(at.text, "jmp"))
			continue;
		if (!is_known || (way && way != at.target))
			return 0;
		way = at.target;
		*jump = at.address;
	}
	return s && s->size && next - s->low >= s->size ? way : 0;
}

/* Finds several jumps, one after the other, where there is no other way. */
static void find_jumps(struct tail_calls *t, uint64_t at, struct step *step) {
	const char *arch = t->reading.image->machine.arch;
	const uint32_t most = arch && !strncmp(arch, "i386", 4) ? MOST_JUMPS : 0;

	for (uint32_t n = 0; at && n < most && !step->n; n++) {
		at = find_only_way(t, at, &step->jumps[n]);
		step->n = at && leads_to(t, at, step->begin) ? n + 1 : 0;
	}
}

/* The jumps by which a call went to an address; they stay until others are asked for. */
static const struct step *find_step(struct tail_calls *t, uint64_t from, uint64_t to) {
	const size_t i = upper_bound(t->begins, t->nbegins, sizeof *t->begins, 0, to);
	struct step new = { .begin = i ? t->begins[i - 1].key : 0 };
	uint32_t number;

	if (pairs_add(&t->calls, from, new.begin, &number)) {
		const uint64_t target = i ? find_call(t, from) : 0;

		if (target && !look(t, t->begins, t->nbegins, target, &new))
			new.n = 0;
		else if (target && !new.n)
			find_jumps(t, target, &new);
		arena_append(t->reading.scratch, t->steps, t->nsteps, new);
	}
	return &t->steps[number];
}

static void complete(struct tail_calls *t, struct sample *s, struct arena *arena) {
	uint32_t more = 0, n = 0;

	for (uint32_t i = 1; i < s->n; i++)
		more += find_step(t, s->stack[i], s->stack[i - 1])->n;
	if (!more)
		return;
	uint64_t *stack = arena_space(arena, s->n + more, sizeof *stack);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct step *step = i ? find_step(t, s->stack[i], s->stack[i - 1]) : NULL;

		for (uint32_t k = step ? step->n : 0; k-- > 0;)
			stack[n++] = step->jumps[k];
		stack[n++] = s->stack[i];
	}
	s->stack = stack;
	s->n = n;
}

const struct object *called_names_add(struct records *records, const struct object *object,
                                      struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct tail_calls t = {
		.reading = { .object = object,
		             .image = object_image(object),
		             .work.progress = object_debug_files(object)->work->progress,
		             .scratch = scratch },
		.calls.index.arena = scratch,
	};
	struct error ignored;

	work_allow(&t.reading.work, LARGEST);
	t.reading.code = disassembler_new(object, scratch, &ignored);
	t.reading.sections = section_index_new(t.reading.image, true, scratch);
	if (t.reading.code) {
		add_implementations(&t.reading, arena);
		list_symbols(&t);
		for (size_t i = 0; i < records->nfiles; i++)
			for (size_t k = 0; k < records->files[i].nsamples; k++)
				complete(&t, &records->files[i].samples[k], records->arena);
	}
	return t.reading.object;
}

/* Both builds. */
struct builds {
	const struct dataset *times, *calls;
	const struct matching *matching;
	double nruns; /* of the calls */
	struct arena *arena;
};

/* Calls to functions that only the other build has. */
struct lost {
	uint32_t func; /* number */
	double calls;
};

/* The function of the times' build, or NULL. */
static const struct func *counterpart(const struct builds *b, const struct func *of) {
	const uint32_t number = b->matching->counterpart[profile_number(b->calls->profile, of)];

	return number == NO_FUNC ? NULL : &b->times->profile->funcs[number];
}

/* The calls of a run, in the order of arcs.  Calls by functions that this build does not have are
 * by nobody that is known. */
static struct call *calls_of_run(const struct builds *b, struct arena *arena, size_t *n,
                                 double *kept) {
	const struct profile *p = b->calls->profile;
	struct call *list = arena_space(arena, p->narcs, sizeof *list);

	*n = 0;
	*kept = 0;
	for (size_t i = 0; i < p->narcs; i++) {
		const struct arc *arc = &p->arcs[i];
		const struct func *caller = counterpart(b, arc->caller);
		const struct func *callee = counterpart(b, arc->callee);

		if (!arc->calls || !callee)
			continue;
		*kept += (double)arc->calls;
		list[(*n)++] = (struct call){ caller ? caller->low : 0, callee->low,
			                      (uint64_t)((double)arc->calls / b->nruns + 0.5) };
	}
	return list;
}

/* "; without a row here: a 120, b 3": the most called. */
static const char *lost_text(const struct builds *b, struct arena *arena) {
	enum { NAMED = 4 };
	const struct profile *p = b->calls->profile;
	struct lost *list = arena_space(b->arena, p->nfuncs, sizeof *list);
	const char *text = "";
	size_t n = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double calls = (double)f->calls + (double)f->self_calls;

		if (calls > 0 && !f->is_profiler && !counterpart(b, f))
			list[n++] = (struct lost){ (uint32_t)i, calls };
	}
	sort_falling(list, n, sizeof *list, offsetof(struct lost, calls), b->arena);
	for (size_t i = 0; i < n && i < NAMED; i++)
		text = arena_format(arena, "%s%s%s %s", text, i ? ", " : "; not in this build: ",
		                    names_get(b->calls->names, &p->funcs[list[i].func], NAME_SHORT),
		                    number_text(arena, number_rounded(list[i].calls)));
	return n > NAMED ? arena_format(arena, "%s and %zu more", text, n - NAMED) : text;
}

static void note_kept(struct records *r, const struct builds *b, double kept) {
	const double little = 0.95;
	const struct profile *p = b->calls->profile;
	struct arena *arena = r->notes.arena;
	double all = 0;

	for (size_t i = 0; i < p->narcs; i++)
		all += (double)p->arcs[i].calls;
	if (!(all > 0)) {
		notes_add(&r->notes, NOTE_FAULT, "the build for calls counted none", p->image->path,
		          "compile and link it with -pg, and let it exit normally");
		return;
	}
	notes_add(&r->notes, kept < little * all ? NOTE_WARNING : NOTE_FACT,
	          arena_format(arena, "calls are those of another build, %s", p->image->path),
	          arena_format(arena, "%.4g %% of %s in %s are to functions of this build%s",
	                       100 * kept / all, number_counted(arena, number_rounded(all), "call"),
	                       number_counted(arena, number_rounded(b->nruns), "run"),
	                       lost_text(b, arena)),
	          "functions that are inlined only in this build have no calls here; callers "
	          "that are inlined here are \"outside\"; build both with the same options "
	          "except -pg");
}

/* Each file of a run gets the calls; where a run has several, the first ones. */
static void give(struct records *r, const struct call *calls, size_t n) {
	const size_t nruns = recorded_runs(r), given = nruns < r->nfiles ? nruns : r->nfiles;

	r->calls = arena_space(r->arena, given * n, sizeof *calls);
	r->ncalls = 0;
	for (size_t i = 0; i < r->nfiles; i++) {
		struct profile_file *f = &r->files[i];

		f->first_call = r->ncalls;
		f->ncalls = i < given ? n : 0;
		for (size_t k = 0; k < f->ncalls; k++)
			r->calls[r->ncalls++] = calls[k];
	}
	for (size_t i = 0; i < r->noff; i++)
		r->off[i].ncalls = 0;
}

bool other_calls_add(struct records *r, const struct image *image, const struct dataset *calls,
                     struct progress *progress, struct error *err) {
	SCRATCH struct arena *own = arena_new();
	struct rules rules = rules_exact;
	struct dataset times = { .profile = NULL };
	struct builds b = { .times = &times, .calls = calls, .arena = own };
	double kept;
	size_t n;

	rules.no_costs = rules.no_indexes = rules.no_notes = true;
	times.profile = profile_build(image, r, &rules, own, progress, err);
	if (times.profile) {
		times.names = names_new(times.profile, own);
		b.matching = matching_find(&(struct match_sides){ .base = calls, .new = &times },
		                           own, progress, err);
	}
	if (b.matching) {
		b.nruns = (double)recorded_runs(calls->profile->records);
		struct call *list = calls_of_run(&b, own, &n, &kept);
		give(r, list, n);
		notes_add_of(&r->notes, "calls", NOTE_FAULT, calls->profile->notes,
		             calls->profile->nnotes);
		note_kept(r, &b, kept);
	}
	return b.matching;
}
