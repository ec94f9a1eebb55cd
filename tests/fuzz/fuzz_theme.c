/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a theme: it fails with a reason or gives looks in range. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/terminal/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static const int depths[] = { 0, 8, 16, 256, 1 << 24 };
	struct arena *arena = arena_new();
	const char *text = arena_text(arena, (const char *)data, size);
	struct theme theme;
	struct error err = { "" };

	if (theme_parse(&theme, "fuzz", text, &err)) {
		for (int role = 0; role < NROLES; role++)
			for (size_t i = 0; i < 5; i++) {
				int end = depths[i] > 256 ? 2 * COLOUR_RGB : 256;
				struct style style = theme_style(&theme, (enum role)role,
				                                 depths[i]);

				assert(style.foreground >= -1 && style.foreground < end);
				assert(style.background >= -1 && style.background < end);
				assert(style.attributes < 16);
			}
	} else {
		assert(!strncmp(err.reason, "fuzz:", 5));
	}
	arena_free(arena);
	return 0;
}
