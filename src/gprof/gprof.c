/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/gprof_rules.h"

#include <unistd.h>

#include "base/packed.h"
#include "gprof/listing.h"
#include "model/build/build.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"

/* One run. */
struct gprof_run {
	struct gprof_options options;
	struct listing listing;
	const struct image *image;
	struct records *records;
	bool has_histogram, has_calls; /* as in gprof */
	bool is_exact;                 /* as measured, not as gprof does */
};

static bool check_options(const struct gprof_run *run, struct error *err) {
	const struct gprof_options *o = &run->options;
	const unsigned orders = STYLE_FUNCTION_ORDER | STYLE_FILE_ORDER;

	if (run->is_exact && (o->by_line || o->no_statics || o->functions_only))
		return fail(err, "-a, -D and -l need gprof's rules: they have no meaning with "
		                 "--rules exact");
	if ((o->styles & orders) == orders)
		return fail(err, "Only one of --function-ordering and --file-ordering may be "
		                 "specified.");
	return true;
}

/* gprof knows only the symbols of .symtab, and requires some before it reads on. */
static bool check_symbols(const struct gprof_run *run, struct error *err) {
	const struct image *image = run->image;

	if (run->is_exact)
		return true;
	for (size_t i = 0; i < image->nsymbols; i++)
		if (image->symbols[i].table == TABLE_SYMTAB)
			return true;
	return fail(err, "file `%s' has no symbols", image->path);
}

static bool open_image(struct gprof_run *run, struct error *err) {
	const char *path = run->options.executable;
	const struct debug_search debug = {
		.folders = run->options.debug_folders,
		.nfolders = run->options.ndebug_folders,
	};
	struct error why;

	run->listing.object = object_open(path, &debug, run->listing.arena, &why);
	if (run->listing.object) {
		run->image = object_image(run->listing.object);
		return run->is_exact || run->image->text ||
		       fail(err, "can't find .text section in %s", path);
	}
	if (!access(path, R_OK) && !bytes_is_directory(path)) /* readable, whatever it is */
		return fail(err, "%s: not in executable format", path);
	fprintf(run->listing.messages, "%s\n", safe_in_message(why.reason, run->listing.arena));
	return false;
}

/* Symbols may come from a file, or be renamed by one. */
static bool change_symbols(struct gprof_run *run, struct error *err) {
	const struct gprof_options *o = &run->options;
	struct listing *l = &run->listing;

	if (o->symbol_file)
		run->image = symbol_file_read(run->image, o->symbol_file, l->arena, err);
	if (run->image && o->order_map) {
		l->map = order_map_read(o->order_map, l->arena, err);
		if (!l->map)
			return false;
	}
	if (run->image && l->map && !o->symbol_file)
		run->image = order_map_apply(l->map, run->image, !run->is_exact, l->arena);
	return run->image;
}

/* Listings that were not asked for: those there is data for, except what the user turned off. */
static void choose_listings(struct gprof_run *run) {
	struct gprof_options *o = &run->options;

	if (o->styles)
		return;
	if (run->has_histogram)
		o->styles |= STYLE_FLAT;
	if (run->has_calls)
		o->styles |= STYLE_GRAPH;
	if (!o->styles)
		o->styles = STYLE_EXEC_COUNTS;
	o->styles &= ~o->named_styles;
}

static bool build(struct gprof_run *run, struct error *err) {
	struct listing *l = &run->listing;
	struct arena *arena = l->arena;
	struct rules *rules = arena_alloc(arena, 1, sizeof *rules);

	l->lines = source_lines_new(run->options.symbol_file ? NULL : l->object, !run->is_exact,
	                            arena);
	*rules = run->is_exact ? rules_exact : rules_gprof;
	rules->no_statics = run->options.no_statics && !run->options.symbol_file;
	rules->functions_only = run->options.functions_only;
	rules->no_indexes = !(run->options.styles & STYLE_GRAPH) && !run->options.traditional;
	rules->no_notes = true;
	rules->marks_dropped = run->options.styles & STYLE_SUM;
	const bool finds_calls = run->options.static_calls && run->has_calls;
	if (finds_calls)
		rules->calls = static_calls_finder(l->object, run->image, run->records,
		                                   !run->is_exact, arena);
	if (finds_calls && !rules->calls.find)
		fprintf(l->messages, "%s: -c not supported on architecture %s\n",
		        run->options.program, run->image->machine.arch);
	if (run->options.by_line)
		rules->lines = source_lines_runs(l->lines);
	l->tables = spec_tables_new(&run->options, run->image, rules, l->lines, arena);
	l->profile = profile_build(run->image, run->records, rules, arena, NULL, err);
	l->has_calls = run->has_calls;
	return l->profile;
}

