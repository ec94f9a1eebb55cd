/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof's profile format: samples with their call stacks, which model/frames.h estimates, and
 * inlined functions as lines of a location.
 * With a base it is what pprof makes of two profiles with -diff_base: samples of the base are
 * negative and have the label "pprof::base", by which readers know what percent are of.
 * It is not compressed: readers take both.  Source: profile.proto, github.com/google/pprof. */

#include "config.h"
#include "export/exporter.h"
#include "model/compare/comparison.h"

/* A message of protocol buffers; initialised with the arena of the room and zeros.
 * Source: "Encoding", protobuf.dev/programming-guides/encoding. */
struct message {
	struct bytes_room room;
	size_t n;
};

enum wire_type { WIRE_NUMBER = 0, WIRE_BYTES = 2, MOST_VARINT = 10 };

/* Seven bits a byte, the lowest first; returns how many bytes. */
static size_t varint(unsigned char *out, uint64_t number) {
	size_t n = 0;

	for (; number >= 0x80; number >>= 7)
		out[n++] = (unsigned char)(number | 0x80);
	out[n++] = (unsigned char)number;
	return n;
}

/* Bytes that are fields already. */
static void message_add(struct message *m, const void *bytes, size_t n) {
	if (m->room.size - m->n < n)
		bytes_make_room(&m->room, 2 * (m->n + n));
	if (n)
		memcpy(m->room.data + m->n, bytes, n);
	m->n += n;
}

static void add_varint(struct message *m, uint64_t number) {
	unsigned char bytes[MOST_VARINT];

	message_add(m, bytes, varint(bytes, number));
}

/* A field that is a number: none of them is negative; 0 is what a reader takes for a field that is
 * not there. */
static void message_number(struct message *m, unsigned field, uint64_t number) {
	if (!number)
		return;
	add_varint(m, (uint64_t)field << 3 | WIRE_NUMBER);
	add_varint(m, number);
}

/* A field that is another message, which is emptied. */
static void message_nest(struct message *m, unsigned field, struct message *inner) {
	add_varint(m, (uint64_t)field << 3 | WIRE_BYTES);
	add_varint(m, inner->n);
	message_add(m, inner->room.data, inner->n);
	inner->n = 0;
}

/* Writes its fields, and empties it. */
static void message_put(FILE *file, struct message *m) {
	if (m->n)
		fwrite(m->room.data, 1, m->n, file);
	m->n = 0;
}

/* Writes a message as a field of one that is the whole file, and empties it. */
static void message_write(FILE *file, unsigned field, struct message *m) {
	unsigned char head[2 * MOST_VARINT];
	size_t n = varint(head, (uint64_t)field << 3 | WIRE_BYTES);

	n += varint(head + n, m->n);
	fwrite(head, 1, n, file);
	message_put(file, m);
}

/* Fields of the messages. */
enum of_profile {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14
};

enum of_value_type { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT = 2 };

enum of_sample { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };

enum of_label { LABEL_KEY = 1, LABEL_STR = 2 };

enum of_mapping {
	MAPPING_ID = 1,
	MAPPING_MEMORY_START = 2,
	MAPPING_MEMORY_LIMIT = 3,
	MAPPING_FILENAME = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
	MAPPING_HAS_INLINE_FRAMES = 10
};

enum of_location {
	LOCATION_ID = 1,
	LOCATION_MAPPING_ID = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4
};

enum of_line { LINE_FUNCTION_ID = 1, LINE_LINE = 2 };

enum of_function {
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
	FUNCTION_START_LINE = 5
};

/* A function as readers know it: there is one for each file with code of it. */
struct known {
	const struct export *what; /* whose side the function is on */
	const struct func *func;   /* or NULL: known by its raw name only */
	const char *raw, *path;
};

/* What was written of a function. */
struct written {
	double ticks;
	uint64_t time, samples;
};

struct writing {
	const struct export *new; /* what is exported */

	/* The side that is being written: that, or the base. */
	const struct export *what;
	const struct profile *profile;
	const struct stacks *stacks;
	uint64_t nmappings, nlocations; /* of the side before */
	double times;                   /* what its ticks are multiplied by */

	const char *unit;    /* of time; NULL: the rate is not known */
	double time_of_tick; /* in that unit */
	bool *is_written;    /* places of the side; shape: [stacks->nplaces] */
	struct text_list strings;
	struct known *known;
	struct index known_index;
	struct written *of_func; /* of the side; shape: [nfuncs + 1]: in no function last */
	struct message text, line, inner, message;
	uint64_t *ids; /* of a stack; shape: [room] */
	size_t room;
	struct arena *own;
	FILE *file;
};

