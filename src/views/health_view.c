/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was read, and what is odd about it: every note with its evidence and cure, then facts about
 * the files. */

#include "views/figures.h"

struct health_row {
	const char *kind;
	const char *text;                    /* for people */
	const char *cause, *evidence, *cure; /* for programs */
};

enum { LINE = 66 }; /* cells: fits 80 columns together with its kind */

/* Adds a text of it, or NULL, in as many lines as it takes to be read without scrolling. */
static void add_wrapped(struct table *t, struct health_row line, const char *text, unsigned depth) {
	for (; text && (line.text = text_take_line(&text, LINE, t->arena)); line.kind = "")
		table_add(t, (struct row){ .item = arena_copy(t->arena, &line, 1, sizeof line),
		                           .depth = depth,
		                           .id = fold_key(fold_key(0, line.kind), line.text) });
}

/* What belongs together, for programs in one row; the evidence and the cure may be NULL. */
static void add(struct table *t, const char *kind, const char *cause, const char *evidence,
                const char *cure) {
	struct health_row row = { kind, NULL, cause, evidence, cure };

	if (t->query->is_whole) {
		table_add(t, (struct row){ .item = arena_copy(t->arena, &row, 1, sizeof row) });
		return;
	}
	add_wrapped(t, row, cause, 0);
	row.kind = "";
	add_wrapped(t, row, evidence, 1);
	add_wrapped(t, row, cure, 1);
}

static void add_notes(struct table *t) {
	static const char *const names[] = { "gprof", "note", "warning", "fault" };
	const struct note *n;

	for (int severity = NOTE_FAULT; severity >= NOTE_GPROF; severity--)
		for (size_t i = 0; (n = dataset_note(t->data, i)); i++)
			if ((int)n->severity == severity)
				add(t, names[severity], n->cause, n->evidence, n->cure);
	if (!dataset_note(t->data, 0))
		add(t, "note", "nothing unusual was found", NULL, NULL);
}

/* What processes used that ended by themselves, and have no samples of: parts of a tick, and what
 * the recorder did not get. */
static double lost_s(const struct records *r) {
	double lost = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		lost += fmax(0, r->files[i].cpu_s - file_sampled_s(&r->files[i]));
	return lost;
}

/* A part of the CPU time. */
static void add_use(struct table *t, const char *where, double seconds, double all) {
	const char *figures = arena_format(t->arena, "%.2f s, %.1f %%", seconds,
	                                   100 * seconds / all);

	if (t->query->is_whole)
		add(t, "CPU time", where, figures, NULL);
	else
		add_wrapped(t, (struct health_row){ .kind = "" },
		            say(t, "%8.2f s %5.1f %%  %s", seconds, 100 * seconds / all, where), 1);
}

/* Where the CPU time of recorded runs went: as the system counted it, sampled or not. */
static void add_cpu(struct table *t) {
	static const char *const names[] = { [CPU_PROGRAM] = "in the program",
		                             [CPU_LIBRARIES] = "in libraries",
		                             [CPU_KERNEL] = "in the kernel: system calls",
		                             [CPU_UNNAMED] = "in code without symbols",
		                             [CPU_COUNTING] = "counting calls (-pg)" };
	const struct profile *p = t->data->profile;
	const struct records *r = p->records;
	const double lost = lost_s(r), much = 0.2;
	double rest = r->used_s - r->elsewhere_s - lost;

	if (!p->paths || !(r->used_s > 0) || !(p->rate > 0) || r->noff)
		return;
	add(t, "CPU time",
	    arena_format(t->arena,
	                 "%.2f s, as the system counts: %.2f s in programs, %.2f s in the kernel",
	                 r->used_s, r->used_s - r->system_s, r->system_s),
	    r->elapsed, NULL);
	for (int use = 0; use < CPU_USES; use++) {
		const double used = p->cpu_ticks[use] / p->rate;

		rest -= used;
		if (used > 0)
			add_use(t, names[use], used, r->used_s);
	}
	if (r->elsewhere_s > 0)
		add_use(t, "in other programs that are not shown", r->elsewhere_s, r->used_s);
	add_use(t,
	        lost > much * r->used_s ? "not sampled: threads of clone() itself, or Go"
	                                : "lost between samples",
	        lost, r->used_s);
	add_use(t,
	        rest < 0 ? "more in samples than the system counts"
	                 : "before recording began or in other programs",
	        rest, r->used_s);
}

/* How much of the CPU time is in the profile, and what is known of the rest. */
static const char *cpu_answer(const struct table *t) {
	const struct profile *p = t->data->profile;
	const struct records *r = p->records;
	const double here = p->rate > 0 ? p->total_ticks / p->rate : 0, lost = lost_s(r);

	if (!(here > 0) || strcmp(p->dimension, "seconds") != 0)
		return NULL;
	if (!p->paths)
		return say(t,
		           "%.2f s of CPU time, without libraries and the kernel; see gptui "
		           "--record",
		           here);
	if (!(r->used_s > 0) || r->noff)
		return say(t, "%.2f s of CPU time are shown", here);
	return say(t, "%.2f of %.2f s of CPU time are shown%s%s", here, r->used_s,
	           r->elsewhere_s < 0.005 ? ""
	                                  : say(t, "; %.2f s in other programs", r->elsewhere_s),
	           lost < 0.005 ? "" : say(t, "; %.2f s were not sampled", lost));
}

