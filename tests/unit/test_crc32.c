/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/crc32.h"

#include <cmocka.h> /* last: it has a macro fail() */

static uint32_t sum_of(const void *data, size_t len)
{
	struct crc32 crc;

	crc32_begin(&crc);
	return crc32_add(&crc, 0, (struct bytes){ data, len });
}

static void known_sums(void **state)
{
	static const unsigned char zeros[32], text[] = "123456789";

	assert_int_equal(sum_of(text, 0), 0);
	assert_int_equal(sum_of(text, 9), 0xcbf43926);
	assert_int_equal(sum_of("a", 1), 0xe8b7be43);
	assert_int_equal(sum_of(zeros, 32), 0x190a55ad);
}

static void pieces_are_the_whole(void **state)
{
	unsigned char data[100];
	struct crc32 crc;
	size_t i;

	for (i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i * 37);
	crc32_begin(&crc);
	for (i = 0; i <= sizeof data; i++) {
		struct bytes first = { data, i };
		struct bytes rest = { data + i, sizeof data - i };

		assert_int_equal(
			crc32_add(&crc, crc32_add(&crc, 0, first), rest),
			sum_of(data, sizeof data));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_sums),
		cmocka_unit_test(pieces_are_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
