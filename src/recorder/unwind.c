/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorder/unwind.h"

#include <string.h>

#include "config.h"
#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>

static const struct unwind_host *host;

/* What libunwind reads of stacks: where tables are wrong or missing it guesses, and its own way to
 * check that needs descriptors, which the program may have closed. */
static int read_stack(unw_addr_space_t space, unw_word_t from, unw_word_t *to, int write,
                      void *context) {
	(void)space;
	(void)context;
	if (write || from % sizeof *to || !host->is_readable((uintptr_t)from))
		return -UNW_EINVAL;
	memcpy(to, (const void *)(uintptr_t)from, sizeof *to);
	return 0;
}

/* A guess that led nowhere looks like the end; that is in code with tables. */
static bool is_end(uintptr_t address) {
	unw_proc_info_t info;

	return !unw_get_proc_info_by_ip(unw_local_addr_space, address - 1, &info, NULL);
}

static bool follow(void *context, uintptr_t *frames, size_t *n, size_t most) {
	unw_cursor_t cursor;
	unw_word_t ip;
	int more;

	if (unw_init_local2(&cursor, context, UNW_INIT_SIGNAL_FRAME) < 0)
		return false;
	while ((more = unw_step(&cursor)) > 0) {
		if (*n == most || unw_get_reg(&cursor, UNW_REG_IP, &ip) < 0)
			return false;
		if (!ip)
			break;
		if (!host->is_code((uintptr_t)ip))
			return false;
		frames[(*n)++] = (uintptr_t)ip;
	}
	return more >= 0 && is_end(frames[*n - 1]);
}

unwind_begin gptui_unwind_begin;

unwind_stack *gptui_unwind_begin(const struct unwind_host *of, uintptr_t *inside) {
	host = of;
	*inside = (uintptr_t)unw_step;
	unw_get_accessors(unw_local_addr_space)->access_mem = read_stack;
	/* The other policies lock or, in many builds, only should. */
	unw_set_caching_policy(unw_local_addr_space, UNW_CACHE_NONE);
	return follow;
}
#endif
