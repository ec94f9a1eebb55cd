/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/exporter.h"

#define ITEM(name) extern const struct exporter name;
#include "exporter.list"
#undef ITEM

const struct exporter *const exporters[] = {
#define ITEM(name) &name,
#include "exporter.list"
#undef ITEM
	NULL
};

static const char *exporter_name(const void *from, size_t index) {
	return exporters[index] ? exporters[index]->name : NULL;
}

const struct exporter *exporter_named(const char *name, struct error *err) {
	for (size_t i = 0; exporters[i]; i++)
		if (!strcmp(exporters[i]->name, name))
			return exporters[i];
	fail_no_such(err, "format", name, exporter_name, NULL);
	return NULL;
}

/* Sets the picture that is to be written, or NULL where the exporter writes. */
static bool draw(FILE **picture, const struct exporter *exporter, const struct export *what,
                 struct error *err) {
	*picture = exporter->picture ? drawing_new(exporter->picture, what, err) : NULL;
	return *picture || !exporter->picture;
}

/* Writes, and closes the picture if there is one. */
static bool put(FILE *picture, const struct exporter *exporter, const struct export *what, FILE *to,
                struct error *err) {
	char buffer[65536];
	size_t n;
	bool ok = true;

	if (!picture) {
		exporter->write(what, to);
		return true;
	}
	rewind(picture);
	while ((n = fread(buffer, 1, sizeof buffer, picture)) > 0)
		if (fwrite(buffer, 1, n, to) != n)
			break; /* the file says so when it is closed */
	if (ferror(picture))
		ok = fail(err, "the temporary file: %s", strerror(errno));
	fclose(picture);
	return ok;
}

bool export_write(const struct exporter *exporter, const struct export *what, FILE *file,
                  struct error *err) {
	FILE *picture;

	return draw(&picture, exporter, what, err) && put(picture, exporter, what, file, err);
}

bool export_file(const char *path, const struct exporter *exporter, const struct export *what,
                 struct error *err) {
	struct error ignored;
	struct new_file file;
	FILE *picture;

	if (!draw(&picture, exporter, what, err))
		return false;
	if (!new_file_open(&file, path, NEW_FILE_REGULAR, what->arena, err)) {
		if (picture)
			fclose(picture);
		return false;
	}
	bool ok = put(picture, exporter, what, file.file, err);
	return new_file_finish(&file, ok ? err : &ignored) && ok;
}
