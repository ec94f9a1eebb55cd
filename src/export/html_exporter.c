/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page that can be read without scripts and without any other file.
 * Source: the HTML standard, html.spec.whatwg.org. */

#include "config.h"
#include "export/exporter.h"
#include "views/figures.h"
#include "views/views.h"

enum {
	MOST_ROWS = 500,    /* of the flat profile, and of other lists */
	MOST_ENTRIES = 300, /* of the call graph */
	MOST_CALLS = 60,    /* rows of an entry */
	MOST_SOURCES = 20,  /* functions whose source is shown */
	MOST_LINES = 250    /* of each */
};

/* page.css of this folder; changes have the colours of boxes in pictures, orange and blue. */
static const struct named_text style[] = {
#include "page.inc"
};

struct page {
	const struct export *what;
	const struct profile *profile;
	const struct func **funcs; /* with most time first; shape: [nfuncs] */
	size_t nfuncs;
	bool *has_entry; /* in the call graph; shape: [profile->nfuncs] */
	struct arena *own;
	FILE *file;
};

/* A table of the page. */
struct listing {
	const struct page *page;
	const struct table *table;
	const struct view *linked; /* whose rows lead to the functions' entries; or NULL */
	const char *without;       /* a column of the view that the page has not; or NULL */
	bool has_help;             /* headings are explained */
};

/* Puts a text between others that are HTML. */
static void put_between(FILE *file, const char *before, const char *text, const char *after) {
	fputs(before, file);
	markup_put(file, text);
	fputs(after, file);
}

static bool is_shown(const struct listing *l, size_t column) {
	return table_shows(l->table, column) &&
	       (!l->without || strcmp(l->table->columns->list[column].name, l->without) != 0);
}

/* A row's value in the column of that name, if the table has it. */
static struct value value_in(const struct table *t, size_t row, const char *column) {
	const size_t c = table_column(t, column);

	return c < t->columns->n ? table_value(t, row, c) : no_value();
}

static void put_heading(const struct listing *l) {
	FILE *file = l->page->file;
	char title[VALUE_TEXT];

	fputs("<thead><tr>", file);
	for (size_t c = 0; c < l->table->columns->n; c++) {
		const struct column *column = &l->table->columns->list[c];

		if (!is_shown(l, c))
			continue;
		table_title(l->table, c, title, sizeof title);
		fputs(unit_is_number(column->unit) ? "<th class=n" : "<th", file);
		if (l->has_help)
			put_between(file, " title=\"", column->help, "\"");
		put_between(file, ">", title, "");
	}
	fputs("</thead>\n", file);
}

static void put_name(const struct listing *l, const struct row *r, const char *cell) {
	const struct page *p = l->page;
	const struct func *f = r->item && l->linked ? view_subject(l->linked, r->item) : NULL;
	const size_t number = f ? profile_number(p->profile, f) : 0;
	const bool is_link = f && p->has_entry[number];

	fprintf(p->file, "<td class=f style=\"--d:%u\">", r->depth);
	if (is_link)
		fprintf(p->file, "<a href=\"#f%zu\">", number);
	markup_put(p->file, cell);
	if (is_link)
		fputs("</a>", p->file);
}

/* What changes of a row are: its verdict or, of lines, what is beyond two standard errors. */
static const char *change_of(const struct table *t, size_t row) {
	const struct value verdict = value_in(t, row, "verdict");
	const struct value delta = value_in(t, row, "delta");
	const struct value error = value_in(t, row, "delta-error");

	if (verdict.unit == UNIT_TEXT)
		return verdict.text;
	if (!t->source_path || delta.unit == UNIT_NONE || error.unit == UNIT_NONE ||
	    fabs(delta.number) < 2 * error.number)
		return "";
	return delta.number > 0 ? "slower" : "faster";
}

