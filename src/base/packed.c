/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/packed.h"

#include "base/base.h"
#include "config.h"

enum method { GZIP = 8, BZIP2 = 12, ZSTD = 93, XZ = 95 }; /* as in a zip */

/* What files begin with.  Source: tar(5), RFC 1952, RFC 8878, the .xz and .zip formats. */
static const struct magic {
	const char *bytes;
	size_t len, at;
	enum method method; /* if it is just compressed */
} magics[] = {
	{ "\x1f\x8b\x08", 3, 0, GZIP }, { "BZh", 3, 0, BZIP2 },
	{ "\xfd\x37zXZ\0", 6, 0, XZ },  { "\x28\xb5\x2f\xfd", 4, 0, ZSTD },
	{ "PK\003\004", 4, 0, 0 },      { "PK\005\006", 4, 0, 0 },
	{ "ustar", 5, 257, 0 },
};

static const struct magic *magic_of(struct bytes start) {
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (start.len >= magics[i].at + magics[i].len &&
		    !memcmp(start.data + magics[i].at, magics[i].bytes, magics[i].len))
			return &magics[i];
	return NULL;
}

bool packed_is_one(struct bytes start) {
	return magic_of(start);
}

/* A file that may be plain; the check is NULL if all of it is wanted. */
struct plain {
	const char *path;
	const struct bytes_check *check;
};

static bool is_wanted(const void *context, struct bytes start, size_t size) {
	const struct plain *p = context;

	if (packed_is_one(start))
		return !strcmp(p->path, "-");
	return !p->check || p->check->is_wanted(p->check->context, start, size);
}

bool packed_read_plain(struct bytes *out, const char *path, const struct bytes_check *check,
                       struct bytes_room *room, struct progress *progress, struct error *err) {
	const struct plain plain = { path, check };
	const struct bytes_check wanted = { is_wanted, &plain };

	file_memory_allow(path);
	return bytes_read_wanted(out, path, &wanted, room, progress, err);
}

#ifdef LIBARCHIVE_SONAME

#include <archive.h>
#include <archive_entry.h>

/* What is used of it. */
#define FUNCTIONS(X)                                  \
	X(archive_read_new)                           \
	X(archive_read_free)                          \
	X(archive_read_support_filter_bzip2)          \
	X(archive_read_support_filter_gzip)           \
	X(archive_read_support_filter_xz)             \
	X(archive_read_support_filter_zstd)           \
	X(archive_read_support_format_tar)            \
	X(archive_read_support_format_zip_streamable) \
	X(archive_read_support_format_raw)            \
	X(archive_read_open)                          \
	X(archive_read_next_header)                   \
	X(archive_read_data)                          \
	X(archive_read_data_block)                    \
	X(archive_read_data_skip)                     \
	X(archive_error_string)                       \
	X(archive_filter_bytes)                       \
	X(archive_filter_count)                       \
	X(archive_format)                             \
	X(archive_format_name)                        \
	X(archive_entry_filetype)                     \
	X(archive_entry_hardlink)                     \
	X(archive_entry_pathname)                     \
	X(archive_entry_pathname_utf8)                \
	X(archive_entry_size)                         \
	X(archive_entry_size_is_set)

struct library {
	FUNCTIONS(LIBRARY_POINTER)
};

static const char *const names[] = { FUNCTIONS(LIBRARY_NAME) };

enum {
	BLOCK = 1 << 16,
	PIECE = 512,         /* bytes read at once of an archive that breaks off */
	BLOCK_HEADER = 1024, /* of .xz files, at most */
	START = 4096,
	ZIP_HEAD = 31,      /* of a member of a zip that is named by one letter */
	MOST_NAME = 4096,   /* bytes; longer names are cut */
	BYTES_OF_STEP = 16, /* unpacked, for a step of base/work.h */
	REST = 10,          /* what bytes that nobody wants cost more, */
	DEAR = 2,           /* and all behind the first ones; of a large */
	MORE = 1 << 24,     /* member, one more for so many bytes before, */
	DEAREST = 8,        /* at most */
	FIRST = 1 << 28,
	BYTES_OF_MEMBER = 4096, /* what a member costs beside its bytes */
	SIZE_OF_HELD = 64,      /* of a member: size_of_any, and for each byte
	                           that the archive holds */
	MEMORY_OF_BYTE = 24,    /* of a member, as base/work.h, but not more than */
	MEMORY_OF_HELD = 16     /* size_of_any, and for each byte, beside that */
};