static void add_image(struct table *t) {
	const struct image *image = t->data->profile->image;

	add(t, "program",
	    say(t, "%s: %s, %u-bit addresses, %s-endian, %s", image->path,
	        image->machine.arch ? image->machine.arch : "unknown machine",
	        8 * image->machine.address_size, image->machine.big_endian ? "big" : "little",
	        number_counted(t->arena, image->nsymbols, "symbol")),
	    image->debug_path ? say(t, "symbols from %s", image->debug_path) : NULL, NULL);
}

/* Where source lines come from. */
static void add_lines(struct table *t) {
	const struct debug_info *debug = t->data->debug;

	if (!debug)
		add(t, "lines", "are being read", NULL, NULL);
	else if (debug->reason)
		add(t, "lines", debug->reason, NULL, debug->cure);
	else
		add(t, "lines",
		    debug->path ? say(t, "from %s", debug->path) : "from the program itself", NULL,
		    NULL);
}

static const char *range_of(struct table *t, const struct profile_file *file) {
	uint64_t n = 0;

	for (size_t i = 0; i < file->nsamples; i++)
		n += file->samples[i].count;
	if (n)
		return say(t, "%s of %u us of CPU time, %s", number_counted(t->arena, n, "sample"),
		           file->period_us, number_counted(t->arena, file->nsamples, "stack"));
	if (!file->nhistograms)
		return "no histogram";
	const struct histogram *h = &t->data->profile->records->histograms[file->first_histogram];
	return say(t, "0x%llx to 0x%llx in %u bins, %u Hz, times in %s", (unsigned long long)h->low,
	           (unsigned long long)h->high, h->nbins, h->rate, h->dimension);
}

/* ", 3 call records"; nothing if there are none. */
static const char *counted(struct table *t, size_t n, const char *what) {
	return n ? say(t, ", %s", number_counted(t->arena, n, what)) : "";
}

static void add_files(struct table *t) {
	const struct records *r = t->data->profile->records;

	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *f = &r->files[i];

		add(t, "file",
		    say(t, "%s: %s%s%s%s%s%s", f->path, f->format->name,
		        counted(t, f->nsamples ? 0 : f->nhistograms, "histogram record"),
		        counted(t, f->ncalls, "call record"),
		        counted(t, f->nblock_records, "block record"),
		        f->nhistograms || f->ncalls || f->nblock_records ? "" : ", no records",
		        f->is_cut ? ", cut off" : ""),
		    range_of(t, f), NULL);
	}
}

static void build(struct table *t, const struct query *query) {
	t->noun = "lines";
	t->is_pending = !t->data->debug; /* and notes about it */
	t->answer = t->result = cpu_answer(t);
	add_notes(t);
	add_cpu(t);
	add_image(t);
	add_lines(t);
	add_files(t);
}

static bool begins(const void *item) {
	const struct health_row *r = item;

	return *r->kind != '\0';
}

/* The whole finding that a line is of. */
static const char *explain(const struct table *t, const void *item, const struct column *c) {
	const struct health_row *r = item;

	return !r->cause ? ""
	                 : say(t, "%s%s%s%s%s.", r->cause, r->evidence ? ": " : "",
	                       r->evidence ? r->evidence : "", r->cure ? "; " : "",
	                       r->cure ? r->cure : "");
}

static const struct column list[] = {
	{ "kind",
	  .help = "fault: most figures are wrong or missing; warning: some figures are misleading; note: "
	          "good to know.",
	  .get = text_member, .number = offsetof(struct health_row, kind) },
	{ "finding", .was = "text",
	  .help = "What is unusual, what shows it, and what to do: in CSV and JSON three columns.",
	  .is_name = true, .least = 60, .is_for_people = true, .get = text_member,
	  .number = offsetof(struct health_row, text) },
	{ "cause", .help = "What is unusual, or what was read.", .is_for_programs = true,
	  .get = text_member, .number = offsetof(struct health_row, cause) },
	{ "evidence", .help = "What shows it.", .is_for_programs = true, .get = text_member,
	  .number = offsetof(struct health_row, evidence) },
	{ "cure", .help = "What to do.", .is_for_programs = true, .get = text_member,
	  .number = offsetof(struct health_row, cure) },
};

const struct view health_view = {
	.name = "health",
	.title = "Health of the profile",
	.kind = VIEW_TEXTS,
	.help = "What is unusual in this profile, and what can be done?",
	.rank = 800,
	.columns = COLUMNS(list),
	.shows_files = true,
	.build = build,
	.begins = begins,
	.explain = explain,
	.shows_frames = true,
};