static void put_cell(const struct listing *l, size_t row, size_t column) {
	const struct column *c = &l->table->columns->list[column];
	const struct value value = table_value(l->table, row, column);
	const bool is_verdict = !strcmp(c->name, "verdict");
	const bool is_change = is_verdict || (c->is_signed && c->unit == UNIT_AMOUNT);
	FILE *file = l->page->file;
	char cell[VALUE_TEXT];

	table_cell(l->table, row, column, cell, sizeof cell);
	if (c->is_name) {
		put_name(l, &l->table->rows[row], cell);
		return;
	}
	if (*cell && is_change && l->table->data->comparison)
		fprintf(file, "<td class=\"%s%s\"", is_verdict ? "" : "n ",
		        change_of(l->table, row));
	else
		fputs(*cell && unit_is_number(c->unit) ? "<td class=n" : "<td", file);
	if (c->unit == UNIT_PERCENT && value.unit == UNIT_PERCENT)
		fprintf(file, " style=\"--p:%.1f%%\"", value.number);
	putc('>', file);
	markup_put(file, cell);
}

/* Writes the rows [low, high) with the columns that people see. */
static void put_table(const struct listing *l, size_t low, size_t high) {
	FILE *file = l->page->file;

	fputs("<table>", file);
	put_heading(l);
	for (size_t r = low; r < high; r++) {
		const struct row *row = &l->table->rows[r];
		const struct value edit = value_in(l->table, r, "edit");

		fputs(edit.unit == UNIT_TEXT
		              ? *edit.text == '+' ? "<tr class=add>" : "<tr class=cut>"
		      : row->is_subject ? "<tr class=me>"
		      : row->is_faint   ? "<tr class=few>"
		                        : "<tr>",
		      file);
		for (size_t c = 0; c < l->table->columns->n; c++)
			if (is_shown(l, c))
				put_cell(l, r, c);
		putc('\n', file);
	}
	fputs("</table>\n", file);
}

static struct query query_of(const struct page *p, const struct func *f) {
	return (struct query){ .subject = f,
		               .display = { .names = p->what->names, .limit = p->what->limit } };
}

static struct table table_of(const struct page *p, const struct view *view,
                             const struct query *query) {
	return view_table(view, p->what->data, query, p->own);
}

/* Functions with time or calls, by total. */
static void list_functions(struct page *p) {
	const struct profile *profile = p->profile;
	struct keyed *list = arena_space(p->own, profile->nfuncs, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < profile->nfuncs; i++) {
		const struct func *f = &profile->funcs[i];

		if (f->self_ticks <= 0 && f->descendant_ticks <= 0 && !f->ncallees && !f->ncallers)
			continue;
		list[n].index = (uint32_t)i;
		list[n++].key = sort_key_down(f->self_ticks + f->descendant_ticks);
	}
	sort_keys(list, n, p->own);
	p->funcs = arena_space(p->own, n, sizeof *p->funcs);
	p->nfuncs = n;
	p->has_entry = arena_alloc(p->own, profile->nfuncs, sizeof *p->has_entry);
	for (size_t i = 0; i < n; i++) {
		p->funcs[i] = &profile->funcs[list[i].index];
		p->has_entry[list[i].index] = i < MOST_ENTRIES;
	}
}

static void put_head(const struct page *p) {
	const struct profile *profile = p->profile;
	FILE *file = p->file;
	const char *what = p->what->data->comparison ? "Comparison" : "Profile";

	fprintf(file,
	        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport "
	        "content=\"width=device-width\">\n<title>%s of ",
	        what);
	markup_put(file, path_last(profile->image->path));
	fprintf(file, "</title>\n<style>\n%s</style>\n<h1>%s of ", style->text, what);
	put_between(file, "", path_last(profile->image->path), "</h1>\n<p>From ");
	markup_put(file, files_of(p->what));
	if (profile->rate > 0)
		fprintf(file, ", %.0f Hz, %.*f s sampled", profile->rate, time_decimals(profile, 2),
		        profile->total_ticks / profile->rate);
	fprintf(file,
	        "; %zu functions.  Self times are measured; totals %s.  Written by gptui " PACKAGE_VERSION
	        ".</p>\n",
	        profile->nfuncs,
	        profile->paths
	                ? "are counted from the stacks of samples"
	                : "and costs of calls (~) are estimates: a callee's time is divided among "
	                  "its callers in proportion to their calls");
}