/* Bytes of a member: a profile of 1 GiB of code has as many.  Of a small archive: one that is empty
 * but for a few bins, of 320 MiB of code. */
static const size_t most = (size_t)512 << 20;
static const size_t size_of_any = (size_t)160 << 20;

/* CRC-32 of the .xz format. */
static uint32_t checksum(const unsigned char *data, size_t len) {
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < len; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

/* Whether a block of an .xz file that begins there needs a dictionary of more than 128 MiB: twice
 * that of xz -9.  libarchive has no limit for that.  LZMA2 is the last filter, and zeros follow it.
 * Source: the .xz format, 3.1 and 5.3.1. */
static bool is_large(struct bytes b) {
	enum { ID = 0x21, RESERVED = 0x3c, MOST_128_MIB = 30, CRC = 4 };
	const size_t len = b.len ? (b.data[0] + 1U) * 4 - CRC : 0;
	size_t i = len;

	if (len < 8 || b.len < len + CRC || b.data[1] & RESERVED)
		return false;
	while (--i > 4 && !b.data[i])
		;
	return b.data[i] > MOST_128_MIB && b.data[i - 1] == 1 && b.data[i - 2] == ID &&
	       checksum(b.data, len) == bytes_little_4(b.data + len);
}

/* An archive being read. */
struct packed {
	struct library library;
	struct archive *archive;
	const char *path;
	int fd;             /* -1: it is in memory, all of it */
	struct bytes whole; /* then */
	uint64_t at;        /* what was read of it */
	size_t piece;       /* bytes that are read at once */

	/* A block, behind the end of the one before it. */
	unsigned char *block; /* shape: [BLOCK_HEADER + BLOCK] */
	size_t nblock;
	enum method method; /* of compression of the whole file; or 0 */

	bool is_large; /* it needs a large dictionary */

	/* Of an archive that breaks off: */
	struct archive *inner; /* reads a stream of it as a member of a zip; or NULL */
	uint64_t stream;       /* where that begins in the file */
	unsigned char head[ZIP_HEAD];
	size_t nhead;         /* bytes of it that come first */
	const char *why;      /* it breaks off */
	bool is_cut;          /* all that comes before was read */
	size_t nread, nknown; /* members since it was opened; in all */
	bool is_again;        /* it is to be read from its beginning once more */

	uint64_t unpacked; /* bytes of the filter that were paid for */
	size_t most;       /* bytes of a member */
	bool is_rest;      /* what comes is not wanted */
	size_t in_member;  /* bytes of the one that is unpacked, so far */
	bool is_skippable; /* others are found behind a damaged member */
	struct packed_means *means;
	int reason; /* errno of reading; or 0 */
	struct bytes_room room;
	char *name; /* of the member; room: [name_size] */
	size_t name_size;
	size_t ntaken, nlost;      /* members */
	bool is_broken, has_ended; /* nothing more can be unpacked */
};

/* Pays for what was unpacked since. */
static bool pay(struct packed *p, uint64_t bytes) {
	const int64_t now = p->library.archive_filter_bytes(p->archive, 0);
	const uint64_t sum = now > 0 ? (uint64_t)now : 0;

	if (sum > p->unpacked) {
		bytes = bytes > sum - p->unpacked ? bytes : sum - p->unpacked;
		p->unpacked = sum;
	}
	p->means->paid += bytes;
	const uint64_t dear = DEAR + p->in_member / MORE;
	const uint64_t price = p->is_rest                ? REST
	                       : p->means->paid <= FIRST ? 1
	                       : dear < DEAREST          ? dear
	                                                 : DEAREST;
	return work_pay(&p->means->work, bytes / BYTES_OF_STEP * price);
}

/* Reads the next bytes of the file, as many as there are. */
static size_t read_file(struct packed *p, unsigned char *out, size_t size) {
	size_t len = 0;
	ssize_t n = 1;

	if (p->fd < 0) {
		len = p->whole.len - p->at < size ? p->whole.len - p->at : size;
		memcpy(out, p->whole.data + p->at, len);
	}
	while (p->fd >= 0 && len < size && n) {
		n = pread(p->fd, out + len, size - len, (off_t)(p->at + len));
		if (n < 0 && errno != EINTR) {
			p->reason = errno;
			break;
		}
		len += n > 0 ? (size_t)n : 0;
	}
	p->at += len;
	return len;
}

/* Called by the library for the next bytes of the file. */
static la_ssize_t read_block(struct archive *archive, void *context, const void **out) {
	struct packed *p = context;

	if (!progress_wanted(p->means->work.progress) || !pay(p, p->piece))
		return -1;
	if (p->nhead) {
		const size_t n = p->nhead;

		*out = p->head;
		p->nhead = 0;
		return (la_ssize_t)n;
	}
	memmove(p->block, p->block + p->nblock, BLOCK_HEADER);
	p->nblock = read_file(p, p->block + BLOCK_HEADER, p->piece);
	/* Blocks begin at multiples of 4, as this does; where is known only from those before. */
	const size_t len = p->method == XZ ? BLOCK_HEADER + p->nblock : 0;
	for (size_t i = 0; i < len && !p->is_large; i += 4)
		p->is_large = is_large((struct bytes){ p->block + i, len - i });
	*out = p->block + BLOCK_HEADER;
	return p->reason || p->is_large ? -1 : (la_ssize_t)p->nblock;
}

static void close_archive(void *what) {
	struct packed *p = what;

	if (p->archive)
		p->library.archive_read_free(p->archive);
	if (p->inner)
		p->library.archive_read_free(p->inner);
	if (p->fd >= 0)
		close(p->fd);
}

/* Why it failed. */
static bool fail_for(struct packed *p, struct error *err) {
	const char *why = p->library.archive_error_string(p->archive);

	if (!progress_wanted(p->means->work.progress))
		return fail(err, "cancelled");
	if (p->means->work.is_spent)
		return fail(err, "it unpacks to too much for its size");
	if (p->reason)
		return fail(err, "%s", strerror(p->reason));
	if (p->is_large)
		return fail(err, "needs a dictionary of more than 128 MiB");
	if (p->why)
		return fail(err, "%s", p->why);
	return fail(err, "damaged or not supported: %.200s", why ? why : "no reason given");
}

/* Lets a member, or what is made of it, have so much of the memory that is left. */
static void allow(struct packed *p, uint64_t wanted) {
	const uint64_t left = p->means->memory, given = wanted < left ? wanted : left;

	p->means->memory -= given;
	arena_allow((size_t)given);
}

static void make_room(struct packed *p, size_t size) {
	if (size > p->room.size)
		allow(p, size - p->room.size);
	bytes_make_room(&p->room, size);
}

/* The next bytes of the file, which is read on from their beginning. */
static struct bytes read_start(struct packed *p) {
	const uint64_t at = p->at;
	unsigned char *data = p->block + BLOCK_HEADER;
	const struct bytes start = { data, read_file(p, data, START) };

	p->at = at;
	return start;
}

static bool open_archive(struct packed *p, struct error *err) {
	const struct library *l = &p->library;
	struct archive *a = p->archive = l->archive_read_new();
	const struct magic *magic = magic_of(read_start(p));

	if (!a)
		return fail(err, "%s", strerror(ENOMEM));
	p->method = magic ? magic->method : 0;
	l->archive_read_support_filter_gzip(a);
	l->archive_read_support_filter_bzip2(a);
	l->archive_read_support_filter_xz(a);
	l->archive_read_support_filter_zstd(a);
	l->archive_read_support_format_tar(a);
	l->archive_read_support_format_zip_streamable(a);
	l->archive_read_support_format_raw(a);
	if (l->archive_read_open(a, p, NULL, read_block, NULL) != ARCHIVE_OK)
		return fail_for(p, err);
	return l->archive_filter_count(a) <= 2 || /* one is "none" */
	       fail(err, "compressed more than once");
}

/* Bytes of the header of a .gz file, or 0.  Source: RFC 1952. */
static size_t gzip_header(struct bytes file) {
	enum { FLAGS = 3, CHECK = 2, EXTRA = 4, NAME = 8, COMMENT = 16, SIZE = 10 };
	const unsigned flags = file.len > SIZE + 2 ? file.data[FLAGS] : 0;
	size_t at = SIZE;

	if (flags & EXTRA)
		at += 2 + (file.data[at] | (size_t)file.data[at + 1] << 8);
	for (unsigned text = NAME; text <= COMMENT; text *= 2) {
		if (!(flags & text))
			continue;
		const unsigned char *end = at < file.len ? memchr(file.data + at, 0, file.len - at)
		                                         : NULL;
		if (!end)
			return 0;
		at = (size_t)(end - file.data) + 1;
	}
	return at + (flags & CHECK);
}

/* Opens the compressed stream that begins here as a member of a zip. */
static bool open_stream(struct packed *p) {
	enum { METHOD = 8, STEPS = 2000 };
	static const char head[ZIP_HEAD + 1] = "PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0"
					       "\376\377\377\377\376\377\377\377\1\0\0\0x";
	const struct library *l = &p->library;
	const struct bytes start = read_start(p);
	const struct magic *magic = magic_of(start);
	const size_t skipped = p->method == GZIP ? gzip_header(start) : 0;
	struct archive_entry *entry;

	if (p->inner)
		l->archive_read_free(p->inner);
	p->inner = NULL;
	if (!magic || magic->method != p->method || (p->method == GZIP && !skipped) ||
	    !work_pay(&p->means->work, STEPS))
		return false;
	p->inner = l->archive_read_new();
	if (!p->inner)
		return false;
	p->stream = p->at += skipped;
	p->nhead = ZIP_HEAD;
	memcpy(p->head, head, ZIP_HEAD);
	p->head[METHOD] = (unsigned char)p->method;
	l->archive_read_support_format_zip_streamable(p->inner);
	return l->archive_read_open(p->inner, p, NULL, read_block, NULL) == ARCHIVE_OK &&
	       l->archive_read_next_header(p->inner, &entry) == ARCHIVE_OK;
}

/* Called by the library for what is unpacked already, up to where it breaks off. */
static la_ssize_t read_inner(struct archive *archive, void *context, const void **out) {
	enum { GZIP_END = 8 };
	struct packed *p = context;
	size_t len = 0;
	int64_t at;

	while (!len && !p->is_cut) {
		const int result = p->library.archive_read_data_block(p->inner, out, &len, &at);

		if (result == ARCHIVE_EOF) { /* what was compressed in parts is several streams */
			p->at = p->stream - ZIP_HEAD + (p->method == GZIP ? GZIP_END : 0) +
			        (uint64_t)p->library.archive_filter_bytes(p->inner, 0);
			p->is_cut = !open_stream(p);
		} else if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
			p->is_cut = true;
		}
	}
	return p->is_cut ? 0 : (la_ssize_t)len;
}

