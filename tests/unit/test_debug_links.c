/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "parse/object/debug_links.h"

#include <cmocka.h> /* last: it has a macro fail() */

#define BYTES(text) \
	((struct bytes){ (const unsigned char *)(text), sizeof(text) - 1 })

static void build_ids(void **state)
{
	struct bytes id;

	assert_true(debug_link_build_id(
		BYTES("\4\0\0\0\3\0\0\0\3\0\0\0GNU\0abc\0"), false, &id));
	assert_int_equal(id.len, 3);
	assert_memory_equal(id.data, "abc", 3);
	assert_true(debug_link_build_id(
		BYTES("\0\0\0\4\0\0\0\2\0\0\0\3GNU\0ab"), true, &id));
	/* Behind a note of another kind, and of another owner. */
	assert_true(
		debug_link_build_id(BYTES("\4\0\0\0\1\0\0\0\1\0\0\0GNU\0x\0\0\0"
	                                  "\3\0\0\0\4\0\0\0\3\0\0\0Go\0\0wxyz"
	                                  "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0abcd"),
	                            false, &id));
	assert_memory_equal(id.data, "abcd", 4);
}

static void what_is_no_build_id(void **state)
{
	static const char one[] = "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0abcd";
	struct bytes id;
	size_t len;

	for (len = 0; len < sizeof one - 1; len++)
		assert_false(debug_link_build_id(
			(struct bytes){ (const unsigned char *)one, len },
			false, &id));
	assert_false(debug_link_build_id(
		BYTES("\4\0\0\0\1\0\0\0\3\0\0\0GNU\0a\0\0\0"), false, &id));
	assert_false(debug_link_build_id(
		BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\3\0\0\0GNU\0"), false,
		&id));
}

static void debug_links(void **state)
{
	struct debug_link link;

	assert_true(debug_link_read(BYTES("x.debug\0\1\2\3\4"), false, &link));
	assert_string_equal(link.name, "x.debug");
	assert_int_equal(link.crc, 0x04030201);
	assert_true(debug_link_read(BYTES("xy\0\0\1\2\3\4"), true, &link));
	assert_int_equal(link.crc, 0x01020304);
	assert_false(debug_link_read(BYTES("xy\0\0\1\2\3"), true, &link));
	assert_false(debug_link_read(BYTES("\0\0\0\0\1\2\3\4"), true, &link));
	assert_false(debug_link_read(BYTES("no end"), true, &link));
	assert_false(debug_link_read(BYTES(""), true, &link));
}

static void alternates(void **state)
{
	struct debug_alternate to;

	assert_true(debug_link_alternate(BYTES("../x\0\1\2\3"), &to));
	assert_string_equal(to.name, "../x");
	assert_int_equal(to.build_id.len, 3);
	assert_false(debug_link_alternate(BYTES("../x\0"), &to));
	assert_false(debug_link_alternate(BYTES("\0\1\2\3"), &to));
	assert_true(debug_link_supplement(BYTES("\2\0\0x\0\2ab"), false, &to));
	assert_string_equal(to.name, "x");
	assert_int_equal(to.build_id.len, 2);
	assert_true(debug_link_supplement(BYTES("\2\0\1\0\2ab"), false, &to));
	assert_false(debug_link_supplement(BYTES("\2\0\0x\0\3ab"), false, &to));
	assert_false(debug_link_supplement(BYTES("\2\0"), false, &to));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(build_ids),
		cmocka_unit_test(what_is_no_build_id),
		cmocka_unit_test(debug_links),
		cmocka_unit_test(alternates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