static void print_listings(struct listing *l) {
	const unsigned styles = l->options->styles;
	const bool is_traditional = l->options->traditional;

	if (styles & STYLE_GRAPH && is_traditional)
		graph_listing(l);
	if (styles & STYLE_FLAT)
		flat_listing(l);
	if (styles & STYLE_GRAPH && !is_traditional)
		graph_listing(l);
	if (styles & STYLE_GRAPH)
		index_listing(l);
	if (styles & STYLE_EXEC_COUNTS)
		exec_counts_listing(l);
	if (styles & STYLE_ANNOTATED)
		annotated_listing(l);
	if (styles & STYLE_FUNCTION_ORDER)
		function_order_listing(l);
	if (styles & STYLE_FILE_ORDER)
		file_order_listing(l);
}

/* A script could do nothing about it, so only a terminal gets the message; and not if the user
 * chose the rules, or functions that only gprof's rules know. */
static void hint_at_rules(const struct gprof_run *run) {
	const struct gprof_options *o = &run->options;
	const double share_worth_a_hint = 0.01;

	if (o->rules || o->by_line || o->no_statics || o->functions_only ||
	    !(o->styles & (STYLE_FLAT | STYLE_GRAPH)) || !isatty(STDERR_FILENO))
		return;
	fflush(run->listing.out);
	double share = disagreement_share(&rules_exact, run->image, run->records);
	if (share > share_worth_a_hint)
		fprintf(run->listing.messages,
		        "%s: gprof's rules credit %.1f %% of the samples to another function; "
		        "--rules exact prints what was measured\n",
		        o->program, 100 * share);
}

/* The records without the calls that specs remove. */
static struct records kept_records(const struct gprof_run *run, struct arena *arena) {
	const struct profile *profile = run->listing.profile;
	struct records kept = *run->records;

	if (!profile)
		return kept;
	kept.calls = arena_alloc(arena, kept.ncalls, sizeof *kept.calls);
	kept.ncalls = 0;
	for (size_t i = 0; i < run->records->ncalls; i++)
		if (!profile->is_dropped[i])
			kept.calls[kept.ncalls++] = run->records->calls[i];
	return kept;
}

static char format_letter(const struct gprof_options *o) {
	return o->file_format ? o->file_format[0] : 'a';
}

/* Leaves recordings of other programs out, and says so.  False: there is nothing else. */
static bool complete_recordings(const struct gprof_run *run) {
	struct records *r = run->records;
	size_t i = r->notes.n;

	run->options.complete(r, 0, run->options.executable, &run->image->machine);
	for (; i < r->notes.n; i++)
		fprintf(run->listing.messages, "%s: %s\n", run->options.program,
		        safe_in_message(r->notes.list[i].cause, r->arena));
	return r->nfiles;
}

/* Writes gmon.sum to the working directory.  In gprof, -s turns on -l for the listings that are
 * requested along with it. */
static bool write_sum(struct gprof_run *run, struct error *err) {
	const char letter = format_letter(&run->options);
	enum gmon_form form = letter == 'b' ? GMON_BSD : letter == '4' ? GMON_BSD44 : GMON_MAGIC;
	const char *followed;
	struct error why;
	bool drops_calls = false;

	for (size_t i = 0; i < run->options.nspecs; i++)
		drops_calls |= run->options.specs[i].table == SPEC_ARC ||
		               run->options.specs[i].table == SPEC_NOT_ARC;
	run->options.by_line |= !run->is_exact;
	if (!complete_recordings(run) || (drops_calls && !build(run, err)))
		return false;
	SCRATCH struct arena *scratch = arena_new();
	struct records kept = kept_records(run, scratch);
	bool ok = kept.has_stacks ? stacks_write("gmon.sum", &kept, &run->image->machine, &followed,
	                                         scratch, &why)
	                          : gmon_write("gmon.sum", form, &kept, &run->image->machine,
	                                       &followed, scratch, &why);
	if (!ok)
		fprintf(run->listing.messages, "%s\n", safe_in_message(why.reason, scratch));
	else if (followed)
		listing_say_link(&run->listing, "gmon.sum", followed);
	if (ok && kept.has_stacks && kept.ncalls)
		fprintf(run->listing.messages, "%s: gmon.sum has the stacks, but no calls\n",
		        run->options.program);
	return ok;
}

