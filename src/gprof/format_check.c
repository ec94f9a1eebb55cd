/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/format_check.h"

#include <string.h>

#include "base/system.h"
#include "base/text.h"
#include "gprof/gprof_options.h"
#include "gprof/gprof_rules.h"
#include "gprof/profile_input.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"

/* A file read as one machine has it. */
struct attempt {
	const struct machine *machine;
	struct records *records;
	struct file_fields fields;
	const char *failed; /* why it could not be read; or NULL */
};

static struct attempt read_as(const char *path, const struct machine *machine,
                              struct arena *arena) {
	struct attempt a = { machine, records_new(arena), { NULL, 0 }, NULL };
	struct error err;

	a.records->fields = &a.fields;
	if (!reader_load(a.records, path, machine, NULL, NULL, &err))
		a.failed = arena_text(arena, err.reason, strlen(err.reason));
	a.records->fields = NULL;
	return a;
}

static bool is_whole(const struct attempt *a) {
	return !a->failed && !a->records->files[0].is_cut && !a->records->files[0].damage.reason;
}

/* As the machine of which it has the most, the most common one first. */
static struct attempt read_as_any(const char *path, struct arena *arena) {
	static const struct machine machines[] = {
		{ .arch = "", .address_size = 8 },
		{ .arch = "", .address_size = 4 },
		{ .arch = "", .address_size = 4, .big_endian = true },
		{ .arch = "", .address_size = 8, .big_endian = true },
	};
	struct attempt best = read_as(path, machines, arena);

	for (size_t i = 1; i < sizeof machines / sizeof *machines && !is_whole(&best); i++) {
		const struct attempt next = read_as(path, &machines[i], arena);

		if (is_whole(&next) || (best.failed && !next.failed))
			best = next;
	}
	return best;
}

static void print_fields(const struct attempt *a, FILE *out) {
	fprintf(out, "\n%10s %10s  %-12s  what it says\n", "byte", "bytes", "field");
	for (size_t i = 0; i < a->fields.n; i++) {
		const struct file_field *f = &a->fields.list[i];

		fprintf(out, "%10zu %10zu  %-12s  %s\n", f->at, f->size, f->name, f->text);
	}
}

/* Prints what is wrong; returns whether nothing is. */
static bool print_notes(const struct attempt *a, FILE *out) {
	const struct notes *notes = &a->records->notes;
	bool is_right = is_whole(a);

	if (a->failed)
		fprintf(out, "\nwrong: %s\n", a->failed);
	for (size_t i = 0; i < notes->n; i++) {
		const struct note *note = &notes->list[i];

		is_right &= note->severity == NOTE_FACT;
		fprintf(out, "\n%s: %s\n       %s\n       %s\n",
		        note->severity == NOTE_FACT ? "note" : "wrong", note->cause, note->evidence,
		        note->cure);
	}
	if (is_right)
		fputs("\nNothing is wrong with the format.\n", out);
	return is_right;
}

/* What gprof says of it. */
static bool print_gprof(const char *path, const struct machine *machine, FILE *out,
                        struct arena *arena, struct error *err) {
	const struct gprof_options options = {
		.program = "gprof", .executable = "", .files = &path, .nfiles = 1
	};
	bool has_histogram, has_calls;
	FILE *said = tmpfile();

	if (!said)
		return fail(err, "no temporary file");
	bool reads = profile_input_read(records_new(arena), &options, machine, &has_histogram,
	                                &has_calls, said, said);
	if (reads && !ftell(said))
		fputs("gprof 2.40 reads it, too.\n", out);
	else
		fprintf(out, "gprof 2.40 %s\n    ", reads ? "reads it, and says" : "refuses it:");
	rewind(said);
	for (int c; (c = getc(said)) != EOF;)
		putc(c, out);
	fclose(said);
	return true;
}

bool format_check(const char *path, const char *executable, FILE *out, bool *is_right,
                  struct arena *arena, struct error *err) {
	const struct object *object = NULL;

	if (executable && !(object = object_open(executable, NULL, arena, err)))
		return false;
	const struct attempt a = object ? read_as(path, &object_image(object)->machine, arena)
	                                : read_as_any(path, arena);

	if (a.failed && !a.fields.n)
		return fail(err, "%s", a.failed);
	FILE *safe = safe_output(out, arena);
	fprintf(safe, "%s: ", text_safe_copy(path, arena));
	if (a.records->nfiles)
		fprintf(safe, "%s, ", a.records->files[0].format->name);
	fprintf(safe, "addresses of %u bytes, the %s byte first: %s\n", a.machine->address_size,
	        a.machine->big_endian ? "highest" : "lowest",
	        object ? text_safe_copy(executable, arena) : "as it fits");
	print_fields(&a, safe);
	*is_right = print_notes(&a, safe);
	bool ok = print_gprof(path, a.machine, safe, arena, err);
	safe_output_close(safe, out);
	return ok;
}
