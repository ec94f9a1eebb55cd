/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a configuration: each bad line is counted, the first is told,
 * and settings stay in range. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "ui/command/command.h"
#include "ui/session/session.h"
#include "ui/config/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A theme may be a file: nothing of this machine is to be read. */
static int names_a_file(const char *text) {
	return strchr(text, '/') != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const char *text = arena_text(arena, (const char *)data, size);
	struct session *s = session_new("fuzz", command_groups, arena);
	struct config_faults faults = { 0 };

	if (!names_a_file(text)) {
		config_run(s, "fuzz", text, command_lasting_line, &faults);
		assert(!faults.n == !*faults.first);
		for (size_t i = 0; i < setting_count; i++)
			assert(*setting_value(&settings[i], &s->preferences, arena));
		for (size_t i = 0; i < s->bindings.n; i++)
			assert(strlen(s->bindings.list[i].key) < EVENT_TEXT);
	}
	arena_free(arena);
	return 0;
}
