/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records samples with their stacks: a library to be preloaded.
 *
 * Each thread has a timer of its CPU time, whose signal goes to that thread; the handler unwinds
 * the stack and writes it into a mapped file, so nothing is lost however the program ends.  It
 * allocates nothing, and takes no lock that the code it interrupts can hold.  All other signals
 * wait while it runs: that of gmon.out, which comes with the same tick of the kernel, would
 * otherwise find the handler instead of the program.
 *
 * Nothing is written before the first sample, so a process that only starts others leaves no file.
 * Functions that the program calls and that matter here are defined here as well (pthread_create(),
 * dlclose(), dl_iterate_phdr(); those about signals in own_signal.c), and pass calls on. */
#undef _XOPEN_SOURCE /* the next one has more */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "config.h"
#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif
#include "recorder/parts.h"
#include "recorder/recording.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

typedef uintptr_t word;

enum {
	MOST_FRAMES = 10000,
	MOST_WORDS = MOST_FRAMES + 2, /* of a stack: the thread, and STACK_IS_CUT */
	MOST_OBJECTS = 1024,
	MOST_HEADERS = 16,
	CHUNK = 256 << 10,  /* bytes; by so many the file grows */
	SPARE = CHUNK / 16, /* words that are there before they are needed */
	SMALLEST_PAGE = 4096,
	MOST_MAPS = 4 << 20, /* bytes of maps that are kept */
	HEADER = 5,          /* words */
	TRAILER = 3,
	ROUTINES = 64,
	REST = 20,        /* times as long as a stack took, the next one waits */
	PATIENCE_MS = 100 /* for handlers of other threads */
};

enum out_state { OUT_NONE, OUT_BEGINS, OUT_READY, OUT_FAILED };

/* The path of the file, "FOLDER/PROGRAM." at first, of the length of the stem; and of its maps. */
static char out_path[PATH_MAX], maps_path[sizeof out_path + sizeof MAPS_SUFFIX];
static size_t out_stem;

/* The file; all 0 before there is one. */
static struct {
	word *words;                /* mapped as far as it can grow */
	size_t most;                /* words */
	_Atomic size_t used, ready; /* words that are taken, that the file has */
	_Atomic bool is_growing, is_full;
	_Atomic int state; /* enum out_state */
	size_t nmaps;      /* bytes of maps that were written */
	pid_t process;     /* whose file it is: a child that fork() did not make shares it */
} out;

static _Atomic bool is_recording;
static _Atomic int nhandlers;     /* that run */
static _Atomic bool is_unwinding; /* by libunwind, the program itself */
static uint64_t period_us;        /* CPU time of a sample */
static _Atomic uint64_t all_ns;   /* that samples are for, or will be */

/* CPU time of threads that have ended, since their last samples: those that run the same have it in
 * theirs. */
static _Atomic uint64_t left_ns[ROUTINES];

/* What is known of a thread. */
struct thread {
	timer_t timer;
	bool has_timer, in_handler;
	unsigned routine; /* which of left_ns */
	word page;        /* that was found readable; or 0 */
	word looks_at;    /* the address whose object is wanted */
	uint64_t seen_ns; /* CPU time up to the last signal, or before */
	uint64_t owed_ns; /* of that, for the next sample */
	uint64_t rest_ns; /* CPU time before which there is none */
	word *frames;     /* of the last sample; shape: [MOST_WORDS] */
	size_t n;         /* of them */
	unsigned number;  /* in the order of creation, from 1 */
	char name[16];    /* as when it got its mark */
	word mark;        /* what its stacks begin with; 0: it has none yet */
};
static _Thread_local struct thread self __attribute__((tls_model("initial-exec")));
static pthread_key_t at_thread_end;
static _Atomic unsigned nthreads;
static word nmarks;

/* ---- Messages ---- */

static struct stat messages; /* where they went when the program began */
static struct {
	atomic_flag no_file, no_room, no_maps, no_timer;
} said = { ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT };

/* One line, once; a program may have closed the place for messages and opened something else. */
static void say(atomic_flag *is_said, const char *line) {
	struct stat now;
	ssize_t ignored;

	if (!atomic_flag_test_and_set(is_said) && !fstat(STDERR_FILENO, &now) &&
	    now.st_dev == messages.st_dev && now.st_ino == messages.st_ino)
		ignored = write(STDERR_FILENO, line, strlen(line));
	(void)ignored;
}

