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
		if (!strcmp(exporters[i]->name, name) ||
		    (exporters[i]->also && !strcmp(exporters[i]->also, name)))
			return exporters[i];
	fail_no_such(err, "format", name, exporter_name, NULL);
	return NULL;
}

/* Draws the picture that is to be written, if the exporter has one. */
static bool draw(struct bytes *picture, const struct exporter *exporter, const struct export *what,
                 struct error *err) {
	return !exporter->picture || drawing_new(picture, exporter->picture, what, err);
}

/* The file says when it is closed whether that failed. */
static void put(struct bytes picture, const struct exporter *exporter, const struct export *what,
                FILE *to) {
	if (exporter->picture)
		fwrite(picture.data, 1, picture.len, to);
	else
		exporter->write(what, to);
}

bool export_write(const struct exporter *exporter, const struct export *what, FILE *file,
                  struct error *err) {
	struct bytes picture = { NULL, 0 };

	if (!draw(&picture, exporter, what, err))
		return false;
	put(picture, exporter, what, file);
	return true;
}

bool export_file(const char *path, const struct exporter *exporter, const struct export *what,
                 struct error *err) {
	struct bytes picture = { NULL, 0 };
	struct new_file file;

	if (!draw(&picture, exporter, what, err) ||
	    !new_file_open(&file, path, NEW_FILE_REGULAR, what->arena, err))
		return false;
	put(picture, exporter, what, file.file);
	return new_file_finish(&file, err);
}