/* Reads an archive again that breaks off.  libarchive's filters lose what they unpacked of their
 * last block, up to 128 KiB, but what reads a zip does not: so the file is read as members of one,
 * and tar reads what they unpack to. */
static bool read_again(struct packed *p, const struct error *err) {
	const struct library *l = &p->library;

	if (p->why || !p->method || p->means->work.is_spent || p->reason || p->is_large)
		return false;
	struct archive *tar = l->archive_read_new();
	if (!tar)
		return false;
	l->archive_read_free(p->archive);
	p->archive = tar;
	p->why = arena_text(p->room.arena, err->reason, strlen(err->reason));
	p->at = 0;
	p->piece = PIECE;
	p->unpacked = p->nread = 0;
	p->is_broken = false;
	l->archive_read_support_format_tar(tar);
	p->is_again = open_stream(p) &&
	              l->archive_read_open(tar, p, NULL, read_inner, NULL) == ARCHIVE_OK;
	return p->is_again;
}

static int format_of(const struct packed *p) {
	return p->library.archive_format(p->archive) & ARCHIVE_FORMAT_BASE_MASK;
}

/* "ARCHIVE/MEMBER", without what would lead out of it. */
static const char *name_of(const struct packed *p, struct archive_entry *entry) {
	const struct library *l = &p->library;
	const char *name = l->archive_entry_pathname(entry);

	if (format_of(p) == ARCHIVE_FORMAT_RAW)
		return p->path;
	if (!name)
		name = l->archive_entry_pathname_utf8(entry);
	if (!name)
		name = "?";
	while (*name == '/' || !strncmp(name, "./", 2))
		name++;
	snprintf(p->name, p->name_size, "%s/%s", p->path, name);
	return p->name;
}

