/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is taken of archives, and what hostile ones cost. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/packed.h"
#include "base/system.h"
#include "base/work.h"

#include "assertions.h"

struct test {
	char folder[64];
	char path[80]; /* "x" in it */
	struct arena *arena;
	struct progress progress;
	struct packed_rest rest;
	char taken[1024]; /* "NAME:BYTES " of each member, "NAME! " of a lost one */
	char lost[1024];  /* why the last one is */
	size_t ntaken;
	bool may_lose;
	struct error err;
};

static int begin(void **state) {
	static struct test test;

	memset(&test, 0, sizeof test);
	strcpy(test.folder, "/tmp/test-packed-XXXXXX");
	if (!mkdtemp(test.folder))
		return 1;
	snprintf(test.path, sizeof test.path, "%s/x", test.folder);
	test.arena = arena_new();
	*state = &test;
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	unlink(t->path);
	return rmdir(t->folder);
}

/* Makes the file by Python. */
static void make(struct test *t, const char *script) {
	char line[4096];

	if (!built_in.archives)
		skip();
	snprintf(line, sizeof line,
	         "cd %s && python3 - <<'END'\n"
	         "import bz2, gzip, io, lzma, tarfile, zipfile, zlib\n"
	         "def tar(*members, mode='w'):\n"
	         "  f = tarfile.open('x', mode)\n"
	         "  for name, data in members:\n"
	         "    t = tarfile.TarInfo(name); t.size = len(data)\n"
	         "    f.addfile(t, io.BytesIO(data))\n"
	         "  f.close()\n"
	         "def again(first, block, n):\n"
	         "  c = zlib.compressobj(9, zlib.DEFLATED, 31)\n"
	         "  f = open('x', 'wb')\n"
	         "  f.write(c.compress(first) + c.flush(zlib.Z_FULL_FLUSH))\n"
	         "  f.write((c.compress(block) +\n"
	         "           c.flush(zlib.Z_FULL_FLUSH)) * n)\n"
	         "  f.close()\n"
	         "def put(data): open('x', 'wb').write(data)\n"
	         "%s\nEND\n",
	         t->folder, script);
	assert_int_equal(system(line), 0);
}

/* Profiles begin with P here. */
static bool is_wanted(const void *context, struct bytes start, size_t size) {
	assert_compared(start.len, <=, size);
	return start.len && *start.data == 'P';
}

static bool take(void *context, const char *name, struct bytes bytes, struct error *err) {
	struct test *t = context;
	const size_t len = strlen(t->taken);
	const char *path = t->path;

	assert_memory_equal(name, path, strlen(path));
	t->ntaken++;
	snprintf(t->taken + len, sizeof t->taken - len, "%.99s:%zu ", name + strlen(path),
	         bytes.len);
	return true;
}

static void lose(void *context, const char *name, const char *reason) {
	struct test *t = context;
	const size_t len = strlen(t->taken);

	snprintf(t->taken + len, sizeof t->taken - len, "%.99s! ", name + strlen(t->path));
	snprintf(t->lost, sizeof t->lost, "%s", reason);
}

static bool read_archive(struct test *t) {
	struct packed_means means;
	const struct packed_taker taker = { .is_wanted = is_wanted,
		                            .take = take,
		                            .lose = t->may_lose ? lose : NULL,
		                            .context = t,
		                            .means = &means };
	const struct bytes none = { NULL, 0 };

	t->taken[0] = '\0';
	t->ntaken = 0;
	return packed_read(&t->rest, t->path, none, &taker, t->arena, &t->progress, &t->err);
}

static void assert_taken(struct test *t, const char *expected) {
	if (!read_archive(t))
		print_message("%s\n", t->err.reason);
	assert_string_equal(t->taken, expected);
}

static void assert_refused(struct test *t, const char *why) {
	assert_false(read_archive(t));
	assert_non_null(strstr(t->err.reason, why));
	assert_memory_equal(t->err.reason, t->path, strlen(t->path));
}

static void members_are_read_in_their_order(void **state) {
	make(*state, "tar(('b', b'P1'), ('run.log', b'x'), ('a/c', b'P23'))");
	assert_taken(*state, "/b:2 /a/c:3 ");
	assert_int_equal(((struct test *)*state)->rest.n, 1);
}

