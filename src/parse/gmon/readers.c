/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/readers.h"

#include "base/packed.h"
#include "model/image.h"
#include "recorder/recording.h"

/* The build makes the list from the names of the files. */
#define ITEM(name) extern const struct reader name;
#include "reader.list"
#undef ITEM

const struct reader *const readers[] = {
#define ITEM(name) &name,
#include "reader.list"
#undef ITEM
	NULL
};

/* The reader that is most sure of a file, and how sure; NULL if none is. */
static const struct reader *choose(struct bytes start, uint64_t size, const struct machine *machine,
                                   int *sure) {
	const struct reader *best = NULL;

	*sure = 0;
	for (size_t i = 0; readers[i]; i++) {
		int how_sure = readers[i]->probe(start, size, machine);

		if (how_sure > *sure) {
			*sure = how_sure;
			best = readers[i];
		}
	}
	return best;
}

const struct reader *reader_for(struct bytes bytes, const struct machine *machine) {
	int sure;

	return choose(bytes, bytes.len, machine, &sure);
}

/* Says what the bytes are instead of a profile. */
static bool fail_unknown(struct bytes bytes, struct error *err) {
	char start[40] = "";
	size_t len = 0;

	if (!bytes.len)
		return fail(err, "byte 0: the file is empty");
	if (bytes.len >= 4 && !memcmp(bytes.data, "\177ELF", 4))
		return fail(err, "byte 0: not a profile file: it is an executable or another ELF "
		                 "file; to compare two programs, put --base before the second");
	for (size_t i = 0; i < bytes.len && i < 8; i++) {
		const unsigned char c = bytes.data[i];
		const bool is_plain = c >= ' ' && c < 127 && c != '"' && c != '\\';

		len += (size_t)snprintf(start + len, sizeof start - len,
		                        is_plain ? "%c" : "\\x%02x", c);
	}
	const bool is_perf = !strncmp(start, "PERFILE", 7);
	if (is_perf || !strcmp(start, "# callgr"))
		return fail(err,
		            "%s; gptui reads gmon.out, and gptui --record makes profiles with "
		            "stacks",
		            is_perf ? "a perf.data file" : "a file of Callgrind");
	return fail(err, "byte 0: not a profile file (starts with \"%s\")", start);
}

bool reader_knows(struct bytes start, size_t size, const struct machine *machine) {
	int sure;

	return choose(start, size, machine, &sure);
}

/* What is read, and for which machine. */
struct input {
	struct records *records;
	const struct machine *machine;
	const char *path;
	const char *folder;       /* in the archive, to take members of; or NULL: all */
	struct file_notes *notes; /* or NULL */
	struct progress *progress;

	/* What parts of it come to. */
	const char *name; /* of the file, or of a member */
	struct bytes bytes;
	struct bytes_room room;
	bool ok;
	struct error err;

	/* Of a log. */
	struct arena *own;
	struct log_dumps dumps;
	struct log_dump *dump; /* being read; or NULL */
	const struct log_dump *last;
	bool is_rest;            /* it has none */
	struct packed_rest rest; /* such members of an archive */
	bool is_inner;           /* it is an archive in another one */
	struct packed_means means;
};

/* Runs a part, which costs itself only if it needs more memory than there is: some is left for the
 * other files, and for what is made of them. */
static bool run_part(struct input *in, void (*part)(void *input), struct error *err) {
	const size_t left = (size_t)64 << 20;

	if (!arena_try_part(left, part, in))
		return fail(err, "%s: needs too much memory for its size", in->name);
	if (!in->ok)
		*err = in->err;
	return in->ok;
}

static bool is_profile(const void *context, struct bytes start, size_t size) {
	const struct input *in = context;

	return reader_knows(start, size, in->machine) || console_log_is_one(start);
}

/* Never: of a file that is looked at, all but the first bytes is left. */
static bool is_looked_at(const void *sure, struct bytes start, size_t size) {
	return false;
}

enum file_kind file_kind_of(const char *path) {
	enum { SURE = 100 };
	static const struct bytes_check start_only = { is_looked_at, NULL };
	static const struct machine any = { .address_size = 8 };
	struct bytes_room room = { .arena = arena_new() };
	enum file_kind kind = FILE_OTHER;
	struct error ignored;
	struct bytes bytes;
	int sure = 0;

	if (file_held(path) && strcmp(path, "-") != 0 &&
	    bytes_read_wanted(&bytes, path, &start_only, &room, NULL, &ignored)) {
		choose(bytes, bytes.len, &any, &sure);
		kind = sure == SURE           ? FILE_PROFILE
		       : packed_is_one(bytes) ? FILE_PACKED
		                              : FILE_OTHER;
	}
	arena_free(room.arena);
	return kind;
}

