/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/drawing.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "export/exporter.h"
#include "process/signals.h"

/* Both files are real ones: pipes could fill up. */
static bool draw(const char *format, const struct export *what, FILE *text, FILE *picture,
                 struct error *err) {
	char *argv[] = { arena_format(what->arena, "dot"),
		         arena_format(what->arena, "-T%s", format), NULL };
	struct error why;
	int status;

	dot_write(what, text);
	if (fflush(text) || ferror(text) || fseek(text, 0, SEEK_SET))
		return fail(err, "the temporary file: %s", strerror(errno));
	if (!child_run(&status, argv, fileno(text), fileno(picture), &why))
		return fail(err, "%s; dot is in the package graphviz", why.reason);
	return child_succeeded(status, "dot", err);
}

FILE *drawing_new(const char *format, const struct export *what, struct error *err) {
	FILE *text = tmpfile(), *picture = tmpfile();
	bool ok = (text && picture) || fail(err, "no temporary file: %s", strerror(errno));

	ok = ok && draw(format, what, text, picture, err);
	if (text)
		fclose(text);
	if (picture && !ok)
		fclose(picture);
	return ok ? picture : NULL;
}

const char *drawing_text(const struct export *what, struct arena *arena, struct error *err) {
	FILE *file = drawing_new("svg", what, err);
	char *text = NULL;
	long size;

	if (!file)
		return NULL;
	if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) > 0) {
		rewind(file);
		text = arena_alloc(arena, (size_t)size + 1, 1);
		text[fread(text, 1, (size_t)size, file)] = '\0';
	}
	fclose(file);
	return text;
}
