/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/profile_input.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/packed.h"
#include "base/system.h"
#include "gprof/gprof_options.h"
#include "gprof/gprof_rules.h"
#include "model/image.h"
#include "model/records.h"
#include "model/rules.h"
#include "parse/gmon/mappings.h"
#include "parse/gmon/reader.h"
#include "parse/gmon/readers.h"

/* Files may refer to each other in a circle. */
enum { FILES_MAX = 2000 };

/* A growing list of arguments. */
struct words {
	char **list;
	size_t n;
	struct arena *arena;
};

static void add(struct words *words, char *word) {
	arena_append(words->arena, words->list, words->n, word);
}

static bool is_blank(unsigned char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the next word off the text; false at its end. */
static bool next_word(struct bytes *text, char *word, size_t *length) {
	unsigned char quote = 0;
	size_t at = 0, len = 0;

	while (at < text->len && is_blank(text->data[at]))
		at++;
	if (at == text->len)
		return false;
	for (; at < text->len; at++) {
		unsigned char c = text->data[at];

		if (!quote && is_blank(c))
			break;
		if (c == quote)
			quote = 0;
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (c != '\\')
			word[len++] = (char)c;
		else if (++at < text->len)
			word[len++] = (char)text->data[at];
	}
	text->data += at;
	text->len -= at;
	*length = len;
	return true;
}

static void add_file(struct words *words, struct bytes text) {
	char *word = arena_alloc(words->arena, text.len, 1);
	size_t len;

	while (next_word(&text, word, &len))
		add(words, arena_text(words->arena, word, len));
}

/* One round: files named in files are left for the next. */
static bool expand(struct words *to, char **argv, size_t n, unsigned *nfiles, struct error *err) {
	struct error ignored;

	for (size_t i = 0; i < n; i++) {
		struct bytes text;

		if (!i || argv[i][0] != '@') {
			add(to, argv[i]);
		} else if (bytes_is_directory(argv[i] + 1)) {
			return fail(err, "error: @-file refers to a directory");
		} else if (bytes_read_named(&text, argv[i] + 1, to->arena, &ignored)) {
			if (++*nfiles >= FILES_MAX)
				return fail(err, "error: too many @-files encountered");
			add_file(to, text);
		} else {
			add(to, argv[i]);
		}
	}
	return true;
}

bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err) {
	struct words words = { *argv, (size_t)*argc, arena };
	unsigned nfiles = 0, before;

	do {
		struct words next = { NULL, 0, arena };

		before = nfiles;
		if (!expand(&next, words.list, words.n, &nfiles, err))
			return false;
		if (nfiles > before)
			words = next;
	} while (nfiles > before);
	if (words.list == *argv)
		return true;
	*argc = (int)words.n;
	add(&words, NULL);
	*argv = words.list;
	return true;
}

enum { HEADER_SIZE = 20, VERSION_AT = 4, VERSION_MAX = 1 };

/* The files being read. */
struct input {
	const struct gprof_options *options;
	const struct machine *machine;
	struct records *records;
	FILE *out, *messages;
	struct bytes_room room; /* for one file after the other */
	bool has_bsd;           /* some file is a BSD file */
	bool has_warned;
};

static bool has_magic(struct bytes bytes) {
	return bytes.len >= 4 && !memcmp(bytes.data, "gmon", 4);
}

static char format_letter(const struct gprof_options *o) {
	return o->file_format ? o->file_format[0] : 'a';
}

/* Say what is wrong with a file, with the program's name or without; return false. */
static bool refuse(const struct input *in, const char *path, const char *what) {
	fprintf(in->messages, "%s: file `%s' has %s\n", in->options->program, path, what);
	return false;
}

static bool refuse_plainly(const struct input *in, const char *path, const char *what) {
	fprintf(in->messages, "%s: %s\n", path, what);
	return false;
}

/* Later BSD files must look like the very first record. */
static bool check_likeness(const struct input *in, const char *path, const struct bsd_header *h) {
	const struct histogram *first = in->records->histograms;

	if (!in->records->nhistograms)
		return true;
	if (h->has_magic && h->rate != first->rate)
		return refuse_plainly(in, path, "profiling rate incompatible with first gmon file");
	if (h->low != first->low || h->high != first->high || h->ncnt < h->size ||
	    bsd_header_count(h) != first->nbins)
		return refuse_plainly(in, path, "incompatible with first gmon file");
	return true;
}