/* Says which dump of a log was read, and what is lost of it. */
static void note_dump(const struct input *in) {
	struct records *r = in->records;
	const struct log_dump *d = in->dump;
	struct arena *arena = r->arena;
	const char *lines = d->lost_lines ? d->lost_lines : "the line that ends it is missing";

	if (d == in->last)
		file_notes_add(r, NOTE_FACT, "a dump in a log",
		               arena_format(arena, "%s%s%s in lines %zu to %zu: %zu bytes%s",
		                            d->form, d->name ? " of " : "", d->name ? d->name : "",
		                            d->first, d->last, d->bytes.len,
		                            in->dumps.n > 1 ? ", the last one" : ""),
		               d->nrepeats ? "lines left out for \"*\" are taken as repeated; "
		                             "hexdump -v and od -v write all lines"
		                           : "nothing to do");
	if (d->lost.n || d->is_open)
		file_notes_add(r, NOTE_FAULT, arena_format(arena, "damaged in the log: %s", lines),
		               arena_format(arena,
		                            "from byte %" PRIu64 " on%s; samples of %" PRIu64
		                            " bins are missing, of code from 0x%" PRIx64
		                            " to 0x%" PRIx64 ", and %" PRIu64 " arcs",
		                            d->lost.n ? d->lost.list[0].from : d->bytes.len,
		                            d->nlost_lines > 4 ? ", and other lines" : "",
		                            d->lost.nbins, d->lost.low, d->lost.high,
		                            d->lost.nrecords),
		               "the figures lack that: dump the file again");
	else if (r->files[r->nfiles - 1].is_cut)
		file_notes_add(r, NOTE_FAULT, "the dump in the log ends before the profile does",
		               arena_format(arena, "line %zu is its last one", d->last),
		               "the figures lack the rest: dump the file again");
}

/* What is lost may not move what comes behind it. */
static bool check_dump(const struct input *in, const struct reader *reader, struct error *err) {
	const struct log_dump *d = in->dump;
	const struct profile_file *file = &in->records->files[in->records->nfiles - 1];

	if (!d->is_placed && (file->is_cut || file->damage.reason))
		return fail(err,
		            "lines %zu to %zu: a line of the dump is missing or garbled, and %s "
		            "does not say which",
		            d->first, d->last, d->form);
	return !d->lost.n || reader == &gmon_reader || reader == &bsd_reader ||
	       fail(err, "%s of the log", d->lost_lines);
}

static void read_bytes(void *input) {
	struct input *in = input;
	struct records *r = in->records;
	const struct reader *reader = reader_for(in->bytes, in->machine);

	in->ok = reader;
	if (reader) {
		records_add_file(r, arena_text(r->arena, in->name, strlen(in->name)),
		                 &reader->format);
		r->lost = in->dump ? &in->dump->lost : NULL;
		in->ok = reader->read(in->bytes, in->machine, r, &in->err) &&
		         (!in->dump || check_dump(in, reader, &in->err));
		r->lost = NULL;
		if (in->ok && in->dump)
			note_dump(in);
	} else if (in->dump) {
		fail(&in->err, "line %zu: a dump whose beginning is lost", in->dump->first);
	} else {
		fail_unknown(in->bytes, &in->err);
	}
	if (!in->ok)
		fail_at(&in->err, in->name);
}

static bool take_plain(struct input *in, const char *name, struct bytes bytes, struct error *err) {
	struct records *r = in->records;
	const size_t nfiles = r->nfiles, nnotes = r->notes.n;

	in->name = name;
	in->bytes = bytes;
	if (run_part(in, read_bytes, err)) {
		if (in->notes)
			file_notes_merge(in->notes, nnotes, r->files[nfiles].path);
		return true;
	}
	r->lost = NULL;
	if (r->nfiles > nfiles)
		records_drop_file(r);
	r->notes.n = nnotes;
	return false;
}

/* Whether a dump is of a profile; one of words may have the other byte order. */
static bool is_of_profile(const struct input *in, struct log_dump *d) {
	const bool is_one = reader_for(d->bytes, in->machine);

	if (is_one || !d->has_words)
		return is_one;
	unsigned char *swapped = arena_copy(in->own, d->bytes.data, d->bytes.len, 1);
	for (size_t i = 0; i + 1 < d->bytes.len; i++)
		swapped[i] = d->bytes.data[i ^ 1];
	d->bytes.data = swapped;
	return reader_for(d->bytes, in->machine);
}