/* Unpacks on up to so many bytes; false on an error. */
static bool unpack(struct packed *p, size_t *len, size_t high, struct error *err) {
	while (*len < high) {
		const size_t left = high - *len;
		const la_ssize_t n = p->library.archive_read_data(p->archive, p->room.data + *len,
		                                                  left < BLOCK ? left : BLOCK);

		p->is_broken = n == ARCHIVE_FATAL &&
		               (!p->is_skippable ||
		                p->library.archive_read_data_skip(p->archive) != ARCHIVE_OK);
		if (n < 0 || !pay(p, n > 0 ? (uint64_t)n : 0))
			return fail_for(p, err);
		if (!n)
			return true;
		*len += (size_t)n;
		p->in_member = *len;
	}
	return true;
}

/* A member that cannot be unpacked is lost; of some formats others follow. */
static bool lose(struct packed *p, const char *name, const struct packed_taker *taker,
                 struct error *err) {
	if (!taker->lose || !progress_wanted(p->means->work.progress))
		return fail_at(err, name);
	if (p->is_broken && read_again(p, err))
		return true;
	p->has_ended |= p->is_broken || p->means->work.is_spent || p->reason;
	if (p->has_ended && p->ntaken + p->nlost)
		fail_at(err, "the archive is cut off here");
	taker->lose(taker->context, name, err->reason);
	p->nlost++;
	return true;
}

