/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/symbol_name.h"

#include <string.h>

#include "base/number.h"

/* More than the string tables of all known programs. */
enum { BUDGET = 1 << 28 };

enum verdict {
	FAILS,
	PASSES,
	DEPENDS /* it has a dot and passes if the next string does */
};

/* Skips ".clone" and ".constprop" if a dot and more follows. */
static const char *skip_clone(const char *dot)
{
	static const char *const words[] = { ".clone", ".constprop" };
	size_t i;

	for (i = 0; dot[1] == 'c' && i < sizeof words / sizeof *words; i++) {
		const size_t len = strlen(words[i]);

		if (!strncmp(dot, words[i], len) && dot[len] == '.' &&
		    dot[len + 1])
			return dot + len;
	}
	return dot;
}

/* Classifies one string; *end is where it was decided, its NUL if it is
 * DEPENDS.  A dot may be followed only by digits, to the end or to the next
 * dot. */
static enum verdict judge(const char *name, const char **end)
{
	enum verdict verdict = PASSES;

	for (name += strcspn(name, ".$"); *name == '.' && verdict != FAILS;) {
		name = skip_clone(name) + 1;
		verdict = *name == '.' ? FAILS : DEPENDS;
		while (is_digit(*name))
			name++;
		if (*name && *name != '.')
			verdict = FAILS;
	}
	*end = name;
	return *name == '$' ? FAILS : verdict;
}

struct name_table name_table_of(const char *low, const char *high)
{
	return (struct name_table){ .low = low,
		                    .high = high,
		                    .budget = BUDGET };
}

/* The same, charged to the budget. */
static enum verdict judge_within(const char *name, const char **end,
                                 struct name_table *table)
{
	enum verdict verdict;
	size_t looked_at;

	if (!table->budget)
		return PASSES;
	verdict = judge(name, end);
	looked_at = (size_t)(*end - name) + 1;
	table->budget -= looked_at < table->budget ? looked_at : table->budget;
	return verdict;
}

/* Whether the strings from `name` on pass, which decides about the one before
 * them. */
static bool followers_pass(const char *name, struct name_table *table)
{
	const char *const first = name;
	enum verdict verdict = DEPENDS;

	while (verdict == DEPENDS && name < table->high) {
		const char *end = name;

		if (name >= table->judged_low && name <= table->judged_high)
			break;
		verdict = judge_within(name, &end, table);
		if (verdict == DEPENDS)
			name = end + 1;
	}
	if (verdict == DEPENDS && name < table->high) {
		name = table->judged_high;
		verdict = table->judged_passes ? PASSES : FAILS;
	}
	table->judged_low = first;
	table->judged_high = name;
	table->judged_passes = verdict != FAILS;
	return table->judged_passes;
}

static bool is_compiler_mark(const char *name)
{
	return name[0] == '_' && name[1] == '_' &&
	       (!strncmp(name, "__gnu_compiled", 14) ||
	        !strncmp(name, "___gnu_compiled", 15));
}

bool name_passes_gprof(const char *name, struct name_table *table)
{
	const char *end = name;
	enum verdict verdict;

	if (!*name || is_compiler_mark(name))
		return false;
	verdict = judge_within(name, &end, table);
	if (verdict != DEPENDS || name < table->low || name >= table->high)
		return verdict != FAILS;
	return followers_pass(end + 1, table);
}

/* Whether the name is in the list, ignoring a version. */
static bool is_one_of(const char *name, const char *const *list)
{
	for (; *list; list++) {
		const size_t len = strlen(*list);

		if (!strncmp(name, *list, len) &&
		    (!name[len] || name[len] == '@'))
			return true;
	}
	return false;
}

static const char *skip_prefix(const char *name)
{
	while (*name == '_' || *name == '.')
		name++;
	return name;
}

bool name_is_mcount(const char *name)
{
	static const char *const names[] = { "mcount",        "mcount_nc",
		                             "gnu_mcount_nc", "mcount_internal",
		                             "fentry__",      NULL };

	name = skip_prefix(name);
	return *name && strchr("mgf", *name) && is_one_of(name, names);
}

bool name_starts_threads(const char *name)
{
	static const char *const names[] = { "pthread_create",
		                             "thrd_create",
		                             "GOMP_parallel",
		                             "GOMP_parallel_start",
		                             "GOMP_task",
		                             "kmpc_fork_call",
		                             NULL };

	name = skip_prefix(name);
	return *name && strchr("ptGk", *name) && is_one_of(name, names);
}