/* Whether gprof would read the BSD file after those in the records. */
static bool check_bsd(const struct input *in, const char *path, struct bytes bytes) {
	enum { AFTER_HEADER = 4 }; /* bytes that must follow an old header */
	const char *program = in->options->program;
	struct bsd_header h;

	if (!bsd_header_read(&h, bytes, in->machine) ||
	    (!h.has_magic && bytes.len < h.size + AFTER_HEADER))
		return refuse_plainly(in, path, "file too short to be a gmon file");
	if (!h.has_magic && format_letter(in->options) == '4')
		return refuse(in, path, "bad magic cookie");
	if (!check_likeness(in, path, &h))
		return false;
	size_t there = bsd_header_bins(&h, bytes).len / h.form.size;
	if (h.low > h.high || h.ncnt < h.size)
		fprintf(in->messages, "%s: file '%s' does not appear to be in gmon.out format\n",
		        program, path);
	else if (there == bsd_header_count(&h))
		return true;
	else /* gprof's count of the bins it has read is one short */
		fprintf(in->messages, "%s: unexpected EOF after reading %lld/%" PRIu64 " bins\n",
		        program, (long long)there - 1, bsd_header_count(&h));
	return false;
}

/* The reader that gprof's choice is equal to; NULL after a message. */
static const struct reader *choose_reader(const struct input *in, const char *path,
                                          struct bytes bytes) {
	const char letter = format_letter(in->options);
	const struct reader *reader = NULL;
	char what[64] = "bad magic cookie";

	if (bytes.len < HEADER_SIZE) {
		refuse_plainly(in, path, "file too short to be a gmon file");
		return NULL;
	}
	if (in->options->styles == STYLE_SUM && letter == 'a' && !has_magic(bytes) &&
	    reader_for(bytes, in->machine) == &stacks_reader)
		return &stacks_reader;
	if (letter == 'b' || letter == '4' || (letter != 'm' && !has_magic(bytes)))
		return check_bsd(in, path, bytes) ? &bsd_reader : NULL;
	if (has_magic(bytes)) {
		reader = reader_for(bytes, in->machine);
		uint64_t version = bytes_number((struct bytes){ bytes.data + VERSION_AT, 4 },
		                                in->machine->big_endian);
		if ((!reader || reader == &gmon_reader) && version > VERSION_MAX) {
			snprintf(what, sizeof what, "unsupported version %d", (int)version);
			reader = NULL;
		}
	}
	if (!reader)
		refuse(in, path, what);
	return reader;
}

/* gprof gives a BSD file the unit of the first and the version of the one before. */
static void join_bsd(struct records *records) {
	enum { HOST_RATE = 100 }; /* ticks per second if no file says */
	struct profile_file *file = &records->files[records->nfiles - 1];

	if (records->nfiles > 1)
		file->version = file[-1].version;
	if (!records->nhistograms)
		return;
	struct histogram *first = records->histograms;
	struct histogram *last = &records->histograms[records->nhistograms - 1];
	if (!first->rate)
		first->rate = HOST_RATE;
	if (first == last)
		return;
	memcpy(last->dimension, first->dimension, sizeof last->dimension);
	last->abbreviation = first->abbreviation;
}

/* Says how a file is damaged, in gprof's words if it has any; a person also learns where. */
static bool fail_damaged(const struct input *in, const char *path, const struct profile_file *file,
                         const char *reason) {
	const struct damage *d = &file->damage;
	FILE *out = in->messages;

	fprintf(out, "%s: ", in->options->program);
	switch (d->kind) {
	case DAMAGE_NONE:
		fprintf(out, "%s: %s\n", path, reason);
		return false;
	case DAMAGE_TAG:
		fprintf(out, "%s: found bad tag %u (file corrupted?)", path, d->tag);
		break;
	case DAMAGE_BINS:
		fprintf(out, "%s: unexpected EOF after reading %" PRIu64 " of %" PRIu64 " samples",
		        path, d->present, d->announced);
		break;
	case DAMAGE_END:
		fprintf(out, "%s: unexpected end of file", path);
		break;
	}
	fprintf(out, isatty(STDERR_FILENO) ? " (%s)\n" : "\n", reason);
	return false;
}

static void print_count(const struct input *in, size_t n, const char *what) {
	fprintf(in->out, "\t%zu %s record%s\n", n, what, n == 1 ? "" : "s");
}

/* A BSD header without bins is not a histogram, a GNU record is. */
static size_t count_histograms(const struct records *r, const struct profile_file *f) {
	return f->nhistograms && f->format == &bsd_reader.format &&
	                       !r->histograms[f->first_histogram].nbins
	               ? 0
	               : f->nhistograms;
}

static void print_info(const struct input *in, const struct profile_file *f) {
	fprintf(in->out, "File `%s' (version %d) contains:\n", f->path, f->version);
	print_count(in, count_histograms(in->records, f), "histogram");
	print_count(in, f->ncalls, "call-graph");
	print_count(in, f->nblock_records, "basic-block count");
}

