/* SPDX-License-Identifier: GPL-3.0-or-later */
#undef _XOPEN_SOURCE /* the next one has more */
#define _GNU_SOURCE
#include "recorder/parts.h"

#include <dlfcn.h>
#include <string.h>

#include "config.h"
#ifdef HAVE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>

#define NAME_OF(macro) #macro
#define NAME(macro) NAME_OF(macro) /* what it stands for */

static const struct unwind_host *host;
static __typeof__(((unw_accessors_t *)0)->access_mem) read_for_program;

/* What libunwind reads of stacks: where tables are wrong or missing it guesses, and its own way to
 * check that needs descriptors, which the program may have closed.  A program that uses libunwind,
 * too, has its own way. */
static int read_stack(unw_addr_space_t space, unw_word_t from, unw_word_t *to, int write,
                      void *context) {
	if (!host->is_handler())
		return read_for_program(space, from, to, write, context);
	if (write || from % sizeof *to || !host->is_readable((uintptr_t)from))
		return -UNW_EINVAL;
	memcpy(to, (const void *)(uintptr_t)from, sizeof *to);
	return 0;
}

static bool follow(void *context, uintptr_t *frames, size_t *n, size_t most) {
	unw_proc_info_t info;
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
	/* A guess that led nowhere looks like the end; that is in code with tables. */
	return more >= 0 &&
	       !unw_get_proc_info_by_ip(unw_local_addr_space, frames[*n - 1] - 1, &info, NULL);
}

unwind_begin gptui_unwind_begin;

unwind_stack *gptui_unwind_begin(const struct unwind_host *of, uintptr_t *inside) {
	unw_accessors_t *access = unw_get_accessors(unw_local_addr_space);
	void *const found = dlsym(RTLD_NEXT, NAME(unw_set_caching_policy));
	__typeof__(&unw_set_caching_policy) set_policy;

	host = of;
	*inside = (uintptr_t)unw_step;
	read_for_program = access->access_mem;
	access->access_mem = read_stack;
	/* The other policies hold a lock while they wait for the loader's or, in many builds, only
	 * should; so the program's calls of this one do nothing. */
	memcpy(&set_policy, &found, sizeof found);
	if (set_policy)
		set_policy(unw_local_addr_space, UNW_CACHE_NONE);
	return follow;
}
#endif
