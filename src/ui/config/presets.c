/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/presets.h"

#include <string.h>

static const struct {
	const char *name, *text;
} presets[] = {
#include "presets.inc"
};

const char *preset_at(size_t index)
{
	return index < sizeof presets / sizeof *presets ? presets[index].name : NULL;
}

const char *preset_text(const char *name)
{
	size_t i;

	for (i = 0; preset_at(i); i++)
		if (!strcmp(preset_at(i), name))
			return presets[i].text;
	return NULL;
}