/* The number of a text in the table of the file, where its bytes are safe. */
static uint64_t string(struct writing *w, const char *text) {
	const size_t before = w->strings.index.n, len = strlen(text);
	const uint32_t number = text_list_number(&w->strings, text);
	struct glyph glyph;
	size_t at = 0, n;

	if (number < before)
		return number;
	for (; (n = text_escape(&glyph, text + at, len - at)) > 0; at += n)
		message_add(&w->text, glyph.bytes, strlen(glyph.bytes));
	message_write(w->file, PROFILE_STRING_TABLE, &w->text);
	return number;
}

static bool is_known(const void *known, uint32_t number, const void *wanted) {
	const struct known *x = (const struct known *)known + number, *y = wanted;

	return x->func == y->func && !strcmp(x->raw, y->raw) && !strcmp(x->path, y->path);
}

/* Its number.  Lines where a function begins are known of those in the profile. */
static uint64_t function(struct writing *w, struct known wanted) {
	const uint64_t hash = hash_text(hash_text(0, wanted.raw), wanted.path);
	uint32_t number;

	if (!index_append(&w->known_index, hash, is_known, w->known, &wanted, &number))
		return number + 1;
	arena_put(w->own, w->known, number, wanted);
	const char *name = wanted.func ? name_of_func(wanted.what, wanted.func)
	                               : names_make(wanted.what->data->names, wanted.raw,
	                                            w->what->names, w->own);
	const struct source_location *begin =
		wanted.func ? dataset_location(wanted.what->data, wanted.func) : NULL;
	message_number(&w->message, FUNCTION_ID, number + 1);
	message_number(&w->message, FUNCTION_NAME, string(w, name));
	if (strcmp(name, wanted.raw) != 0) /* else pprof would change it */
		message_number(&w->message, FUNCTION_SYSTEM_NAME, string(w, wanted.raw));
	message_number(&w->message, FUNCTION_FILENAME, string(w, wanted.path));
	if (begin && begin->path && !strcmp(begin->path, wanted.path))
		message_number(&w->message, FUNCTION_START_LINE, begin->line);
	message_write(w->file, PROFILE_FUNCTION, &w->message);
	return number + 1;
}

/* A function of the base goes by the name that it has on the new side, so that readers take them
 * for one. */
static struct known known_of(const struct writing *w, const struct func *f, const char *path) {
	const struct func *new = w->what == w->new
	                                 ? NULL
	                                 : comparison_counterpart(w->new->data->comparison, f);

	return new ? (struct known){ w->new, new, new->name, path }
	           : (struct known){ w->what, f, f->name, path };
}

static void add_line(struct writing *w, struct known known, unsigned line) {
	const uint64_t id = function(w, known);

	message_number(&w->inner, LINE_FUNCTION_ID, id);
	message_number(&w->inner, LINE_LINE, line);
	message_nest(&w->line, LOCATION_LINE, &w->inner);
}

/* A frame and those that it was inlined into, which the code of one function has; if inlined
 * functions are apart, those are places of their own. */
static void add_frame(struct writing *w, const struct stack_place *place) {
	const struct frames *frames = w->what->data->frames;
	const struct frame *f = place->frame;
	const bool is_apart = w->profile->is_apart;

	for (;; f = &frames->list[f->outer]) {
		const bool is_last = is_apart || f->outer == NO_FRAME;
		const char *path = f->location.path ? f->location.path : "";
		const struct known inlined = { .what = w->what,
			                       .raw = f->function ? f->function : "<inlined>",
			                       .path = path };

		add_line(w, is_last ? known_of(w, place->func, path) : inlined, f->location.line);
		if (is_last)
			break;
	}
}

static void add_lines(struct writing *w, const struct stack_place *place) {
	const struct func *f = place->func;

	if (place->kind == PLACE_FRAME) {
		add_frame(w, place);
	} else if (place->kind == PLACE_FUNC) {
		const struct source_location *begin = dataset_location(w->what->data, f);
		add_line(w, known_of(w, f, path_of_func(w->what, f)),
		         begin && begin->path ? begin->line : 0);
	} else {
		const char *name = name_of_place(w->what, place);
		add_line(w, (struct known){ .what = w->what, .raw = name, .path = "" }, 0);
	}
}

