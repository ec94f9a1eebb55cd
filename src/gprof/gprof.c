/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/gprof.h"
#include "gprof/gprof_options.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/system.h"
#include "base/work.h"
#include "gprof/listing.h"
#include "gprof/profile_input.h"
#include "gprof/source_lines.h"
#include "gprof/spec_tables.h"
#include "gprof/static_calls.h"
#include "model/build/build.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "gprof/gprof_rules.h"
#include "parse/gmon/gmon_write.h"
#include "parse/gmon/stacks_write.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

/* One run. */
struct run {
	struct gprof_options options;
	struct listing listing;
	const struct image *image;
	struct records *records;
	bool has_histogram, has_calls; /* as in gprof */
	bool is_exact;                 /* as measured, not as gprof does */
};

static bool check_options(const struct run *run, struct error *err) {
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
static bool check_symbols(const struct run *run, struct error *err) {
	const struct image *image = run->image;

	if (run->is_exact)
		return true;
	for (size_t i = 0; i < image->nsymbols; i++)
		if (image->symbols[i].table == TABLE_SYMTAB)
			return true;
	return fail(err, "file `%s' has no symbols", image->path);
}

/* Whether there is anything readable there, whatever it is. */
static bool can_open(const char *path) {
	/* Do not wait for the writer of a FIFO. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return false;
	close(fd);
	return !bytes_is_directory(path);
}

static bool open_image(struct run *run, struct error *err) {
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
	if (can_open(path))
		return fail(err, "%s: not in executable format", path);
	fprintf(run->listing.messages, "%s\n", safe_in_message(why.reason, run->listing.arena));
	return false;
}

/* Symbols may come from a file, or be renamed by one. */
static bool change_symbols(struct run *run, struct error *err) {
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

/* Listings that were not asked for: those there is data for, except those that the user turned
 * off. */
static void choose_listings(struct run *run) {
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

static bool check_data(const struct run *run, struct error *err) {
	if (run->options.styles & STYLE_FLAT && !run->has_histogram)
		return fail(err, "gmon.out file is missing histogram");
	if (run->options.styles & STYLE_GRAPH && !run->has_calls)
		return fail(err, "gmon.out file is missing call-graph data");
	return true;
}

static struct call_finder find_static_calls(const struct run *run) {
	struct call_finder finder = static_calls_finder(
		run->listing.object, run->image, run->records, !run->is_exact, run->listing.arena);

	if (!finder.find)
		fprintf(run->listing.messages, "%s: -c not supported on architecture %s\n",
		        run->options.program, run->image->machine.arch);
	return finder;
}

static bool build(struct run *run, struct error *err) {
	struct listing *l = &run->listing;
	struct arena *arena = l->arena;
	struct rules *rules = arena_alloc(arena, 1, sizeof *rules);
	struct spec_tables *tables;

	l->lines = source_lines_new(run->options.symbol_file ? NULL : l->object, !run->is_exact,
	                            arena);
	*rules = run->is_exact ? rules_exact : rules_gprof;
	rules->no_statics = run->options.no_statics && !run->options.symbol_file;
	rules->functions_only = run->options.functions_only;
	rules->no_indexes = !(run->options.styles & STYLE_GRAPH) && !run->options.traditional;
	rules->no_notes = true;
	rules->marks_dropped = run->options.styles & STYLE_SUM;
	if (run->options.static_calls && run->has_calls)
		rules->calls = find_static_calls(run);
	if (run->options.by_line)
		rules->lines = source_lines_runs(l->lines);
	l->tables = tables = spec_tables_new(&run->options, run->image, rules, l->lines, arena);
	rules->select = spec_tables_selection(tables);
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
static void hint_at_rules(const struct run *run) {
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

static bool drops_calls(const struct gprof_options *o) {
	for (size_t i = 0; i < o->nspecs; i++)
		if (o->specs[i].table == SPEC_ARC || o->specs[i].table == SPEC_NOT_ARC)
			return true;
	return false;
}

/* The records without the calls that specs remove. */
static struct records kept_records(const struct run *run, struct arena *arena) {
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

static bool have_stacks(const struct records *r) {
	size_t i;

	for (i = 0; i < r->nfiles && !r->files[i].nsamples; i++)
		;
	return i < r->nfiles;
}

/* Writes gmon.sum to the working directory.  In gprof, -s turns on -l for the listings that are
 * requested along with it. */
static bool write_sum(struct run *run, struct error *err) {
	const char *format = run->options.file_format;
	enum gmon_form form = GMON_MAGIC;
	const char *followed;
	struct error why;

	run->options.by_line |= !run->is_exact;
	if (drops_calls(&run->options) && !build(run, err))
		return false;
	if (format && (*format == 'b' || *format == '4'))
		form = *format == 'b' ? GMON_BSD : GMON_BSD44;
	struct arena *scratch = arena_new();
	struct records kept = kept_records(run, scratch);
	bool ok = have_stacks(&kept) ? stacks_write("gmon.sum", &kept, &run->image->machine,
	                                            &followed, scratch, &why)
	                             : gmon_write("gmon.sum", form, &kept, &run->image->machine,
	                                          &followed, scratch, &why);
	if (!ok)
		fprintf(run->listing.messages, "%s\n", safe_in_message(why.reason, scratch));
	else if (followed)
		listing_say_link(&run->listing, "gmon.sum", followed);
	arena_free(scratch);
	return ok;
}

/* Errors: the reason, or "" after a message without the program's name. */
static bool run_all(void *context, struct error *err) {
	struct run *run = context;
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
	if (!check_data(run, err) || (!l->profile && !build(run, err)))
		return false;
	print_listings(l);
	hint_at_rules(run);
	return !l->is_incomplete;
}

int gprof_main(const struct gprof_options *options, FILE *out, FILE *messages,
               struct arena *arena) {
	struct run run = {
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