/* Whether it was to be one like the other, but its first line is lost, which may have had the upper
 * half of its address. */
static bool is_headless(const struct log_dump *d, const struct log_dump *other) {
	const uint64_t base = !other ? 0 : d->base > 0xffff ? other->base : other->base & 0xffff;

	return (d->lost.n && !d->lost.list[0].from) ||
	       (other && d->form == other->form && d->base > base &&
	        d->base - base < other->bytes.len);
}

/* Finds the dumps that are profiles, or were to be. */
static void read_log(void *input) {
	struct input *in = input;
	struct work work = { .progress = in->progress };

	work_allow(&work, in->bytes.len);
	struct log_dumps all = console_log_read(in->bytes, in->own, &work);
	in->dumps = (struct log_dumps){ all.list, 0 };
	in->last = NULL;
	for (size_t i = 0; i < all.n; i++) {
		struct log_dump d = all.list[i];
		const bool is_one = is_of_profile(in, &d);

		if (!is_one && !is_headless(&d, in->last))
			continue;
		in->dumps.list[in->dumps.n] = d;
		in->last = is_one ? &in->dumps.list[in->dumps.n] : in->last;
		in->dumps.n++;
	}
	in->is_rest = !in->dumps.n;
	if (in->is_rest && all.n)
		fail(&in->err,
		     "lines %zu to %zu: a dump that is not a profile, or lacks its first line",
		     all.list[all.n - 1].first, all.list[all.n - 1].last);
	else if (in->is_rest)
		fail_unknown(in->bytes, &in->err);
	if (work.is_spent)
		fail(&in->err, "looking for dumps takes too long");
	in->ok = (!work.is_spent && !in->is_rest) || fail_at(&in->err, in->name);
}

/* Takes the dumps of a log: of several each as a file, "LOG:LINE". */
static bool take_log(struct input *in, const char *name, struct bytes bytes, struct error *err) {
	struct records *r = in->records;
	const size_t nfiles = r->nfiles;

	in->own = arena_new();
	in->name = name;
	in->bytes = bytes;
	bool ok = run_part(in, read_log, err);
	for (size_t i = 0; ok && i < in->dumps.n; i++) {
		const bool is_only = in->dumps.n == 1;
		const char *own = is_only ? name
		                          : arena_format(r->arena, "%s:%zu", name,
		                                         in->dumps.list[i].first);

		in->dump = &in->dumps.list[i];
		if (take_plain(in, own, in->dump->bytes, err))
			continue;
		ok = !is_only;
		if (ok)
			records_fail_file(r, own, err->reason);
	}
	for (size_t i = nfiles; i + 1 < r->nfiles; i++)
		r->files[i].is_earlier = true;
	in->dump = NULL;
	arena_free(in->own);
	return ok;
}

static bool take(struct input *in, const char *name, struct bytes bytes, struct error *err) {
	in->is_rest = false;
	return reader_for(bytes, in->machine) || !console_log_is_one(bytes)
	               ? take_plain(in, name, bytes, err)
	               : take_log(in, name, bytes, err);
}

/* Whether a member is in the folder that is read. */
static bool is_there(const struct input *in, const char *name) {
	const size_t len = in->folder ? strlen(in->folder) : 0;

	return !len || (!strncmp(name, in->folder, len) && !strchr(name + len, '/'));
}

static void lose_member(void *context, const char *name, const char *reason) {
	const struct input *in = context;

	if (is_there(in, name) || !strcmp(name, in->path))
		records_fail_file(in->records, name, reason);
}

/* Whether last parts of paths differ in digits only. */
static bool is_like(const char *a, const char *b) {
	static const char digits[] = "0123456789";

	a = path_last(a);
	b = path_last(b);
	for (;;) {
		a += strspn(a, digits);
		b += strspn(b, digits);
		if (*a != *b || !*a)
			return *a == *b;
		a++;
		b++;
	}
}

/* What is named like a profile should be one. */
static bool leave_member(void *context, const char *name, struct bytes start) {
	const struct input *in = context;
	const struct records *r = in->records;
	struct error err;

	if (strncmp(path_last(name), "gmon.", 5) &&
	    !(r->nfiles && is_like(r->files[r->nfiles - 1].path, name)))
		return false;
	fail_unknown(start, &err);
	lose_member(context, name, err.reason);
	return true;
}

/* Whether a text lies beside recordings. */
static bool is_beside(const char *name) {
	static const char maps[] = RECORDING_SUFFIX MAPS_SUFFIX;
	const size_t len = strlen(name), end = sizeof maps - 1;

	return !strcmp(path_last(name), RECORD_RUNS) || !strcmp(path_last(name), RECORD_LEVEL) ||
	       (len > end && !strcmp(name + len - end, maps));
}