static uint64_t location(struct writing *w, uint32_t number) {
	const struct stack_place place = stack_place(w->stacks, number);
	/* Of the hottest instruction of a line; 0: none. */
	const uint64_t address = place.kind == PLACE_FRAME  ? place.frame->address
	                         : place.kind == PLACE_FUNC ? place.func->low
	                                                    : 0;
	const uint64_t id = w->nlocations + number + 1;
	const struct image *image = w->profile->image;

	if (w->is_written[number])
		return id;
	w->is_written[number] = true;
	add_lines(w, &place);
	message_number(&w->message, LOCATION_ID, id);
	if (place.func && place.func->kind != FUNC_OUTSIDE &&
	    !(image->regions && address >= image->regions))
		message_number(&w->message, LOCATION_MAPPING_ID,
		               w->nmappings + 1 + image_object_at(image, address));
	message_number(&w->message, LOCATION_ADDRESS, address);
	message_add(&w->message, w->line.room.data, w->line.n);
	w->line.n = 0;
	message_write(w->file, PROFILE_LOCATION, &w->message);
	return id;
}

/* Values are signed in the file. */
static uint64_t rounded(double number) {
	return number < 9.2e18 ? number_rounded(number) : INT64_MAX;
}

/* What more of a function is written with this stack: sums are rounded, so those of stacks do not
 * add up to another one. */
static void find_values(struct writing *w, uint64_t values[2], const struct stack_place *place,
                        double ticks) {
	struct written *to = &w->of_func[place->func ? profile_number(w->profile, place->func)
	                                             : w->profile->nfuncs];

	to->ticks += ticks;
	uint64_t samples = rounded(to->ticks), time = rounded(to->ticks * w->time_of_tick);
	values[0] = samples - to->samples;
	values[1] = time - to->time;
	for (size_t i = 0; i < 2 && w->what != w->new; i++)
		values[i] = -values[i];
	to->samples = samples;
	to->time = time;
}

/* A field of the message that is numbers. */
static void add_numbers(struct writing *w, unsigned field, const uint64_t *numbers, size_t n) {
	for (size_t i = 0; i < n; i++)
		add_varint(&w->inner, numbers[i]);
	message_nest(&w->message, field, &w->inner);
}

static void put_stack(struct writing *w, const struct stack *stack) {
	const struct stack_step *steps = w->stacks->steps;
	const size_t n = (size_t)steps[stack->outermost].depth + 1;
	uint64_t values[2];
	uint32_t at = stack->outermost, innermost = at;

	w->ids = n > w->room ? arena_space(w->own, 2 * n, sizeof *w->ids) : w->ids;
	w->room = n > w->room ? 2 * n : w->room;
	uint64_t *ids = w->ids;
	for (size_t i = n; i-- > 0; at = steps[at].inner) {
		ids[i] = location(w, steps[at].place);
		innermost = steps[at].place;
	}
	struct stack_place place = stack_place(w->stacks, innermost);
	find_values(w, values, &place, stack->ticks * w->times);
	if (!values[0] && !values[1])
		return;
	add_numbers(w, SAMPLE_LOCATION_ID, ids, n);
	add_numbers(w, SAMPLE_VALUE, values, w->unit ? 2 : 1);
	if (w->what != w->new) {
		message_number(&w->inner, LABEL_KEY, string(w, "pprof::base"));
		message_number(&w->inner, LABEL_STR, string(w, "true"));
		message_nest(&w->message, SAMPLE_LABEL, &w->inner);
	}
	message_write(w->file, PROFILE_SAMPLE, &w->message);
}

static void put_value_type(struct writing *w, unsigned field, const char *type, const char *unit) {
	const uint64_t type_text = string(w, type), unit_text = string(w, unit);

	message_number(&w->message, VALUE_TYPE_TYPE, type_text);
	message_number(&w->message, VALUE_TYPE_UNIT, unit_text);
	message_write(w->file, field, &w->message);
}

/* Addresses are those of the profile.  That is what readers take a mapping of all memory for, and
 * they need not look for names.  Libraries have theirs, where the profile has them. */
static void put_mapping(struct writing *w, size_t object) {
	const struct image *image = w->profile->image;
	const struct image_object *o = object ? &image->objects[object] : NULL;
	const struct debug_info *debug = w->what->data->debug;
	char *id = NULL;

	if (!o && debug && debug->build_id.len) {
		id = arena_alloc(w->own, debug->build_id.len * 2 + 1, 1);
		for (size_t i = 0; i < debug->build_id.len; i++)
			snprintf(id + 2 * i, 3, "%02x", debug->build_id.data[i]);
	}
	message_number(&w->message, MAPPING_ID, w->nmappings + 1 + object);
	message_number(&w->message, MAPPING_MEMORY_START, o ? o->low : 0);
	message_number(&w->message, MAPPING_MEMORY_LIMIT,
	               o                     ? o->high
	               : image->nobjects > 1 ? image->objects[0].high
	                                     : UINT64_MAX);
	message_number(&w->message, MAPPING_FILENAME, string(w, o ? o->path : image->path));
	if (id)
		message_number(&w->message, MAPPING_BUILD_ID, string(w, id));
	message_number(&w->message, MAPPING_HAS_FUNCTIONS, 1);
	message_number(&w->message, MAPPING_HAS_FILENAMES, 1);
	message_number(&w->message, MAPPING_HAS_LINE_NUMBERS, 1);
	message_number(&w->message, MAPPING_HAS_INLINE_FRAMES, 1);
	message_write(w->file, PROFILE_MAPPING, &w->message);
}