static bool unpack_all(struct packed *p, size_t *len, size_t size, struct error *err) {
	size_t high = size < p->most ? size + 1 : 2 * START;

	if (size > most && size < SIZE_MAX)
		return fail(err, "a member is larger than %zu MiB", most >> 20);
	while (*len < p->most) {
		high = high < p->most ? high : p->most;
		make_room(p, high);
		if (!unpack(p, len, high, err))
			return false;
		if (*len < high)
			return true;
		high *= 2;
	}
	return fail(err, "a member is larger than %zu MiB", p->most >> 20);
}

/* Unpacks what is left of a member, where the library would do so unpaid. */
static void pass_over(struct packed *p, struct archive_entry *entry) {
	const struct library *l = &p->library;
	const int format = format_of(p);
	const void *data;
	size_t len = 0;
	int64_t at;

	if (format != ARCHIVE_FORMAT_TAR &&
	    (format != ARCHIVE_FORMAT_ZIP || l->archive_entry_size_is_set(entry)))
		return;
	p->is_rest = true;
	while (pay(p, len) &&
	       l->archive_read_data_block(p->archive, &data, &len, &at) == ARCHIVE_OK)
		;
	p->is_rest = false;
}

/* The library takes as much memory as LZMA asks for, also to skip a member. */
static bool check_method(struct packed *p, struct error *err) {
	const char *format = p->library.archive_format_name(p->archive);

	p->is_broken = format && (strstr(format, "(lzma") || strstr(format, "(xz"));
	return !p->is_broken || fail(err, "LZMA in a zip file is not supported");
}

