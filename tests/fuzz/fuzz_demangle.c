/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of any bytes.  An input: a byte for the style and a leading character,
 * one for the room; the name. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "parse/object/demangle.h"

enum { MOST_BYTES = 2000, LEAST_ROOM = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static const char *const styles[] = { "auto", "gnu-v3", "java", "gnat", "dlang", "rust" };
	static const char *const programs[] = { "adainit", "NimMain", "PASCALMAIN" };
	enum demangle_style style;

	if (size < 2 || size > MOST_BYTES)
		return 0;
	struct arena *arena = arena_new();
	const char *name = arena_text(arena, (const char *)data + 2, size - 2);
	size_t room = LEAST_ROOM + 8 * (size_t)data[1];
	char *out = arena_alloc(arena, room, 1);
	assert(demangle_style_named(styles[data[0] % 6], &style));
	if (demangle_in_style(out, room, name, style, data[0] & 64 ? '_' : 0, NULL))
		assert(memchr(out, 0, room));
	if (demangler_by(programs[data[0] % 3])(out, room, name, NULL))
		assert(memchr(out, 0, room));
	if (demangle(out, room, name, NULL))
		assert(memchr(out, 0, room));
	if (demangle_underscored(out, room, name, NULL))
		assert(memchr(out, 0, room));
	arena_free(arena);
	return 0;
}
