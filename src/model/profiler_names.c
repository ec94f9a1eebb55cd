/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/profiler_names.h"

#include <string.h>

const char *const profilers_of_gprof[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
};
const size_t nprofilers_of_gprof = sizeof profilers_of_gprof / sizeof *profilers_of_gprof;

static bool is_listed(const char *const *list, size_t n, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strncmp(list[i], name, len) && !list[i][len])
			return true;
	return false;
}

bool profiler_is_gprofs(const char *name)
{
	return is_listed(profilers_of_gprof, nprofilers_of_gprof, name, strlen(name));
}

/* Source: what gcc calls for -pg and -mfentry on its machines, glibc's handler
 * of the clock's signal, and what mcount is to mingw-w64. */
bool profiler_has(const char *name)
{
	static const char *const more[] = {
		"__fentry__",     "__gnu_mcount_nc", "__gnu_mcount",
		"_mcount_nc",     "mcount_internal", "__profil_counter",
		"profil_counter", "_mcount_private", "__mcount_private",
	};
	size_t len;

	name += *name == '.'; /* an entry point of ppc64 */
	len = strcspn(name, "@");
	return is_listed(profilers_of_gprof, nprofilers_of_gprof, name, len) ||
	       is_listed(more, sizeof more / sizeof *more, name, len);
}