static bool take_member(struct packed *p, struct archive_entry *entry,
                        const struct packed_taker *taker, struct packed_rest *rest,
                        struct arena *arena, struct error *err) {
	const struct library *l = &p->library;
	const char *name = name_of(p, entry);
	const int64_t claimed = l->archive_entry_size_is_set(entry) ? l->archive_entry_size(entry)
	                                                            : -1;
	const size_t size = claimed >= 0 && (uint64_t)claimed < SIZE_MAX ? (size_t)claimed
	                                                                 : SIZE_MAX;
	const bool is_file = l->archive_entry_filetype(entry) == AE_IFREG &&
	                     !l->archive_entry_hardlink(entry);
	size_t len = 0;

	p->in_member = 0;
	make_room(p, START);
	p->is_skippable = claimed >= 0 && format_of(p) == ARCHIVE_FORMAT_ZIP;
	if (!check_method(p, err) || (is_file && !unpack(p, &len, START, err)))
		return lose(p, name, taker, err);
	if (!is_file ||
	    !taker->is_wanted(taker->context, (struct bytes){ p->room.data, len }, size)) {
		if (is_file && taker->leave &&
		    taker->leave(taker->context, name, (struct bytes){ p->room.data, len }))
			p->nlost++;
		else if (l->archive_entry_filetype(entry) != AE_IFDIR && !rest->n++)
			rest->first = arena_text(arena, name, strlen(name));
		return true;
	}
	p->is_rest = !memchr(p->room.data, '\0', len); /* text does not shrink as profiles do */
	const bool is_whole = len < START || unpack_all(p, &len, size, err);
	p->is_rest = false;
	if (!is_whole)
		return lose(p, name, taker, err);
	allow(p, (uint64_t)len * MEMORY_OF_BYTE);
	p->ntaken++;
	return taker->take(taker->context, name, (struct bytes){ p->room.data, len }, err);
}

/* Reads members to the end of the archive; false on an error. */
static bool read_members(struct packed *p, const struct packed_taker *taker,
                         struct packed_rest *rest, struct arena *arena, struct error *err) {
	struct archive_entry *entry;
	int result = ARCHIVE_EOF;

	p->is_again = false;
	while (!p->means->work.is_spent &&
	       ((result = p->library.archive_read_next_header(p->archive, &entry)) == ARCHIVE_OK ||
	        result == ARCHIVE_WARN)) {
		if (!pay(p, BYTES_OF_MEMBER))
			break;
		if (p->nread++ == p->nknown) {
			if (!take_member(p, entry, taker, rest, arena, err))
				return false;
			if (p->is_again || p->has_ended)
				return true;
			p->nknown++;
		}
		pass_over(p, entry);
	}
	if (result == ARCHIVE_EOF && !p->is_cut)
		return true;
	fail_for(p, err);
	p->is_broken = true;
	return lose(p, p->path, taker, err);
}

bool packed_read(struct packed_rest *rest, const char *path, struct bytes bytes,
                 const struct packed_taker *taker, struct arena *arena, struct progress *progress,
                 struct error *err) {
	SCRATCH struct arena *own = arena_new();
	struct packed *p = arena_alloc(own, 1, sizeof *p);
	const bool is_file = strcmp(path, "-") != 0 && !taker->is_member;
	uint64_t held = bytes.len;

	*rest = (struct packed_rest){ .n = 0 };
	p->room.arena = own;
	p->path = path;
	p->name_size = strlen(path) + MOST_NAME;
	p->name = arena_space(own, p->name_size, 1);
	p->whole = bytes;
	p->fd = -1;
	p->piece = BLOCK;
	p->block = arena_alloc(own, BLOCK_HEADER + BLOCK, 1);
	arena_defer(own, close_archive, p);
	if (is_file) {
		p->fd = bytes_open_regular(path, &held, err);
		held = file_held(path);
	}
	p->means = taker->means;
	if (!taker->is_member) {
		*p->means = (struct packed_means){
			.work.progress = progress,
			.memory = size_of_any + held * MEMORY_OF_HELD,
		};
		work_allow(&p->means->work, held);
	}
	p->most = held < (most - size_of_any) / SIZE_OF_HELD
	                  ? size_of_any + (size_t)held * SIZE_OF_HELD
	                  : most;
	bool ok = (!is_file || p->fd >= 0) &&
	          ((library_load(&p->library, LIBARCHIVE_SONAME, names,
	                         sizeof names / sizeof *names, err) &&
	            (open_archive(p, err) || (taker->lose && read_again(p, err)))) ||
	           fail_at(err, path));
	for (p->is_again = ok; ok && p->is_again;)
		ok = read_members(p, taker, rest, arena, err);
	if (ok && !(p->ntaken + p->nlost))
		ok = fail(err, "%s: contains no profile", path);
	return ok;
}

#else

bool packed_read(struct packed_rest *rest, const char *path, struct bytes bytes,
                 const struct packed_taker *taker, struct arena *arena, struct progress *progress,
                 struct error *err) {
	return fail(err, "%s: compressed, but gptui was built without libarchive", path);
}

#endif