static void any_packing_will_do(void **state) {
	static const char *const modes[] = { "w:gz", "w:bz2", "w:xz" };
	char script[80];

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		snprintf(script, sizeof script, "tar(('a', b'P' * 9999), mode='%s')", modes[i]);
		make(*state, script);
		assert_taken(*state, "/a:9999 ");
	}
	make(*state, "z = zipfile.ZipFile('x', 'w', zipfile.ZIP_DEFLATED)\n"
	             "z.writestr('d/', ''); z.writestr('d/a', 'P' * 7000)\n"
	             "z.writestr('b', 'P2'); z.close()");
	assert_taken(*state, "/d/a:7000 /b:2 ");
	assert_int_equal(((struct test *)*state)->rest.n, 0);
}

static void one_file_keeps_its_name(void **state) {
	make(*state, "put(gzip.compress(b'P' * 100000))");
	assert_taken(*state, ":100000 ");
	make(*state, "put(lzma.compress(b'P' * 4096))");
	assert_taken(*state, ":4096 ");
}

/* Names are only shown; links are not followed. */
static void names_lead_nowhere(void **state) {
	make(*state, "f = tarfile.open('x', 'w')\n"
	             "for n in ['../../a', '/etc/b', './/c']:\n"
	             "  t = tarfile.TarInfo(n); t.size = 1\n"
	             "  f.addfile(t, io.BytesIO(b'P'))\n"
	             "for n in [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE,\n"
	             "          tarfile.FIFOTYPE]:\n"
	             "  t = tarfile.TarInfo('l'); t.type = n; t.linkname = '/etc/b'\n"
	             "  f.addfile(t)\n"
	             "f.close()");
	assert_taken(*state, "/../../a:1 /etc/b:1 /c:1 ");
	assert_int_equal(((struct test *)*state)->rest.n, 4);
}

static void without_a_profile_it_is_refused(void **state) {
	make(*state, "tar(('run.log', b'x'))");
	assert_refused(*state, ": contains no profile");
	make(*state, "tar()");
	assert_refused(*state, "");
}

static void what_is_cut_off_is_refused(void **state) {
	make(*state, "tar(('a', b'P' * 9999), mode='w:gz')\n"
	             "d = open('x', 'rb').read(); put(d[:-20])");
	assert_refused(*state, ": damaged or not supported");
	make(*state, "tar(('a', b'P' * 9999))\n"
	             "d = open('x', 'rb').read(); put(d[:5000])");
	assert_refused(*state, "/a: damaged or not supported");
}

static void assert_all_but_the_end_is_read(struct test *t, const char *head) {
	char script[400];

	snprintf(script, sizeof script,
	         "import random\n"
	         "tar(*[(c, b'P' + random.randbytes(999)) for c in 'abcde'])\n"
	         "d = open('x', 'rb').read()\n"
	         "%s; put(d[:-800])",
	         head);
	make(t, script);
	assert_taken(t, "/a:1000 /b:1000 /c:1000 /d:1000 /e! ");
	assert_non_null(strstr(t->lost, "the archive is cut off here: damaged"));
}

/* Of a block that is not whole the library's filters give nothing. */
static void what_is_cut_off_is_read_up_to_there(void **state) {
	struct test *t = *state;

	t->may_lose = true;
	assert_all_but_the_end_is_read(t, "d = gzip.compress(d)");
	assert_all_but_the_end_is_read(t, "d = gzip.compress(d)\n"
	                                  "d = d[:3] + b'\\x08' + d[4:10] + b'name\\0' + d[10:]");
	assert_all_but_the_end_is_read(t, "d = gzip.compress(d)\n"
	                                  "d = d[:3] + b'\\x16' + d[4:10] + "
	                                  "b'\\3\\0abcwords\\0CC' + d[10:]");
	assert_all_but_the_end_is_read(t, "d = lzma.compress(d)");
	assert_all_but_the_end_is_read(t, "d = b''.join(gzip.compress(d[i:i + 700]) for i in "
	                                  "range(0, len(d), 700)) + gzip.compress(bytes(9))");
	assert_all_but_the_end_is_read(t, "d = b''.join(bz2.compress(d[i:j]) for i, j in "
	                                  "[(0, 300), (300, 6800), (6800, len(d))])");
	make(t, "import random\n"
	        "tar(('a', b'P1'))\n"
	        "d = open('x', 'rb').read() + random.randbytes(9999)\n"
	        "put(gzip.compress(d)[:-20])");
	assert_taken(t, "/a:2 ");
	make(t, "import random\nput(gzip.compress(b'P' + random.randbytes(9999))[:-20])");
	assert_refused(t, ": damaged");
	make(t, "tar(('a', b'P1'), ('b', b'P2'), mode='w:bz2')\n"
	        "d = open('x', 'rb').read(); put(d[:-20])");
	assert_refused(t, ": damaged");
}