static void put_paragraph(const struct page *p, const char *text) {
	if (text)
		put_between(p->file, "<p>", text, "</p>\n");
}

/* A view that is a list, and what it comes to. */
static void put_list(const struct page *p, const char *name, const char *heading,
                     const char *noun) {
	const struct view *view = view_named(name);
	const struct query query = query_of(p, NULL);
	const struct table t = table_of(p, view, &query);
	const struct listing l = { p, &t, view, NULL, true };
	const size_t n = t.nrows < MOST_ROWS ? t.nrows : MOST_ROWS;

	fprintf(p->file, "<h2 id=%s>%s</h2>\n", name, heading);
	put_paragraph(p, t.result);
	put_table(&l, 0, n);
	if (n < t.nrows)
		fprintf(p->file, "<p>and %zu more %s</p>\n", t.nrows - n, noun);
	put_paragraph(p, t.basis);
}

/* The row that the view opens on, or the first one. */
static size_t row_to_open(const struct table *t) {
	size_t row = 0;

	while (row < t->nrows && !t->rows[row].is_subject)
		row++;
	return row < t->nrows ? row : 0;
}

static void put_entry(const struct page *p, const struct func *f) {
	const struct view *view = view_named("graph");
	const struct query query = query_of(p, f);
	const struct table t = table_of(p, view, &query);
	const struct listing l = { p, &t, view, "index", f == p->funcs[0] };
	const size_t me = row_to_open(&t);
	const size_t low = me > MOST_CALLS / 2 ? me - MOST_CALLS / 2 : 0;
	const size_t high = low + MOST_CALLS < t.nrows ? low + MOST_CALLS : t.nrows;

	fprintf(p->file, "<h3 id=f%u>", profile_number(p->profile, f));
	put_between(p->file, "", name_of_func(p->what, f), "</h3>\n");
	put_table(&l, low, high);
	if (high - low < t.nrows)
		fprintf(p->file, "<p>and %zu more calls</p>\n", t.nrows - (high - low));
}

static void put_graph(const struct page *p) {
	size_t i;

	fputs("<h2 id=graph>Call graph</h2>\n<p>Above each function its callers, below it what it "
	      "calls.</p>\n",
	      p->file);
	for (i = 0; i < p->nfuncs && i < MOST_ENTRIES; i++)
		put_entry(p, p->funcs[i]);
	if (i < p->nfuncs)
		fprintf(p->file, "<p>and %zu more functions</p>\n", p->nfuncs - i);
}

/* The source of one function, or of one of the base, without the rest of the file. */
static void put_source(const struct page *p, const struct figures *of) {
	struct query query = query_of(p, NULL);

	figures_ask(of, &query);
	query.is_excerpt = true;
	struct table t = table_of(p, view_named("source"), &query);
	if (!t.nrows || t.source_is_missing || t.is_notice || !t.source_path)
		return;
	put_between(p->file, "<h3>",
	            query.gone ? comparison_base_name(p->what->data->comparison, query.gone,
	                                              p->what->names)
	                       : name_of_func(p->what, query.subject),
	            ", ");
	put_between(p->file, "", t.source_path, "</h3>\n");
	size_t low = t.nrows > MOST_LINES ? row_to_open(&t) : 0;
	low = low > MOST_LINES / 2 ? low - MOST_LINES / 2 : 0;
	put_table(&(struct listing){ .page = p, .table = &t, .without = "error" }, low,
	          t.nrows - low < MOST_LINES ? t.nrows : low + MOST_LINES);
}

/* Of functions that changed by more than chance, with the largest changes first. */
static void put_changed_sources(const struct page *p) {
	const struct query query = query_of(p, NULL);
	const struct table t = table_of(p, view_named("diff"), &query);
	size_t n = 0;

	fputs("<h2 id=source>Source of what changed</h2>\n", p->file);
	for (size_t r = 0; r < t.nrows && !t.rows[r].is_rest && n < MOST_SOURCES; r++) {
		const struct figures *f = t.rows[r].item;

		if (!f->func && !f->gone)
			continue;
		put_source(p, f);
		n++;
	}
	if (!n)
		fputs("<p>No function changed by more than chance.</p>\n", p->file);
}