/* Whether gprof would add the histograms from number `from` on to those before. */
static bool check_conflict(const struct input *in, size_t from) {
	const char *p = in->options->program;
	struct arena *scratch = arena_new();
	struct conflict c = gprof_conflict(in->records, from, scratch);

	arena_free(scratch);
	if (!c.what)
		return true;
	fprintf(in->messages, "%s: %s%s", p, c.what, c.is_open ? "" : "\n");
	if (*c.from)
		fprintf(in->messages, "%s: from '%s'\n%s: to '%s'\n", p, c.from, p, c.to);
	return false;
}

static void warn_of_blocks(struct input *in, const struct profile_file *file) {
	if (!file->nblock_records || in->has_warned || in->options->by_line ||
	    in->options->styles & STYLE_SUM)
		return;
	in->has_warned = true;
	fprintf(in->messages, "%s: warning: ignoring basic-block exec counts (use -l or --line)\n",
	        in->options->program);
}

/* Reads the bytes of a file; `shown` is its name for messages. */
static bool read_bytes(struct input *in, const char *path, const char *shown, struct bytes bytes) {
	struct records *r = in->records;
	const struct reader *reader = choose_reader(in, shown, bytes);
	struct error err;

	if (!reader)
		return false;
	bool is_bsd = reader == &bsd_reader;
	in->has_bsd |= is_bsd;
	records_add_file(r, path, &reader->format);
	bool is_read = reader->read(bytes, in->machine, r, &err);
	struct profile_file *file = &r->files[r->nfiles - 1];
	if (is_bsd)
		join_bsd(r);
	if (file->nsamples)
		mappings_complete(r, file);
	if (in->options->rules != &rules_exact && !check_conflict(in, file->first_histogram))
		return false;
	warn_of_blocks(in, file);
	if (!is_read)
		return fail_damaged(in, shown, file, err.reason);
	if (file->damage.reason && !is_bsd)
		return fail_damaged(in, shown, file, file->damage.reason);
	if (in->options->styles & STYLE_FILE_INFO)
		print_info(in, file);
	return true;
}

static bool is_profile(const void *context, struct bytes start, size_t size) {
	const struct input *in = context;

	return reader_knows(start, size, in->machine);
}

/* Ends without a reason after a message. */
static bool take_member(void *context, const char *name, struct bytes bytes, struct error *err) {
	struct input *in = context;
	struct arena *arena = in->records->arena;
	const char *path = arena_text(arena, name, strlen(name));

	err->reason[0] = '\0';
	return read_bytes(in, path, safe_in_message(path, arena), bytes);
}

static bool read_packed(struct input *in, const char *path, struct bytes bytes) {
	struct packed_means means;
	const struct packed_taker taker = {
		.is_wanted = is_profile, .take = take_member, .context = in, .means = &means
	};
	struct packed_rest rest;
	struct error err;
	const bool ok = packed_read(&rest, path, bytes, &taker, in->room.arena, NULL, &err);

	if (ok && rest.n)
		fprintf(in->messages, "%s: %s: %zu member%s not read: %s %s\n",
		        in->options->program, safe_in_message(path, in->room.arena), rest.n,
		        rest.n == 1 ? "" : "s", safe_in_message(rest.first, in->room.arena),
		        rest.n == 1 ? "is no profile" : "and others are no profiles");
	else if (!ok && *err.reason)
		fprintf(in->messages, "%s: %s\n", in->options->program,
		        safe_in_message(err.reason, in->room.arena));
	return ok;
}

static bool read_file(struct input *in, const char *path) {
	struct bytes bytes = { NULL, 0 };
	struct error err;

	if (!packed_read_plain(&bytes, path, NULL, &in->room, NULL, &err) &&
	    !bytes_is_directory(path)) {
		fprintf(in->messages, "%s\n", safe_in_message(err.reason, in->room.arena));
		return false;
	}
	if (packed_is_one(bytes))
		return read_packed(in, path, bytes);
	return read_bytes(in, path, safe_in_message(path, in->room.arena), bytes);
}

bool profile_input_read(struct records *records, const struct gprof_options *options,
                        const struct machine *machine, bool *has_histogram, bool *has_calls,
                        FILE *out, FILE *messages) {
	struct input in = { .options = options,
		            .machine = machine,
		            .records = records,
		            .out = out,
		            .messages = messages };
	bool ok = true;

	if (format_letter(options) == 'p') {
		fprintf(messages, "%s: sorry, file format `prof' is not yet supported\n",
		        options->program);
		return false;
	}
	records_merge(records);
	records->keeps_all = options->rules != &rules_exact;
	in.room.arena = arena_new();
	for (size_t i = 0; i < options->nfiles && ok; i++)
		ok = read_file(&in, options->files[i]);
	arena_free(in.room.arena);
	*has_histogram = records->nhistograms > 0 || in.has_bsd;
	*has_calls = records->ncalls > 0 || in.has_bsd;
	return ok;
}