/* Errors: the reason, or "" after a message without the program's name. */
static bool run_all(void *context, struct error *err) {
	struct gprof_run *run = context;
	struct listing *l = &run->listing;

	run->records = records_new(l->arena);
	if (!check_options(run, err) || !open_image(run, err) || !change_symbols(run, err) ||
	    !check_symbols(run, err) ||
	    !profile_input_read(run->records, &run->options, &run->image->machine,
	                        &run->has_histogram, &run->has_calls, l->out, l->messages))
		return false;
	if (run->options.styles & STYLE_SUM && !write_sum(run, err))
		return false;
	l->has_begun = run->options.styles & STYLE_FILE_INFO;
	choose_listings(run);
	if (!(run->options.styles & ~(unsigned)(STYLE_SUM | STYLE_FILE_INFO)))
		return true;
	if (run->options.styles & STYLE_FLAT && !run->has_histogram)
		return fail(err, "gmon.out file is missing histogram");
	if (run->options.styles & STYLE_GRAPH && !run->has_calls)
		return fail(err, "gmon.out file is missing call-graph data");
	if (!l->profile && !build(run, err))
		return false;
	print_listings(l);
	hint_at_rules(run);
	return !l->is_incomplete;
}

int gprof_main(const struct gprof_options *options, FILE *out, FILE *messages,
               struct arena *arena) {
	struct gprof_run run = {
		.options = *options,
		.is_exact = options->rules == &rules_exact,
		.listing = { .out = safe_output(out, arena),
		             .messages = safe_output(messages, arena),
		             .arena = arena },
	};
	struct listing *l = &run.listing;
	struct arena_limit memory = file_memory_floor();
	struct error err = { "" };

	l->options = &run.options;
	l->is_terminal = l->out != out;
	bool ok = file_memory_try(&memory, options->executable, run_all, &run, &err);
	safe_output_close(l->out, out);
	if (*err.reason)
		fprintf(l->messages, "%s: %s\n", options->program,
		        safe_in_message(err.reason, arena));
	safe_output_close(l->messages, messages);
	return ok ? 0 : 1;
}

/* A file read as one machine has it. */
struct attempt {
	const struct machine *machine;
	struct records *records;
	struct file_fields fields;
	const char *failed; /* why it could not be read; or NULL */
};

static struct attempt read_as(const char *path, const struct machine *machine,
                              struct arena *arena) {
	struct attempt a = { machine, records_new(arena), { NULL, 0 }, NULL };
	struct error err;

	a.records->fields = &a.fields;
	if (!reader_load(a.records, path, machine, NULL, NULL, &err))
		a.failed = arena_text(arena, err.reason, strlen(err.reason));
	a.records->fields = NULL;
	return a;
}

static bool is_whole(const struct attempt *a) {
	return !a->failed && !a->records->files[0].is_cut && !a->records->files[0].damage.reason;
}

/* As the machine of which it has the most, the most common one first. */
static struct attempt read_as_any(const char *path, struct arena *arena) {
	static const struct machine machines[] = {
		{ .arch = "", .address_size = 8 },
		{ .arch = "", .address_size = 4 },
		{ .arch = "", .address_size = 4, .big_endian = true },
		{ .arch = "", .address_size = 8, .big_endian = true },
	};
	struct attempt best = read_as(path, machines, arena);

	for (size_t i = 1; i < sizeof machines / sizeof *machines && !is_whole(&best); i++) {
		const struct attempt next = read_as(path, &machines[i], arena);

		if (is_whole(&next) || (best.failed && !next.failed))
			best = next;
	}
	return best;
}

/* Prints what is wrong; returns whether nothing is. */
static bool print_notes(const struct attempt *a, FILE *out) {
	const struct notes *notes = &a->records->notes;
	bool is_right = is_whole(a);

	if (a->failed)
		fprintf(out, "\nwrong: %s\n", a->failed);
	for (size_t i = 0; i < notes->n; i++) {
		const struct note *note = &notes->list[i];

		is_right &= note->severity == NOTE_FACT;
		fprintf(out, "\n%s: %s\n       %s\n       %s\n",
		        note->severity == NOTE_FACT ? "note" : "wrong", note->cause, note->evidence,
		        note->cure);
	}
	if (is_right)
		fputs("\nNothing is wrong with the format.\n", out);
	return is_right;
}

