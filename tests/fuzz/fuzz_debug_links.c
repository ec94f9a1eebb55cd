/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections that name other files, of any bytes: each input is read as each of
 * them, in the byte order that its first bit tells. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "parse/object/debug_links.h"

static void check(struct bytes all, struct bytes part, const char *name)
{
	assert(part.len <= all.len);
	assert(!part.len || (part.data >= all.data &&
	                     part.data + part.len <= all.data + all.len));
	assert(!name ||
	       memchr(name, 0,
	              (size_t)((const char *)all.data + all.len - name)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const bool big_endian = size && *data & 1;
	struct bytes all = { data + !!size, size - !!size }, id;
	struct debug_alternate alternate;
	struct debug_link link;

	if (debug_link_build_id(all, big_endian, &id))
		check(all, id, NULL);
	if (debug_link_read(all, big_endian, &link))
		check(all, (struct bytes){ NULL, 0 }, link.name);
	if (debug_link_alternate(all, &alternate))
		check(all, alternate.build_id, alternate.name);
	if (debug_link_supplement(all, big_endian, &alternate))
		check(all, alternate.build_id, alternate.name);
	return 0;
}
