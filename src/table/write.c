/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <strings.h>

#include "table/table.h"

#define ITEM(name) extern const struct writer name;
#include "writer.list"
#undef ITEM

const struct writer *const writers[] = {
#define ITEM(name) &name,
#include "writer.list"
#undef ITEM
	NULL
};

const struct writer *writer_named(const char *name) {
	for (size_t i = 0; writers[i]; i++)
		if (!strcmp(writers[i]->name, name))
			return writers[i];
	return NULL;
}

const struct writer *writer_for(const char *path, struct error *err) {
	const char *name = path_last(path), *ending = strrchr(name, '.');
	char known[64] = "";

	if (!ending || ending == name || !ending[1])
		return writer_named("text");
	for (size_t i = 0; writers[i]; i++) {
		if (!strcasecmp(ending, writers[i]->ending))
			return writers[i];
		snprintf(known + strlen(known), sizeof known - strlen(known), " %s",
		         writers[i]->ending);
	}
	return fail_null(err, "no format for %.40s; available:%s", ending, known);
}

bool write_file(const char *path, const struct writer *writer, const struct table *table,
                const struct caption *caption, const char **followed, struct arena *arena,
                struct error *err) {
	struct new_file file;

	if (table->is_notice)
		return fail(err, "there is nothing to write: %s", table->notice);
	if (!new_file_open(&file, path, NEW_FILE_REGULAR, arena, err))
		return false;
	*followed = file.followed;
	writer->write(table, caption, file.file);
	return new_file_finish(&file, err);
}