/* What gprof says of it. */
static bool print_gprof(const char *path, const struct machine *machine, FILE *out,
                        struct arena *arena, struct error *err) {
	const struct gprof_options options = {
		.program = "gprof", .executable = "", .files = &path, .nfiles = 1
	};
	bool has_histogram, has_calls;
	FILE *said = tmpfile();

	if (!said)
		return fail(err, "no temporary file");
	bool reads = profile_input_read(records_new(arena), &options, machine, &has_histogram,
	                                &has_calls, said, said);
	if (reads && !ftell(said))
		fputs("gprof 2.40 reads it, too.\n", out);
	else
		fprintf(out, "gprof 2.40 %s\n    ", reads ? "reads it, but says" : "refuses it:");
	rewind(said);
	for (int c; (c = getc(said)) != EOF;)
		putc(c, out);
	fclose(said);
	return true;
}

bool format_check(const char *path, const char *executable, FILE *out, bool *is_right,
                  struct arena *arena, struct error *err) {
	const struct object *object = NULL;

	if (executable && !(object = object_open(executable, NULL, arena, err)))
		return false;
	const struct attempt a = object ? read_as(path, &object_image(object)->machine, arena)
	                                : read_as_any(path, arena);

	if (a.failed && !a.fields.n)
		return fail(err, "%s", a.failed);
	FILE *safe = safe_output(out, arena);
	fprintf(safe, "%s: ", text_safe_copy(path, arena));
	if (a.records->nfiles)
		fprintf(safe, "%s, ", a.records->files[0].format->name);
	fprintf(safe, "%u-byte addresses, %s-endian: %s\n", a.machine->address_size,
	        a.machine->big_endian ? "big" : "little",
	        object ? text_safe_copy(executable, arena) : "guessed from the file");
	fprintf(safe, "\n%10s %10s  %-12s  contents\n", "byte", "bytes", "field");
	for (size_t i = 0; i < a.fields.n; i++)
		fprintf(safe, "%10zu %10zu  %-12s  %s\n", a.fields.list[i].at,
		        a.fields.list[i].size, a.fields.list[i].name, a.fields.list[i].text);
	*is_right = print_notes(&a, safe);
	bool ok = print_gprof(path, a.machine, safe, arena, err);
	safe_output_close(safe, out);
	return ok;
}

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

/* One round: files named in files are left for the next. */
static bool expand(struct words *to, char **argv, size_t n, unsigned *nfiles, struct error *err) {
	struct error ignored;

	for (size_t i = 0; i < n; i++) {
		const bool is_file = i && argv[i][0] == '@';
		struct bytes text;

		if (is_file && bytes_is_directory(argv[i] + 1))
			return fail(err, "error: @-file refers to a directory");
		if (!is_file || !bytes_read_named(&text, argv[i] + 1, to->arena, &ignored)) {
			add(to, argv[i]);
			continue;
		}
		if (++*nfiles >= FILES_MAX)
			return fail(err, "error: too many @-files encountered");
		char *word = arena_alloc(to->arena, text.len, 1);
		for (size_t len; next_word(&text, word, &len);)
			add(to, arena_text(to->arena, word, len));
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
static void print_info(const struct input *in, const struct profile_file *f) {
	const bool has_none = f->nhistograms && f->format == &bsd_reader.format &&
	                      !in->records->histograms[f->first_histogram].nbins;

	fprintf(in->out, "File `%s' (version %d) contains:\n", f->path, f->version);
	print_count(in, has_none ? 0 : f->nhistograms, "histogram");
	print_count(in, f->ncalls, "call-graph");
	print_count(in, f->nblock_records, "basic-block count");
}

/* Whether gprof would add the histograms from number `from` on to those before. */
static bool check_conflict(const struct input *in, size_t from) {
	const char *p = in->options->program;
	SCRATCH struct arena *scratch = arena_new();
	struct conflict c = gprof_conflict(in->records, from, scratch);

	if (!c.what)
		return true;
	fprintf(in->messages, "%s: %s%s", p, c.what, c.is_open ? "" : "\n");
	if (*c.from)
		fprintf(in->messages, "%s: from '%s'\n%s: to '%s'\n", p, c.from, p, c.to);
	return false;
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
	if (in->options->rules != &rules_exact && !check_conflict(in, file->first_histogram))
		return false;
	if (file->nblock_records && !in->has_warned && !in->options->by_line &&
	    !(in->options->styles & STYLE_SUM)) {
		in->has_warned = true;
		fprintf(in->messages,
		        "%s: warning: ignoring basic-block exec counts (use -l or --line)\n",
		        in->options->program);
	}
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
		        rest.n == 1 ? "is not a profile" : "and others are not profiles");
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