static bool is_member_wanted(const void *context, struct bytes start, size_t size) {
	const struct input *in = context;

	return is_profile(context, start, size) || (!in->is_inner && packed_is_one(start));
}

static bool take_member(void *context, const char *name, struct bytes bytes, struct error *err);

/* Reads a file that may have members. */
static bool unpack(struct input *in, const char *name, struct bytes bytes, struct packed_rest *rest,
                   struct error *err) {
	const struct packed_taker taker = { .is_wanted = is_member_wanted,
		                            .take = take_member,
		                            .leave = leave_member,
		                            .lose = lose_member,
		                            .context = in,
		                            .means = &in->means,
		                            .is_member = in->is_inner };

	return packed_read(rest, name, bytes, &taker, in->records->arena, in->progress, err);
}

/* Reads an archive, or a compressed file, in another one. */
static bool take_packed(struct input *in, const char *name, struct bytes bytes, struct error *err) {
	const char *own = arena_text(in->records->arena, name, strlen(name));
	struct packed_rest rest;

	in->is_inner = true;
	bool ok = unpack(in, own, bytes, &rest, err);
	in->is_inner = false;
	in->is_rest = !ok && rest.n;
	if (ok && rest.n && !in->rest.n)
		in->rest.first = rest.first;
	in->rest.n += ok ? rest.n : 0;
	return ok;
}

/* A member costs itself only. */
static bool take_member(void *context, const char *name, struct bytes bytes, struct error *err) {
	struct input *in = context;
	struct records *r = in->records;

	if (!is_there(in, name))
		return true;
	if (is_beside(name)) {
		const void *copy = arena_copy(r->arena, bytes.data, bytes.len, 1);

		arena_append(r->arena, r->beside, r->nbeside,
		             (struct file_beside){ arena_text(r->arena, name, strlen(name)),
		                                   { copy, bytes.len } });
		return true;
	}
	in->is_rest = false;
	bool ok = packed_is_one(bytes) && !in->is_inner ? take_packed(in, name, bytes, err)
	                                                : take(in, name, bytes, err);
	if (!ok && !in->is_rest)
		lose_member(in, name, err->reason);
	else if (in->is_rest && !leave_member(in, name, bytes) && !in->rest.n++)
		in->rest.first = arena_text(r->arena, name, strlen(name));
	return true;
}

static bool load_packed(struct input *in, struct error *err) {
	const size_t nfiles = in->records->nfiles + in->records->noff;
	struct arena *arena = in->records->arena;
	struct packed_rest rest;

	if (!unpack(in, in->path, in->bytes, &rest, err))
		return false;
	if ((in->rest.n || in->folder) && nfiles == in->records->nfiles + in->records->noff)
		return fail(err, "%s: contains no profile", in->folder ? in->folder : in->path);
	in->rest.n = in->folder ? 0 : in->rest.n + rest.n;
	if (rest.n)
		in->rest.first = rest.first;
	if (in->rest.n)
		notes_add(&in->records->notes, NOTE_FACT,
		          arena_format(arena, "%s: %zu member%s not read", in->path, in->rest.n,
		                       in->rest.n == 1 ? " was" : "s were"),
		          arena_format(arena, "%s is not a profile", in->rest.first),
		          "nothing, unless it should be a profile");
	return true;
}

static void read_plain(void *input) {
	struct input *in = input;
	const struct bytes_check check = { is_profile, in };

	in->ok = packed_read_plain(&in->bytes, in->path, &check, &in->room, in->progress, &in->err);
}

bool reader_load(struct records *records, const char *path, const struct machine *machine,
                 struct file_notes *notes, struct progress *progress, struct error *err) {
	struct arena *arena = records->arena;
	struct stat ignored;
	size_t len;
	const char *archive = bytes_look(path, &ignored, &len) && path[len]
	                              ? arena_text(arena, path, len)
	                              : NULL;
	struct input in = { .records = records,
		            .machine = machine,
		            .path = path,
		            .notes = notes,
		            .progress = progress,
		            .name = path,
		            .room.arena = arena_new() };

	if (archive && file_kind_of(archive) == FILE_PACKED) {
		in.path = archive;
		in.folder = *path_last(path) ? arena_format(arena, "%s/", path) : path;
	}
	const bool ok = run_part(&in, read_plain, err) &&
	                (packed_is_one(in.bytes) ? load_packed(&in, err)
	                                         : take(&in, path, in.bytes, err));

	arena_free(in.room.arena);
	return ok;
}