static int by_self(const void *a, const void *b, const void *context) {
	const struct func *x = *(const struct func *const *)a;
	const struct func *y = *(const struct func *const *)b;

	return x->self_ticks < y->self_ticks ? 1 : -(x->self_ticks > y->self_ticks);
}

static void put_sources(const struct page *p) {
	const struct func **hot = arena_copy(p->own, p->funcs, p->nfuncs, sizeof *hot);

	if (!p->what->data->sources || !p->what->data->locations)
		return;
	if (p->what->data->comparison) {
		put_changed_sources(p);
		return;
	}
	sort_stable(hot, p->nfuncs, sizeof *hot, by_self, NULL, p->own);
	fputs("<h2 id=source>Source of the hottest functions</h2>\n", p->file);
	for (size_t i = 0; i < p->nfuncs && i < MOST_SOURCES; i++)
		if (hot[i]->self_ticks > 0)
			put_source(p, &(struct figures){ .func = hot[i] });
}

static void put_health(const struct page *p) {
	static const char *const names[] = { "note", "note", "warning", "fault" };
	const struct note *n;
	size_t i;

	fputs("<h2 id=health>Health</h2>\n<dl>\n", p->file);
	for (i = 0; (n = dataset_note(p->what->data, i)); i++) {
		fprintf(p->file, "<dt>%s<dd><p>", names[n->severity]);
		put_between(p->file, "", n->cause, "<p class=few>");
		put_between(p->file, "", n->evidence, "<p class=few>");
		put_between(p->file, "", n->cure, "\n");
	}
	if (!i)
		fputs("<dt>note<dd>nothing unusual was found\n", p->file);
	fputs("</dl>\n", p->file);
}

/* The picture, without what stands before its root; or why there is none. */
static void put_picture(const struct page *p) {
	struct error err = { "dot drew nothing" };
	struct bytes svg;
	const bool is_drawn = drawing_new(&svg, "svg", p->what, &err);
	const char *root = is_drawn ? strstr((const char *)svg.data, "<svg") : NULL;

	if (!root) {
		put_paragraph(p, arena_format(p->own, "No picture: %s.", err.reason));
		return;
	}
	fputs("<h2 id=picture>Picture</h2>\n<figure>", p->file);
	fputs(root, p->file);
	fputs("</figure>\n", p->file);
}

extern const struct exporter flame_exporter;

static void write_html(const struct export *what, FILE *file) {
	SCRATCH struct arena *own = arena_new();
	struct page p = { .what = what, .profile = what->data->profile, .own = own, .file = file };

	list_functions(&p);
	put_head(&p);
	fputs("<nav>", file);
	if (what->data->comparison)
		fputs("<a href=\"#diff\">What changed</a>", file);
	fputs("<a href=\"#flat\">Flat profile</a><a href=\"#graph\">Call graph</a><a "
	      "href=\"#flame\">Flame graph</a><a "
	      "href=\"#source\">Source</a><a href=\"#health\">Health</a></nav>\n",
	      file);
	if (what->data->comparison)
		put_list(&p, "diff", "What changed", "rows");
	put_picture(&p);
	put_list(&p, "flat", "Flat profile", "functions");
	put_graph(&p);
	fputs("<h2 id=flame>Flame graph</h2>\n<figure>", file);
	flame_exporter.write(what, file);
	fputs("</figure>\n", file);
	put_sources(&p);
	if (what->data->comparison && what->data->runs)
		put_list(&p, "files", "Runs", "files");
	put_health(&p);
	fputs("</html>\n", file);
}

const struct exporter html_exporter = {
	.name = "html",
	.ending = ".html",
	.help = "one page with the main views, for readers without gptui",
	.needs_lines = true,
	.compares = true,
	.write = write_html,
};
