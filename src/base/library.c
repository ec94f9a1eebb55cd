/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

void *library_open(const char *soname)
{
	return dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
}

bool library_find(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);

	memcpy(function, &found, sizeof found);
	return found != NULL;
}