static void behind_a_damaged_member_a_zip_is_read_on(void **state) {
	struct test *t = *state;

	t->may_lose = true;
	make(t, "import random\n"
	        "z = zipfile.ZipFile('x', 'w', zipfile.ZIP_DEFLATED)\n"
	        "for c in 'abc': z.writestr(c, b'P' + random.randbytes(3000).hex().encode())\n"
	        "z.close(); d = bytearray(open('x', 'rb').read())\n"
	        "i = d.index(b'PK\\3\\4', 9); d[i + 199:i + 299] = bytes(100); put(d)");
	assert_taken(t, "/a:6001 /b! /c:6001 ");
	assert_null(strstr(t->lost, "cut off here"));
}

/* 300 MB in 300 KB, which break off: they are read twice, and paid for. */
static void what_is_read_again_is_paid_for(void **state) {
	struct test *t = *state;

	t->may_lose = true;
	make(t, "t = tarfile.TarInfo('n'); t.size = 8 << 30\n"
	        "again(t.tobuf(), b'N' * (1 << 20), 300)\n"
	        "d = open('x', 'rb').read(); put(d[:-20])");
	assert_taken(t, "! ");
	assert_non_null(strstr(t->lost, "it unpacks to too much for its size"));
}

/* 600 MB of one byte in 600 KB. */
static void bombs_are_refused(void **state) {
	make(*state, "again(b'P\\0', b'P' * (1 << 20), 600)");
	assert_refused(*state, ": a member is larger than 19");
	make(*state, "again(b'P', b'P' * (1 << 20), 120)"); /* as text it is even too much */
	assert_refused(*state, ": it unpacks to too much for its size");
	make(*state, "t = tarfile.TarInfo('a'); t.size = 600 << 20\n"
	             "again(t.tobuf(), b'P' * (1 << 20), 3)");
	assert_refused(*state, "/a: a member is larger than 512 MiB");
	make(*state, "t = tarfile.TarInfo('a'); t.size = 8 << 30\n"
	             "again(t.tobuf(), b'N' * (1 << 20), 9)");
	assert_refused(*state, ": damaged or not supported");
}

/* Three members of 150 MB: one is a large program's, more in 450 KB are not. */
static void large_members_become_dearer(void **state) {
	struct test *t = *state;

	t->may_lose = true;
	make(t, "a = tarfile.TarInfo('a'); a.size = 150 << 20\n"
	        "c = zlib.compressobj(9, zlib.DEFLATED, 31); p = bytes(1 << 20)\n"
	        "one = c.compress(a.tobuf() + b'P') + c.compress(p[1:])\n"
	        "for i in range(149): one += c.compress(p)\n"
	        "put((one + c.flush()) * 3)");
	assert_taken(t, "/a:157286400 /a! ");
	assert_string_equal(t->lost, "the archive is cut off here: it unpacks to too much for "
	                             "its size");
}

/* 400 MB of holes in 2 KB. */
static void sparse_members_are_refused(void **state) {
	make(*state, "t = tarfile.TarInfo('a'); t.size = 1024\n"
	             "t.pax_headers = { 'GNU.sparse.major': '1',\n"
	             "  'GNU.sparse.minor': '0', 'GNU.sparse.name': 'a',\n"
	             "  'GNU.sparse.realsize': str(400 << 20) }\n"
	             "f = tarfile.open('x', 'w', format=tarfile.PAX_FORMAT)\n"
	             "f.addfile(t, io.BytesIO(b'1\\n0\\n512\\n'.ljust(512, "
	             "b'\\0')\n  + b'P' * 512))\n"
	             "f.close()");
	assert_refused(*state, "/a: a member is larger than 160 MiB");
}

/* 120 MB in 120 KB, whose size follows them, then a profile; and 300 MB. */
static void what_nobody_wants_is_paid_for(void **state) {
	make(*state, "class Pipe(io.RawIOBase):\n"
	             "  f = open('x', 'wb')\n"
	             "  def writable(self): return True\n"
	             "  def write(self, data): return self.f.write(data)\n"
	             "f = zipfile.ZipFile(Pipe(), 'w', zipfile.ZIP_DEFLATED)\n"
	             "f.writestr('n', b'N' * (120 << 20))\n"
	             "f.writestr('p', b'P')\n"
	             "f.close(); Pipe.f.close()");
	assert_refused(*state, ": it unpacks to too much for its size");
	make(*state, "t = tarfile.TarInfo('n'); t.size = 300 << 20\n"
	             "again(t.tobuf(), b'N' * (1 << 20), 300)");
	assert_refused(*state, ": it unpacks to too much for its size");
}