/* ---- Objects: what dl_iterate_phdr() says, without the loader's lock ---- */

/* A loader that waits for a lock of the thread interrupted would wait forever. */
struct objects {
	struct dl_phdr_info list[MOST_OBJECTS];
	word high[MOST_OBJECTS]; /* where they end */
	ElfW(Phdr) headers[MOST_OBJECTS][MOST_HEADERS];
	struct {
		word low, high;
	} code[MOST_OBJECTS]; /* executable parts */
	size_t n, ncode;
};
static struct objects known[2];
static _Atomic(struct objects *) objects;
static atomic_flag objects_are_read = ATOMIC_FLAG_INIT;
static _Atomic int nclosing;
static _Atomic bool are_stale;

/* Whether the page of an address can be read: the kernel looks at it before it refuses. */
static bool is_readable(word address) {
	const word page = address & ~(word)(SMALLEST_PAGE - 1);

	return page && (syscall(SYS_rt_sigprocmask, ~0, page, NULL, 8) == 0 || errno != EFAULT);
}

/* Reading what is not there fails.  No descriptor is kept for it, because the program may close it
 * and open something else under its number.  Where reading of processes is forbidden, memory must
 * stay for that long. */
static bool read_memory(word from, void *to, size_t n) {
	const struct iovec into = { to, n }, of = { (void *)from, n };

	if (process_vm_readv(getpid(), &into, 1, &of, 1, 0) == (ssize_t)n)
		return true;
	if ((errno != EPERM && errno != ENOSYS) || !is_readable(from) || !is_readable(from + n - 1))
		return false;
	memcpy(to, (const void *)from, n);
	return true;
}

/* Pages of one stack are near each other. */
static bool is_readable_stack(word address) {
	const word page = address & ~(word)(SMALLEST_PAGE - 1);

	if (page != self.page && !is_readable(page))
		return false;
	self.page = page;
	return true;
}

static word hexadecimal(const char **at) {
	word n = 0;

	for (;; (*at)++) {
		const char c = **at;

		if (c >= '0' && c <= '9')
			n = n * 16 + (word)(c - '0');
		else if (c >= 'a' && c <= 'f')
			n = n * 16 + (word)(c - 'a') + 10;
		else
			return n;
	}
}

/* An object whose first page is at low. */
static void add_object(struct objects *o, word low) {
	ElfW(Phdr) * headers;
	ElfW(Ehdr) head;

	if (o->n == MOST_OBJECTS)
		return;
	struct dl_phdr_info *info = &o->list[o->n];
	headers = o->headers[o->n];
	if (!read_memory(low, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    head.e_phnum > MOST_HEADERS || head.e_phentsize != sizeof *headers ||
	    !read_memory(low + head.e_phoff, headers, head.e_phnum * sizeof *headers))
		return;
	/* A file that cannot be: libunwind is not to open any. */
	*info = (struct dl_phdr_info){ .dlpi_name = "/dev/null/",
		                       .dlpi_phdr = headers,
		                       .dlpi_phnum = head.e_phnum,
		                       .dlpi_adds = 1 };
	o->high[o->n] = 0;
	for (size_t i = 0; i < head.e_phnum; i++) {
		if (headers[i].p_type != PT_LOAD)
			continue;
		if (!o->high[o->n])
			info->dlpi_addr = low - (headers[i].p_vaddr - headers[i].p_offset);
		o->high[o->n] = info->dlpi_addr + headers[i].p_vaddr + headers[i].p_memsz;
	}
	o->n += o->high[o->n] != 0;
}

/* A line of /proc/self/maps: "LOW-HIGH rwxp OFFSET ..." */
static void add_mapping(struct objects *o, const char *at) {
	const word low = hexadecimal(&at);

	if (*at++ != '-')
		return;
	word high = hexadecimal(&at);
	const char *rights = at + 1;
	if (*at != ' ' || strlen(rights) < 5)
		return;
	at += 6;
	if (rights[2] == 'x' && o->ncode < MOST_OBJECTS) {
		o->code[o->ncode].low = low;
		o->code[o->ncode++].high = high;
	}
	if (rights[0] == 'r' && !hexadecimal(&at))
		add_object(o, low);
}

/* Those of the process are empty when its first thread has ended.  Calls only what a handler may
 * call, as all that follows. */
static int open_maps(void) {
	const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	char first;

	if (maps < 0)
		say(&said.no_maps, "gptui: without /proc stacks and names cannot be recorded\n");
	if (maps < 0 || pread(maps, &first, 1, 0) == 1)
		return maps;
	close(maps);
	return open("/proc/thread-self/maps", O_RDONLY | O_CLOEXEC);
}

/* Whether the file of the descriptor can get so large: trying would end the program. */
static bool may_grow(int fd, size_t size) {
	struct rlimit most;
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) && !getrlimit(RLIMIT_FSIZE, &most) &&
	       (uint64_t)st.st_size + size <= most.rlim_cur;
}