static void put_comments(struct writing *w) {
	const struct dataset *data = w->what->data;
	const char *doubts = doubts_of(w->what, MOST_DOUBTS, w->own);
	struct export base = *w->what;
	size_t n = 3;
	uint64_t texts[5] = { string(w, "gptui " PACKAGE_VERSION),
		              string(w, w->profile->paths ? "Stacks are those of samples."
		                                          : "Own (flat) times are sampled.  "
		                                            "Cumulative times and stacks are "
		                                            "estimates: a function's time is "
		                                            "divided among its callers in "
		                                            "proportion to their calls."),
		              string(w, arena_format(w->own, "Profiles: %s", files_of(w->what))) };

	base.data = data->base;
	if (data->comparison)
		texts[n++] = string(w, arena_format(w->own, "Base, scaled to as many runs: %s",
		                                    files_of(&base)));
	if (*doubts)
		texts[n++] = string(w, doubts);
	add_numbers(w, PROFILE_COMMENT, texts, n);
	message_put(w->file, &w->message);
}

/* Units of time as readers name them, the first one in which the total has room; with an unknown
 * rate there is none. */
static void choose_unit(struct writing *w) {
	static const struct {
		const char *name;
		double per_second;
	} units[] = { { "nanoseconds", 1e9 },
		      { "microseconds", 1e6 },
		      { "milliseconds", 1e3 },
		      { "seconds", 1 } };
	const struct profile *p = w->profile;
	size_t i = 0;

	if (p->rate <= 0 || strcmp(p->dimension, "seconds") != 0)
		return;
	while (i < 3 && p->total_ticks / p->rate * units[i].per_second > 4e18)
		i++;
	w->unit = units[i].name;
	w->time_of_tick = units[i].per_second / p->rate;
}

/* Writes one side, behind those before it. */
static void put_side(struct writing *w, const struct export *what, double times) {
	const struct stacks stacks = stacks_find(what->data, w->own);

	w->what = what;
	w->profile = what->data->profile;
	w->stacks = &stacks;
	w->times = times;
	w->is_written = arena_alloc(w->own, stacks.nplaces, sizeof *w->is_written);
	w->of_func = arena_alloc(w->own, w->profile->nfuncs + 1, sizeof *w->of_func);
	put_mapping(w, 0);
	for (size_t i = 1; i < w->profile->image->nobjects; i++)
		put_mapping(w, i);
	for (size_t i = 0; i < stacks.n; i++)
		put_stack(w, &stacks.list[i]);
	w->nmappings += w->profile->image->nobjects + 1;
	w->nlocations += stacks.nplaces;
}

static void write_pprof(const struct export *what, FILE *file) {
	const struct comparison *c = what->data->comparison;
	SCRATCH struct arena *own = arena_new();
	struct writing w = {
		.new = what,
		.what = what,
		.profile = what->data->profile,
		.strings = { .index = { .arena = own } },
		.known_index = { .arena = own },
		.text.room.arena = own,
		.line.room.arena = own,
		.inner.room.arena = own,
		.message.room.arena = own,
		.own = own,
		.file = file,
	};

	string(&w, ""); /* number 0 */
	choose_unit(&w);
	put_value_type(&w, PROFILE_SAMPLE_TYPE, "samples", "count");
	if (w.unit) {
		put_value_type(&w, PROFILE_SAMPLE_TYPE, "cpu", w.unit);
		put_value_type(&w, PROFILE_PERIOD_TYPE, "cpu", w.unit);
		message_number(&w.message, PROFILE_PERIOD, number_rounded(w.time_of_tick));
		message_number(&w.message, PROFILE_DEFAULT_SAMPLE_TYPE, string(&w, "cpu"));
		message_put(w.file, &w.message);
	}
	put_comments(&w);
	put_side(&w, what, 1);
	if (c) {
		struct export base = *what;

		base.data = what->data->base;
		put_side(&w, &base, comparison_ticks(c, 1));
	}
}

const struct exporter pprof_exporter = {
	.name = "pprof",
	.ending = ".pb",
	.help = "samples and stacks, for pprof and speedscope",
	.is_binary = true,
	.compares = true,
	.needs_lines = true,
	.write = write_pprof,
};
