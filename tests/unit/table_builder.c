/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table_builder.h"

#include "base/arena.h"

static struct value get_time(const struct field *field) {
	const struct thing *thing = field->item;

	return amount(thing->time);
}

static struct value get_calls(const struct field *field) {
	const struct thing *thing = field->item;

	return thing->calls ? count(thing->calls) : no_value();
}

static struct value get_name(const struct field *field) {
	const struct thing *thing = field->item;

	return text(thing->name);
}

static struct value get_where(const struct field *field) {
	const struct thing *thing = field->item;

	return thing->where ? text(thing->where) : no_value();
}

static struct value get_hidden(const struct field *field) {
	return text("hidden");
}

static const struct column list[] = {
	[TIME] = { .name = "self", .unit = UNIT_AMOUNT, .get = get_time },
	[CALLS] = { .name = "calls", .unit = UNIT_COUNT, .get = get_calls },
	[NAME] = { .name = "function", .unit = UNIT_TEXT, .is_name = true, .get = get_name },
	[WHERE] = { .name = "where", .unit = UNIT_TEXT, .get = get_where },
	[HIDDEN] = { .name = "hidden",
	             .unit = UNIT_TEXT,
	             .get = get_hidden,
	             .is_for_people = true,
	             .needs = 1 },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

void things_begin(struct table *table) {
	*table = (struct table){
		.arena = arena_new(), .columns = &columns, .lacks = 1, .noun = "noun", .unit = "s"
	};
}

void things_end(struct table *table) {
	arena_free(table->arena);
}

void things_add(struct table *table, const struct thing *thing, unsigned depth, bool is_subject) {
	table_add(table, (struct row){ .item = thing, .depth = depth, .is_subject = is_subject });
}