/* The second stream says 4 GiB. */
static void large_dictionaries_are_refused(void **state) {
	make(*state, "a = lzma.compress(b'P' * 100)\n"
	             "b = bytearray(a)\n"
	             "i = b.index(b'\\x21\\x01', 12)\n"
	             "b[i + 2] = 40\n"
	             "b[20:24] = zlib.crc32(b[12:20]).to_bytes(4, 'little')\n"
	             "put(a + b)");
	assert_refused(*state, ": needs a dictionary of more than 128 MiB");
	make(*state, "put(lzma.compress(b'P' * 100, preset=9) * 2)");
	assert_taken(*state, ":200 ");
	make(*state, "z = zipfile.ZipFile('x', 'w', zipfile.ZIP_LZMA)\n"
	             "z.writestr('p', b'P'); z.close()");
	assert_refused(*state, "/p: LZMA in a zip file");
}

static void once_compressed_is_enough(void **state) {
	make(*state, "put(gzip.compress(gzip.compress(b'P')))");
	assert_refused(*state, ": compressed more than once");
}

/* 150,000 in 25 KB. */
static void endless_members_are_refused(void **state) {
	make(*state, "t = tarfile.TarInfo('a'); t.size = 1\n"
	             "data = t.tobuf() + b'P'.ljust(512, b'\\0')\n"
	             "put(lzma.compress(data * 150000, preset=0))");
	assert_refused(*state, ": it unpacks to too much for its size");
	assert_compared(((struct test *)*state)->ntaken, <, 150000);
}

static void a_cancelled_job_stops(void **state) {
	struct test *t = *state;

	make(t, "tar(('a', b'P'))");
	t->progress.cancelled = true;
	assert_refused(t, ": cancelled");
}

static void any_byte_may_be_wrong(void **state) {
	struct test *t = *state;
	unsigned char data[4096];
	FILE *file;
	size_t read = 0;

	make(t, "tar(('a', b'P1'), ('b', b'P2'), mode='w:gz')");
	file = fopen(t->path, "rb");
	size_t len = fread(data, 1, sizeof data, file);
	fclose(file);
	assert_true(len > 50 && len < sizeof data);
	unlink(t->path);
	strcpy(t->path, "-"); /* as if all came on standard input */
	for (size_t i = 0; i < len * 8; i++) {
		struct packed_means means;
		const struct packed_taker taker = {
			.is_wanted = is_wanted, .take = take, .context = t, .means = &means
		};
		const struct bytes whole = { data, len };

		data[i / 8] ^= (unsigned char)(1 << i % 8);
		t->taken[0] = '\0';
		read += packed_read(&t->rest, t->path, whole, &taker, t->arena, NULL, &t->err);
		data[i / 8] ^= (unsigned char)(1 << i % 8);
	}
	assert_compared(read, <, len * 8);
}

static void they_are_known_by_their_first_bytes(void **state) {
	static const char *const none[] = { "", "gmon", "\177ELF", "PK", "\x1f\x8b" };

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_false(packed_is_one(
			(struct bytes){ (const unsigned char *)none[i], strlen(none[i]) }));
	assert_true(packed_is_one((struct bytes){ (const unsigned char *)"PK\3\4", 4 }));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(members_are_read_in_their_order),
		TEST(any_packing_will_do),
		TEST(one_file_keeps_its_name),
		TEST(names_lead_nowhere),
		TEST(without_a_profile_it_is_refused),
		TEST(what_is_cut_off_is_refused),
		TEST(what_is_cut_off_is_read_up_to_there),
		TEST(behind_a_damaged_member_a_zip_is_read_on),
		TEST(what_is_read_again_is_paid_for),
		TEST(bombs_are_refused),
		TEST(large_members_become_dearer),
		TEST(sparse_members_are_refused),
		TEST(what_nobody_wants_is_paid_for),
		TEST(large_dictionaries_are_refused),
		TEST(once_compressed_is_enough),
		TEST(endless_members_are_refused),
		TEST(a_cancelled_job_stops),
		TEST(any_byte_may_be_wrong),
		TEST(they_are_known_by_their_first_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
