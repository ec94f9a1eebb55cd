/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/exports.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/choices.h"
#include "base/error.h"
#include "base/new_file.h"
#include "ui/process/child.h"

#define ITEM(name) extern const struct exporter name;
#include "exporter.list"
#undef ITEM

const struct exporter *const exporters[] = {
#define ITEM(name) &name,
#include "exporter.list"
#undef ITEM
	NULL
};

static const char *exporter_name(const void *from, size_t index)
{
	return exporters[index] ? exporters[index]->name : NULL;
}

const struct exporter *exporter_named(const char *name, struct error *err)
{
	size_t i;

	for (i = 0; exporters[i]; i++)
		if (!strcmp(exporters[i]->name, name))
			return exporters[i];
	fail_no_such(err, "format", name, exporter_name, NULL);
	return NULL;
}

static bool copy(FILE *from, FILE *to, struct error *err)
{
	char buffer[65536];
	size_t n;

	rewind(from);
	while ((n = fread(buffer, 1, sizeof buffer, from)) > 0)
		if (fwrite(buffer, 1, n, to) != n)
			break; /* the file says so when it is closed */
	return !ferror(from) ||
	       fail(err, "the temporary file: %s", strerror(errno));
}

/* Has dot(1) draw it.  Both files are real ones: pipes could fill up. */
static bool draw(const struct exporter *exporter, const struct export *what,
                 FILE *text, FILE *picture, struct error *err)
{
	char *argv[] = { arena_format(what->arena, "dot"),
		         arena_format(what->arena, "-T%s", exporter->picture),
		         NULL };
	struct error why;
	int status;

	exporter->write(what, text);
	if (fflush(text) || ferror(text) || fseek(text, 0, SEEK_SET))
		return fail(err, "the temporary file: %s", strerror(errno));
	if (!child_run(&status, argv, fileno(text), fileno(picture), &why))
		return fail(err, "%s; dot is in the package graphviz",
		            why.reason);
	return child_succeeded(status, "dot", err);
}

/* The picture in a file without a name; NULL on an error. */
static FILE *drawn(const struct exporter *exporter, const struct export *what,
                   struct error *err)
{
	FILE *text = tmpfile(), *picture = tmpfile();
	bool ok = (text && picture) ||
	          fail(err, "no temporary file: %s", strerror(errno));

	ok = ok && draw(exporter, what, text, picture, err);
	if (text)
		fclose(text);
	if (picture && !ok)
		fclose(picture);
	return ok ? picture : NULL;
}

bool export_write(const struct exporter *exporter, const struct export *what,
                  FILE *file, struct error *err)
{
	FILE *picture;
	bool ok;

	if (!exporter->picture) {
		exporter->write(what, file);
		return true;
	}
	picture = drawn(exporter, what, err);
	if (!picture)
		return false;
	ok = copy(picture, file, err);
	fclose(picture);
	return ok;
}

bool export_file(const char *path, const struct exporter *exporter,
                 const struct export *what, struct error *err)
{
	struct error ignored;
	struct new_file file;
	FILE *picture = NULL;
	bool ok = true;

	if (exporter->picture && !(picture = drawn(exporter, what, err)))
		return false;
	if (!new_file_open(&file, path, NEW_FILE_REGULAR, what->arena, err)) {
		if (picture)
			fclose(picture);
		return false;
	}
	if (picture) {
		ok = copy(picture, file.file, err);
		fclose(picture);
	} else {
		exporter->write(what, file.file);
	}
	return new_file_finish(&file, ok ? err : &ignored) && ok;
}