/* Adds to a file; false: it cannot get so large, or there is none. */
static bool append(int fd, const char *bytes, size_t n) {
	return may_grow(fd, n) && write(fd, bytes, n) == (ssize_t)n;
}

/* Reads the maps, and adds them to those beside the recording. */
static void read_maps(struct objects *o) {
	static char line[512], block[4096]; /* a thread's stack may be small */
	size_t used = 0;
	ssize_t n;

	o->n = o->ncode = 0;
	int maps = open_maps();
	int copy = out.nmaps < MOST_MAPS
	                   ? open(maps_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
	                   : -1;
	while (maps >= 0 && (n = read(maps, block, sizeof block)) > 0) {
		if (copy >= 0 && !append(copy, block, (size_t)n)) {
			close(copy);
			copy = -1;
		}
		out.nmaps += (size_t)n;
		for (ssize_t i = 0; i < n; i++)
			if (block[i] == '\n') {
				line[used] = '\0';
				add_mapping(o, line);
				used = 0;
			} else if (used < sizeof line - 1) {
				line[used++] = block[i];
			}
	}
	close(maps);
	close(copy);
}

/* Two threads do not read at once: the second one uses what there was. */
static void objects_read(void) {
	if (atomic_flag_test_and_set(&objects_are_read))
		return;
	struct objects *next = atomic_load(&objects) == &known[0] ? &known[1] : &known[0];
	atomic_store(&are_stale, false);
	read_maps(next);
	atomic_store(&objects, next);
	atomic_flag_clear(&objects_are_read);
}

static bool is_known_code(word address) {
	const struct objects *o = atomic_load(&objects);

	for (size_t i = 0; o && i < o->ncode; i++)
		if (address >= o->code[i].low && address < o->code[i].high)
			return true;
	return false;
}

/* As that, after reading what was loaded since.  What stays unknown is not code; it is looked for
 * ever more seldom. */
static bool becomes_known_code(word address) {
	static _Atomic unsigned most, n;

	if (is_known_code(address))
		return true;
	if (atomic_fetch_add(&n, 1) < atomic_load(&most))
		return false;
	objects_read();
	atomic_store(&n, 0);
	atomic_store(&most, is_known_code(address) ? 0 : 2 * atomic_load(&most) % 1024 + 1);
	return !atomic_load(&most);
}

typedef int visit(struct dl_phdr_info *info, size_t size, void *context);

int dl_iterate_phdr(visit *each, void *context) {
	struct objects *o = atomic_load(&objects);
	int found = 0;

	if (self.in_handler) {
		for (size_t i = 0; o && !found && i < o->n; i++)
			if (self.looks_at >= o->list[i].dlpi_addr && self.looks_at < o->high[i])
				found = each(&o->list[i], sizeof o->list[i], context);
		return found;
	}
	return NEXT(dl_iterate_phdr)(each, context);
}

#ifdef HAVE_LIBUNWIND
/* A program with libunwind shares it with the handler, for which only one policy is safe. */
int unw_set_caching_policy(unw_addr_space_t space, unw_caching_policy_t policy) {
	(void)space;
	(void)policy;
	return 0;
}
#endif

int dlclose(void *handle) {
	atomic_fetch_add(&nclosing, 1);
	int result = NEXT(dlclose)(handle);
	atomic_store(&are_stale, true);
	atomic_fetch_sub(&nclosing, 1);
	return result;
}

/* ---- The file ---- */

/* Makes the file large enough for so many words; false: it cannot be.  Blocks are there before they
 * are written to: on a full disk that would end the program. */
static bool out_grow(size_t need) {
	size_t ready = atomic_load(&out.ready);

	if (need + SPARE <= ready || atomic_load(&out.is_full) ||
	    atomic_exchange(&out.is_growing, true))
		return need <= ready; /* another thread makes room, for others to come */
	ready = atomic_load(&out.ready);
	int fd = open(out_path, O_RDWR | O_CLOEXEC);
	while (need + SPARE > ready) {
		if (need + SPARE > out.most || !may_grow(fd, CHUNK) ||
		    posix_fallocate(fd, (off_t)(ready * sizeof(word)), CHUNK)) {
			atomic_store(&out.is_full, true);
			break;
		}
		ready += CHUNK / sizeof(word);
		atomic_store(&out.ready, ready);
	}
	if (fd >= 0)
		close(fd);
	atomic_store(&out.is_growing, false);
	return need <= ready;
}

/* A sample counts from when its first word is there, which is written last. */
static void out_add(const word *frames, size_t n, word count) {
	size_t at = atomic_load(&out.used);

	do
		if (!out_grow(at + 2 + n + TRAILER)) {
			say(&said.no_room,
			    "gptui: there is no room for the recording: what comes later is lost\n");
			return;
		}
	while (!atomic_compare_exchange_weak(&out.used, &at, at + 2 + n));
	out.words[at + 1] = n;
	memcpy(out.words + at + 2, frames, n * sizeof *frames);
	atomic_signal_fence(memory_order_release);
	out.words[at] = count;
}

/* Writes the digits of a number; returns their end. */
static char *put_number(char *at, unsigned long n, unsigned base) {
	char digits[24];
	size_t len = 0;

	do
		digits[len++] = "0123456789abcdef"[n % base];
	while (n /= base);
	while (len)
		*at++ = digits[--len];
	return at;
}

/* exec() keeps the number of the process, so a file of that name may be there.  Returns a
 * descriptor of it, or -1. */
static int out_create(void) {
	int fd = -1;

	for (unsigned i = 0; i < 1000 && fd < 0; i++) {
		char *end = put_number(out_path + out_stem, (unsigned long)getpid(), 10);

		if (i) {
			*end++ = '-';
			end = put_number(end, i, 10);
		}
		memcpy(end, RECORDING_SUFFIX, sizeof RECORDING_SUFFIX);
		fd = open(out_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			return -1;
	}
	stpcpy(stpcpy(maps_path, out_path), MAPS_SUFFIX);
	return fd;
}

/* Maps as much as the file may become, or less where addresses are few. */
static bool out_map(int fd) {
	struct rlimit size;
	size_t most = sizeof(void *) == 8 ? (size_t)4 << 30 : (size_t)256 << 20;
	void *words = MAP_FAILED;

	if (!getrlimit(RLIMIT_FSIZE, &size) && size.rlim_cur < most)
		most = (size_t)size.rlim_cur;
	if (!getrlimit(RLIMIT_AS, &size) && size.rlim_cur / 16 < most)
		most = (size_t)size.rlim_cur / 16;
	for (; most >= CHUNK && words == MAP_FAILED; most /= 4) {
		most = most / CHUNK * CHUNK;
		out.most = most / sizeof(word);
		words = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	}
	if (words == MAP_FAILED)
		return false;
	out.words = words;
	return true;
}

static char *put_text(char *at, const char *text) {
	while (*text) {
		*at++ = (unsigned char)*text < ' ' ? '?' : *text;
		text++;
	}
	return at;
}

/* Adds to the maps what code is that is in no file, or what the mark of a thread stands for:
 * "10-11 r-xp 00000000 00:00 0 [thread 1 name]". */
static bool out_name(word low, word high, const char *kind, const char *name) {
	const int maps = open(maps_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	char line[256], *end = put_number(line, low, 16);

	*end++ = '-';
	end = put_text(put_number(end, high, 16), " r-xp 00000000 00:00 0 [");
	end = put_text(put_text(end, kind), name);
	end = put_text(end, "]");
	*end++ = '\n';
	const bool ok = append(maps, line, (size_t)(end - line));
	close(maps);
	return ok;
}

/* The kernel's code in the process has names, too, but only there.  They are before the line about
 * all of it, which the first of them hides; of several names the ones for users come first. */
static void out_name_vdso(void) {
	const word at = getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *head = (const void *)at;
	const ElfW(Shdr) *sections = (const void *)(at + (at ? head->e_shoff : 0)), *s;
	const ElfW(Sym) * list;

	for (s = sections; at && s < sections + head->e_shnum && s->sh_type != SHT_DYNSYM;)
		s++;
	if (!at || s == sections + head->e_shnum)
		return;
	list = (const void *)(at + s->sh_offset);
	out_name(at, at + sizeof *head, "vdso", "");
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < s->sh_size / sizeof *list; i++) {
			const char *name = (const char *)(at + sections[s->sh_link].sh_offset +
			                                  list[i].st_name);

			if (list[i].st_size && (*name == '_') == (pass == 1) && strlen(name) < 100)
				out_name(at + list[i].st_value,
				         at + list[i].st_value + list[i].st_size, "vdso ", name);
		}
}

static bool out_begin(void) {
	static const word header[HEADER] = { 0, 3, 0, 0, 0 };
	const int fd = out_create();
	const bool is_mapped = fd >= 0 && out_map(fd);

	if (fd >= 0)
		close(fd);
	if (!is_mapped || !out_grow(HEADER + TRAILER))
		return false;
	memcpy(out.words, header, sizeof header);
	out.words[3] = (word)period_us;
	atomic_store(&out.used, HEADER);
	out_name_vdso();
	objects_read();
	return true;
}

/* The mark of a thread of that name.  Where the maps are being written it keeps what it had. */
static word mark_of(struct thread *t) {
	char name[sizeof t->name] = "", kind[40] = "thread ";

	prctl(PR_GET_NAME, name);
	if ((t->mark && !strcmp(name, t->name)) || atomic_flag_test_and_set(&objects_are_read))
		return t->mark;
	memcpy(t->name, name, sizeof name);
	t->mark = 0;
	put_text(put_number(kind + strlen(kind), t->number, 10), " ");
	if (nmarks < THREAD_MARKS &&
	    out_name(FIRST_THREAD + nmarks, FIRST_THREAD + nmarks + 1, kind, name))
		t->mark = FIRST_THREAD + nmarks++;
	atomic_flag_clear(&objects_are_read);
	return t->mark;
}

/* Whether there is a file, made by the first sample.  Without, the program goes on, and says so. */
static bool out_is_ready(void) {
	if (atomic_load(&out.state) == OUT_NONE &&
	    atomic_exchange(&out.state, OUT_BEGINS) == OUT_NONE) {
		const bool ok = out_begin();

		atomic_store(&out.state, ok ? OUT_READY : OUT_FAILED);
		if (!ok)
			say(&said.no_file,
			    "gptui: nothing can be recorded in the folder that GPTUI_RECORD names\n");
	}
	return atomic_load(&out.state) == OUT_READY;
}

/* ---- Stacks ---- */

static word interrupted(const ucontext_t *c) {
#if defined(__x86_64__)
	return (word)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
	return (word)c->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
	return (word)c->uc_mcontext.pc;
#elif defined(__arm__)
	return c->uc_mcontext.arm_pc;
#elif defined(__powerpc64__)
	return c->uc_mcontext.gp_regs[32];
#elif defined(__riscv)
	return c->uc_mcontext.__gregs[REG_PC];
#elif defined(__s390x__)
	return c->uc_mcontext.psw.addr;
#else
#error "where does this machine keep the program counter?"
#endif
}

static word frame_pointer(const ucontext_t *c) {
#if defined(__x86_64__)
	return (word)c->uc_mcontext.gregs[REG_RBP];
#elif defined(__i386__)
	return (word)c->uc_mcontext.gregs[REG_EBP];
#elif defined(__aarch64__)
	return (word)c->uc_mcontext.regs[29];
#else
	return 0;
#endif
}

/* By frame pointers: each points to the caller's, and before the address to return to. */
static bool follow_frames(void *context, word *frames, size_t *n, size_t most) {
	word frame = frame_pointer(context), pair[2];

	while (frame && frame % sizeof frame == 0) {
		if (*n == most || !read_memory(frame, pair, sizeof pair))
			return false;
		if (!pair[1])
			return true;
		if (!becomes_known_code(pair[1]))
			return false;
		frames[(*n)++] = pair[1];
		if (!pair[0])
			return true;
		if (pair[0] <= frame)
			return false;
		frame = pair[0];
	}
	return false;
}

/* Code whose caller is looked for next. */
static bool is_code_on_stack(word address) {
	self.looks_at = address;
	return becomes_known_code(address);
}

/* Is asked by libunwind; elsewhere the program uses it, too. */
static bool is_handler(void) {
	if (!self.in_handler)
		atomic_store(&is_unwinding, true);
	return self.in_handler;
}

static unwind_stack *follow = follow_frames;

/* Finds libunwind, whose library is beside this one; low..high: where it is. */
static void find_unwinder(word *low, word *high) {
	static const struct unwind_host host = { is_handler, is_readable_stack, is_code_on_stack };
	struct objects *own = &known[1];
	char path[PATH_MAX];
	unwind_begin *begin = NULL;
	word inside = 0;
	Dl_info info;

	*low = *high = 0;
	if (!dladdr(&out, &info))
		return;
	const char *slash = strrchr(info.dli_fname, '/');
	snprintf(path, sizeof path, "%.*s" UNWIND_LIBRARY,
	         slash ? (int)(slash + 1 - info.dli_fname) : 0, info.dli_fname);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *found = library ? dlsym(library, UNWIND_BEGIN) : NULL;
	memcpy(&begin, &found, sizeof begin);
	if (begin)
		follow = begin(&host, &inside);
	if (!inside || !dladdr((void *)inside, &info))
		return;
	*low = (word)info.dli_fbase;
	add_object(own, *low);
	*high = own->high[0];
	own->n = 0;
}

/* CPU time of the thread. */
static uint64_t used_ns(void) {
	struct timespec used = { 0, 0 };

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

/* How many samples the CPU time since the last one makes: parts of one count for the next. */
static word samples_due(struct thread *t) {
	const uint64_t before = atomic_fetch_add(&all_ns, t->owed_ns), period_ns = period_us * 1000;
	const uint64_t n = (before + t->owed_ns) / period_ns - before / period_ns;

	t->owed_ns = 0;
	return (word)n;
}

/* A signal counts for the CPU time since the last one of its thread.  The kernel looks at
 * timers at its tick only, which falls into a thread more often than its time says if the thread
 * shares its processor, and more seldom if its signals were blocked or the host was busy.
 *
 * A stack so deep that it takes long is followed by a rest, whose time counts for the next one: the
 * recorder takes a twentieth of the CPU time at most. */
static void take_sample(struct thread *t, void *context) {
	const bool is_first = atomic_load(&out.state) == OUT_NONE;
	const uint64_t now = used_ns();

	t->owed_ns += now - t->seen_ns;
	t->seen_ns = now;
	if (now < t->rest_ns)
		return;
	t->owed_ns += atomic_exchange(&left_ns[t->routine], 0);
	word count = samples_due(t);
	if (!count || !out_is_ready())
		return;
	t->frames[0] = interrupted(context);
	t->n = 1;
	t->page = 0;
	if (atomic_load(&are_stale))
		objects_read();
	bool is_whole = is_code_on_stack(t->frames[0]) && !atomic_load(&nclosing) &&
	                follow(context, t->frames, &t->n, MOST_FRAMES);
	word mark = mark_of(t);
	if (mark)
		t->frames[t->n++] = mark + 1; /* as a return address */
	if (!is_whole)
		t->frames[t->n++] = STACK_IS_CUT;
	out_add(t->frames, t->n, count);
	uint64_t after = used_ns();
	t->rest_ns = is_first ? 0 : after + REST * (after - now);
}

/* What the thread used since its last sample counts for that one. */
static void take_rest(struct thread *t) {
	word count;

	t->owed_ns += used_ns() - t->seen_ns;
	if (t->n && (count = samples_due(t)) && out_is_ready())
		out_add(t->frames, t->n, count);
}

static void sample(void *context) {
	const int saved = errno;

	atomic_fetch_add(&nhandlers, 1);
	if (atomic_load(&is_recording) && self.frames && !self.in_handler) {
		self.in_handler = true;
		take_sample(&self, context);
		self.in_handler = false;
	}
	atomic_fetch_sub(&nhandlers, 1);
	errno = saved;
}

/* ---- Threads ---- */

static void thread_end(void *unused) {
	word *frames = self.frames;

	(void)unused;
	if (self.has_timer)
		timer_delete(self.timer);
	self.has_timer = false;
	if (frames && !self.n)
		atomic_fetch_add(&left_ns[self.routine], self.owed_ns + used_ns() - self.seen_ns);
	if (atomic_load(&is_recording))
		take_rest(&self);
	self.frames = NULL;
	self.n = 0;
	atomic_signal_fence(memory_order_seq_cst);
	if (frames)
		munmap(frames, MOST_WORDS * sizeof *frames);
}

/* Room for the stacks of a thread, or NULL. */
static word *frames_new(void) {
	void *frames = mmap(NULL, MOST_WORDS * sizeof(word), PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return frames == MAP_FAILED ? NULL : frames;
}

/* Lets the calling thread be sampled; one that cannot be goes without.  Programs that keep signals
 * from their threads do not mean this one. */
static void thread_begin(word *frames, unsigned number, word routine) {
	/* So short that it has always run out when the kernel looks. */
	const struct itimerspec each = { { 0, 1000 }, { 0, 1000 } };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
		                  .sigev_signo = own_signal(),
		                  .sigev_value.sival_ptr = &out };
	sigset_t own;

	self = (struct thread){ .frames = frames,
		                .number = number,
		                .routine = (unsigned)(routine / 16 % ROUTINES) };
	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (!frames || getpid() != out.process)
		return;
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &self.timer)) {
		say(&said.no_timer, "gptui: too many timers (ulimit -i): "
		                    "not all threads are recorded\n");
		return;
	}
	self.has_timer = true;
	self.seen_ns = used_ns(); /* before exec() */
	pthread_setspecific(at_thread_end, &self);
	sigemptyset(&own);
	sigaddset(&own, own_signal());
	pthread_sigmask(SIG_UNBLOCK, &own, NULL);
	timer_settime(self.timer, 0, &each, NULL);
}

/* What a new thread is to run, one of the two; in the room for its stacks, not yet in use. */
struct start {
	void *(*run)(void *);
	thrd_start_t c11_run;
	void *argument;
	unsigned number;
};

static void begin_program(void);

/* NULL: it cannot be recorded. */
static struct start *start_new(struct start start) {
	begin_program(); /* a library may start threads first */
	struct start *new = atomic_load(&is_recording) ? (void *)frames_new() : NULL;
	mcount_share();
	start.number = atomic_fetch_add(&nthreads, 1) + 1;
	if (new)
		*new = start;
	return new;
}

static void *thread_run(void *context) {
	const struct start start = *(struct start *)context;

	thread_begin(context, start.number, start.run ? (word)start.run : (word)start.c11_run);
	return start.run ? start.run(start.argument)
	                 : (void *)(intptr_t)start.c11_run(start.argument);
}

static int thread_start(pthread_t *thread, const pthread_attr_t *attributes, struct start *start) {
	const int result = NEXT(pthread_create)(thread, attributes, thread_run, start);

	if (result)
		munmap(start, MOST_WORDS * sizeof(word));
	return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
	struct start *start = start_new((struct start){ .run = run, .argument = argument });

	return start ? thread_start(thread, attributes, start)
	             : NEXT(pthread_create)(thread, attributes, run, argument);
}

/* Threads of both kinds are the same but for what they return. */
int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
	struct start *start = start_new((struct start){ .c11_run = run, .argument = argument });

	if (!start)
		return NEXT(thrd_create)(thread, run, argument);
	const int failed = thread_start(thread, NULL, start);
	return !failed ? thrd_success : failed == ENOMEM ? thrd_nomem : thrd_error;
}

