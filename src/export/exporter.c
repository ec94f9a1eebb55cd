/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/exporter.h"

#include "model/model.h"

void change_colour_put(FILE *file, double change, double all) {
	static const int pale[2][3] = { { 248, 209, 170 }, { 170, 204, 248 } };
	static const int dark[2][3] = { { 239, 143, 52 }, { 52, 139, 239 } };
	const double part = all > 0 ? fmin(10 * fabs(change) / all, 1) : 1;
	const bool is_less = change < 0;

	if (!(change < 0 || change > 0)) {
		fputs("#dddddd", file);
		return;
	}
	putc('#', file);
	for (int i = 0; i < 3; i++)
		fprintf(file, "%02x",
		        (unsigned)(pale[is_less][i] +
		                   part * (dark[is_less][i] - pale[is_less][i])));
}

void name_put(FILE *file, const char *text, const char *quoted) {
	const size_t len = strlen(text);
	struct glyph glyph;
	size_t at = 0, n;

	for (; (n = text_escape(&glyph, text + at, len - at)) > 0; at += n) {
		if (glyph.bytes[0] && strchr(quoted, glyph.bytes[0]))
			putc('\\', file);
		fputs(glyph.bytes, file);
	}
}

void markup_put(FILE *file, const char *text) {
	static const char special[] = "&<>\"'";
	static const char *const entities[] = { "amp", "lt", "gt", "quot", "#39" };
	const size_t len = strlen(text);
	struct glyph glyph;
	const char *at;
	size_t i = 0, n;

	for (; (n = text_escape(&glyph, text + i, len - i)) > 0; i += n)
		for (const char *byte = glyph.bytes; *byte; byte++)
			if ((at = strchr(special, *byte)))
				fprintf(file, "&%s;", entities[at - special]);
			else
				putc(*byte, file);
}

const char *name_of_place(const struct export *what, const struct stack_place *place) {
	switch (place->kind) {
	case PLACE_CYCLE:
		return arena_format(what->arena, "<cycle %u>", place->cycle->number);
	case PLACE_CUT:
		return "<more callers>";
	case PLACE_NOWHERE:
		return "<no known function>";
	default:
		return name_of_func(what, place->func);
	}
}

const char *files_of(const struct export *what) {
	enum { NAMED = 3 };
	const struct records *r = what->data->profile->records;
	const size_t n = r->nfiles > NAMED ? NAMED - 1 : r->nfiles;
	const char *text = n ? r->files[0].path : "no file";

	for (size_t i = 1; i < n; i++)
		text = arena_format(what->arena, "%s%s%s", text,
		                    i + 1 == r->nfiles ? " and " : ", ", r->files[i].path);
	if (n < r->nfiles)
		text = arena_format(what->arena, "%s and %zu more files", text, r->nfiles - n);
	return text;
}

const char *name_of_func(const struct export *what, const struct func *f) {
	return names_get(what->data->names, f, what->names);
}

const char *path_of_func(const struct export *what, const struct func *f) {
	const struct source_location *location = dataset_location(what->data, f);

	return location && location->path ? location->path : "";
}

/* The largest totals come first, in the order of entries. */
const char *doubts_of(const struct export *what, size_t most, struct arena *arena) {
	const struct profile *p = what->data->profile;
	const char *list = "";
	size_t n = 0;

	for (size_t i = 0; i < p->nindexes; i++) {
		const struct func *f = p->by_index[i];
		const struct bounds *b = f ? bounds_of(p, f) : NULL;
		const double total = f ? f->self_ticks + f->descendant_ticks : 0;

		if (!b || total <= 0 || !bounds_are_wide(p, b->least, b->most, total))
			continue;
		if (n++ < most)
			list = arena_format(arena, "%s%s%s %.*f..%.*f %%", list, *list ? ", " : "",
			                    name_of_func(what, f), percent_decimals(p, 1),
			                    100 * b->least / p->total_ticks, percent_decimals(p, 1),
			                    100 * b->most / p->total_ticks);
	}
	if (!n)
		return "";
	return arena_format(arena, "uncertain totals, with their bounds: %s%s", list,
	                    n > most ? ", ..." : "");
}