/* ---- Beginning and end ---- */

/* Sets the beginning of the path: the folder, and the name of the program. */
static bool name_out(const char *folder) {
	char program[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	const char *name = "program", *tag = getenv(RECORD_TAG);
	const size_t rest = 64;

	if (n > 0) {
		program[n] = '\0';
		name = strrchr(program, '/') ? strrchr(program, '/') + 1 : program;
	}
	out_stem = (size_t)snprintf(out_path, sizeof out_path, "%s/%.100s.%s%s", folder, name,
	                            tag ? tag : "", tag && *tag ? "." : "");
	return *folder == '/' && out_stem + rest <= sizeof out_path;
}

/* As many samples a second as the kernel has ticks, or fewer. */
static void choose_rate(void) {
	const char *rate = getenv(RECORD_RATE);
	const long hz = rate ? strtol(rate, NULL, 10) : 0;
	struct timespec tick;
	unsigned tick_us = 4000;

	if (!clock_getres(CLOCK_MONOTONIC_COARSE, &tick) && !tick.tv_sec && tick.tv_nsec >= 100000)
		tick_us = (unsigned)(tick.tv_nsec / 1000);
	period_us = hz > 0 && 1000000 / hz > tick_us ? 1000000 / (unsigned)hz : tick_us;
}

/* Stops recording, and waits for handlers of other threads: what they write must be in the file,
 * and no lock of a library may stay with a thread that is not there in a child.  False: one did not
 * end. */
static bool stop(void) {
	const struct timespec pause = { 0, 1000000 };

	atomic_store(&is_recording, false);
	for (int i = 0; i < PATIENCE_MS && atomic_load(&nhandlers); i++)
		nanosleep(&pause, NULL);
	return !atomic_load(&nhandlers);
}

static _Atomic bool was_recording, has_stopped; /* before fork() */

static void stop_before_fork(void) {
	atomic_store(&was_recording, atomic_load(&is_recording));
	atomic_store(&has_stopped, atomic_load(&was_recording) && stop());
}

static void go_on_in_parent(void) {
	atomic_store(&is_recording, atomic_load(&was_recording));
}

/* A child has no timers, but the parent's file: it gets one of its own.  Where a handler was still
 * running, or another thread of a program that uses libunwind, its lock may stay locked in the
 * child, which then is not recorded. */
static void begin_in_child(void) {
	if (!atomic_load(&has_stopped) ||
	    (atomic_load(&is_unwinding) && atomic_load(&nthreads) > 1))
		return;
	if (out.words)
		munmap(out.words, out.most * sizeof *out.words);
	memset(&out, 0, sizeof out);
	out.process = getpid();
	atomic_store(&nhandlers, 0);
	atomic_flag_clear(&objects_are_read);
	mcount_begin_in_child();
	nmarks = 0;
	atomic_store(&nthreads, 1);
	thread_begin(self.frames, 1, 0);
	atomic_store(&is_recording, true);
}

__attribute__((constructor)) static void begin_program(void) {
	static bool has_begun;
	const char *folder = getenv(RECORD_FOLDER);
	word low, high;

	if (has_begun)
		return;
	has_begun = true;
	fstat(STDERR_FILENO, &messages);
	if (!folder || !name_out(folder) || pthread_key_create(&at_thread_end, thread_end) ||
	    pthread_atfork(stop_before_fork, go_on_in_parent, begin_in_child))
		return;
	out.process = getpid();
	mcount_begin();
	choose_rate();
	find_unwinder(&low, &high);
	own_signal_begin(sample, &out, low, high);
	atomic_store(&is_recording, true);
	atomic_store(&nthreads, 1);
	thread_begin(frames_new(), 1, 0);
}

static void append_file(int to, const char *path) {
	char block[4096];
	const int from = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	while ((n = read(from, block, sizeof block)) > 0 && append(to, block, (size_t)n))
		;
	close(from);
}

static void append_number(int to, const char *name, uint64_t n) {
	char line[64], *end = put_number(stpcpy(line, name), (unsigned long)n, 10);

	*end++ = '\n';
	append(to, line, (size_t)(end - line));
}

/* What the process used, so that what samples lack can be told from what other programs took, and
 * the second figure of schedstat, for a processor that it shared. */
static void append_time(int to) {
	const int from = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
	char counted[128] = "";
	struct timespec used;

	if (!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used))
		append_number(to, CPU_TIME,
		              (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000);
	if (from >= 0 && read(from, counted, sizeof counted - 1) > 0 && strchr(counted, ' '))
		append_number(to, WAITED, strtoull(strchr(counted, ' '), NULL, 10) / 1000);
	close(from);
}

/* Cuts off what is not used, and adds the maps. */
static void out_end(size_t used) {
	static const word trailer[TRAILER] = { 0, 1, 0 };
	const int fd = open(out_path, O_RDWR | O_CLOEXEC);

	memcpy(out.words + used, trailer, sizeof trailer);
	if (fd < 0)
		return;
	if (!ftruncate(fd, (off_t)((used + TRAILER) * sizeof(word))) &&
	    lseek(fd, 0, SEEK_END) > 0) {
		objects_read(); /* libraries loaded since */
		append_file(fd, maps_path);
		append_time(fd);
		unlink(maps_path);
	}
	close(fd);
}

__attribute__((destructor)) static void end_program(void) {
	if (!atomic_load(&is_recording) || getpid() != out.process)
		return;
	take_rest(&self);
	if (stop() && atomic_load(&out.state) == OUT_READY)
		out_end(atomic_load(&out.used));
}
