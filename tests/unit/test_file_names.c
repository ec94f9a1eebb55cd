/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/files/file_choice.h"

#include "assertions.h"

/* What a name tells, in one line: "rank 3 pid 7 host a group b: name". */
static const char *told(const struct file_name *f, struct arena *arena) {
	char rank[20] = "-";

	if (f->rank != NO_RANK)
		snprintf(rank, sizeof rank, "%u", f->rank);
	return arena_format(arena, "rank %s pid %llu host %s group %s: %s", rank,
	                    (unsigned long long)f->pid, f->host ? f->host : "-",
	                    f->group ? f->group : "-", f->name);
}

/* What the names tell by a pattern, or by themselves (NULL); both end with
 * NULL. */
static void assert_told_by(const char *pattern, const char *const *paths,
                           const char *const *expected) {
	struct arena *arena = arena_new();
	const struct name_pattern *by = NULL;
	struct error err;
	size_t n = 0;

	while (paths[n])
		n++;
	if (pattern) {
		by = name_pattern_parse(pattern, arena, &err);
		assert_non_null(by);
	}
	const struct file_names *names = file_names_find(paths, n, by, 0, arena);
	assert_int_equal(names->n, n);
	for (size_t i = 0; i < n; i++) {
		assert_ptr_equal(names->list[i].path, paths[i]);
		assert_string_equal(told(&names->list[i], arena), expected[i]);
	}
	arena_free(arena);
}

#define NAMES(...)                \
	(const char *const[]) {   \
		__VA_ARGS__, NULL \
	}

static void ranks_are_numbered_from_0(void **state) {
	assert_told_by(NULL, NAMES("out/gmon.1.8103", "out/gmon.0.8101", "out/gmon.2.8102"),
	               NAMES("rank 1 pid 8103 host - group -: gmon.1.8103",
	                     "rank 0 pid 8101 host - group -: gmon.0.8101",
	                     "rank 2 pid 8102 host - group -: gmon.2.8102"));
	assert_told_by(NULL, NAMES("gmon.007", "gmon.008"),
	               NAMES("rank - pid 7 host - group -: gmon.007",
	                     "rank - pid 8 host - group -: gmon.008"));
	assert_told_by(NULL, NAMES("g00", "g01", "g02"),
	               NAMES("rank 0 pid 0 host - group -: g00", "rank 1 pid 0 host - group -: g01",
	                     "rank 2 pid 0 host - group -: g02"));
}

static void folders_count(void **state) {
	assert_told_by(NULL, NAMES("job/rank0/gmon.out", "job/rank1/gmon.out"),
	               NAMES("rank 0 pid 0 host - group -: rank0/gmon.out",
	                     "rank 1 pid 0 host - group -: rank1/gmon.out"));
	assert_told_by(NULL,
	               NAMES("old/gmon.0.31", "old/gmon.1.32", "new/gmon.2.33", "new/gmon.3.34"),
	               NAMES("rank 0 pid 31 host - group old: old/gmon.0.31",
	                     "rank 1 pid 32 host - group old: old/gmon.1.32",
	                     "rank 2 pid 33 host - group new: new/gmon.2.33",
	                     "rank 3 pid 34 host - group new: new/gmon.3.34"));
}

static void hosts_have_words(void **state) {
	assert_told_by(NULL,
	               NAMES("gmon.c1n03.0.812", "gmon.c1n03.1.813", "gmon.c2n01.2.812",
	                     "gmon.c2n01.3.814"),
	               NAMES("rank 0 pid 812 host c1n03 group -: gmon.c1n03.0.812",
	                     "rank 1 pid 813 host c1n03 group -: gmon.c1n03.1.813",
	                     "rank 2 pid 812 host c2n01 group -: gmon.c2n01.2.812",
	                     "rank 3 pid 814 host c2n01 group -: gmon.c2n01.3.814"));
	/* The ranks of each node by themselves are none of the job. */
	assert_told_by(NULL,
	               NAMES("gmon.node0.0.812", "gmon.node0.1.813", "gmon.node1.0.822",
	                     "gmon.node1.1.823"),
	               NAMES("rank - pid 812 host node0 group 0: gmon.node0.0.812",
	                     "rank - pid 813 host node0 group 1: gmon.node0.1.813",
	                     "rank - pid 822 host node1 group 0: gmon.node1.0.822",
	                     "rank - pid 823 host node1 group 1: gmon.node1.1.823"));
	/* A hyphen in some of the names. */
	assert_told_by(NULL, NAMES("gmon.login-a.0.5", "gmon.tea.1.6", "gmon.coffee.2.9"),
	               NAMES("rank 0 pid 5 host login-a group -: gmon.login-a.0.5",
	                     "rank 1 pid 6 host tea group -: gmon.tea.1.6",
	                     "rank 2 pid 9 host coffee group -: gmon.coffee.2.9"));
}

static void processes_are_no_ranks(void **state) {
	assert_told_by(NULL, NAMES("gmon.8123", "gmon.8121", "gmon.8122"),
	               NAMES("rank - pid 8123 host - group -: gmon.8123",
	                     "rank - pid 8121 host - group -: gmon.8121",
	                     "rank - pid 8122 host - group -: gmon.8122"));
	assert_told_by(NULL, NAMES("pid1-gmon.0", "pid0-gmon.2", "pid2-gmon.1"),
	               NAMES("rank 0 pid 1 host - group -: pid1-gmon.0",
	                     "rank 2 pid 0 host - group -: pid0-gmon.2",
	                     "rank 1 pid 2 host - group -: pid2-gmon.1"));
}

static void few_ranks_may_be_missing(void **state) {
	assert_told_by(NULL, NAMES("gmon.0.91", "gmon.3.92", "gmon.1.94"),
	               NAMES("rank 0 pid 91 host - group -: gmon.0.91",
	                     "rank 3 pid 92 host - group -: gmon.3.92",
	                     "rank 1 pid 94 host - group -: gmon.1.94"));
	assert_told_by(NULL, NAMES("gmon.0.91", "gmon.5.92", "gmon.1.94"),
	               NAMES("rank - pid 91 host - group -: gmon.0.91",
	                     "rank - pid 92 host - group -: gmon.5.92",
	                     "rank - pid 94 host - group -: gmon.1.94"));
	assert_told_by(NULL, NAMES("rank-0/gmon", "rank-50/gmon"),
	               NAMES("rank 0 pid 0 host - group -: rank-0/gmon",
	                     "rank 50 pid 0 host - group -: rank-50/gmon"));
}

/* What is told of `nruns` runs of 4 ranks: 'r' for the rank, 'g' for the run as group, else "-". */
static void assert_runs(const char *format, unsigned first, unsigned nruns, const char *group) {
	struct arena *arena = arena_new();
	const char *paths[64];
	size_t n = 0;

	for (unsigned run = first; run < first + nruns; run++)
		for (unsigned rank = 0; rank < 4; rank++, n++)
			paths[n] = arena_format(arena, format, run, rank, 29000 + n * 7 % 50);
	const struct file_names *names = file_names_find(paths, n, NULL, 0, arena);
	assert_int_equal(names->nranks, n);
	assert_null(names->doubles);
	for (size_t i = 0; i < n; i++) {
		const char *expected = arena_format(arena, group, first + (unsigned)i / 4);

		assert_int_equal(names->list[i].rank, i % 4);
		assert_string_equal(names->list[i].group ? names->list[i].group : "-", expected);
	}
	arena_free(arena);
}

/* The number that is constant in a folder is the run, from whatever it counts. */
static void run_folders_have_ranks(void **state) {
	assert_runs("slow.d/run%u/gmon.%u.%u", 1, 3, "run%u");
	assert_runs("slow.d/run%u/gmon.%u.%u", 0, 4, "run%u");
	assert_runs("exp-%u/gmon.%u.%u", 1, 2, "%u");
	assert_runs("trial%u/gmon.%u.%u", 1, 5, "trial%u");
	assert_runs("%02u/gmon.%u.%u", 1, 3, "%02u");
	assert_runs("%u/gmon.%u.%u", 0, 3, "%u");
	assert_runs("%02u/gmon.%u.%u", 1, 12, "%02u");
	/* Those of the recorder, with any host. */
	assert_runs("fast.%u/fast.vm.%u.%u.prof", 1, 3, "%u");
	assert_runs("p.%u/p.r.beta.%u.%u.prof", 0, 4, "%u");
	assert_told_by(NULL,
	               NAMES("f.1/p.ada.0.91.prof", "f.1/p.ada.1.92.prof", "f.2/p.bob.0.93.prof",
	                     "f.2/p.bob.1.90.prof"),
	               NAMES("rank 0 pid 91 host ada group 1: f.1/p.ada.0.91.prof",
	                     "rank 1 pid 92 host ada group 1: f.1/p.ada.1.92.prof",
	                     "rank 0 pid 93 host bob group 2: f.2/p.bob.0.93.prof",
	                     "rank 1 pid 90 host bob group 2: f.2/p.bob.1.90.prof"));
	/* A folder of the rank. */
	assert_told_by(NULL, NAMES("0/gmon.1.8", "1/gmon.1.7", "0/gmon.2.6", "1/gmon.2.5"),
	               NAMES("rank 0 pid 8 host - group 1: 0/gmon.1.8",
	                     "rank 1 pid 7 host - group 1: 1/gmon.1.7",
	                     "rank 0 pid 6 host - group 2: 0/gmon.2.6",
	                     "rank 1 pid 5 host - group 2: 1/gmon.2.5"));
}

/* Runs that were numbered by hand. */
static void numbers_from_1_are_runs(void **state) {
	assert_told_by(NULL, NAMES("gmon.1", "gmon.2", "gmon.3"),
	               NAMES("rank - pid 1 host - group -: gmon.1",
	                     "rank - pid 2 host - group -: gmon.2",
	                     "rank - pid 3 host - group -: gmon.3"));
	assert_told_by(NULL, NAMES("run0/gmon.out", "run1/gmon.out"),
	               NAMES("rank - pid 0 host - group -: run0/gmon.out",
	                     "rank - pid 1 host - group -: run1/gmon.out"));
	assert_told_by(NULL, NAMES("1/gmon.91", "2/gmon.95"),
	               NAMES("rank - pid 91 host - group -: 1/gmon.91",
	                     "rank - pid 95 host - group -: 2/gmon.95"));
}

/* What is said of gaps and of ranks that are there again; NULL: nothing. */
static void assert_gaps_of(size_t nranks, const char *const *paths, const char *missing,
                           const char *doubles) {
	struct arena *arena = arena_new();
	size_t n = 0;

	while (paths[n])
		n++;
	const struct file_names *names = file_names_find(paths, n, NULL, nranks, arena);
	assert_int_equal(names->nranks, n);
	assert_string_equal(names->missing ? names->missing : "-", missing);
	assert_string_equal(names->doubles ? names->doubles : "-", doubles);
	arena_free(arena);
}

static void assert_gaps(const char *const *paths, const char *missing, const char *doubles) {
	assert_gaps_of(0, paths, missing, doubles);
}

/* Where numbers can only begin with 0. */
static void a_missing_rank_0_is_said(void **state) {
	assert_gaps(NAMES("rank.1.91", "rank.2.92", "rank.3.94"), "no file of rank 0", "-");
	assert_gaps(NAMES("p.vm.1.91.prof", "p.vm.2.95.prof", "p.vm.3.94.prof"),
	            "no file of rank 0", "-");
	assert_gaps(NAMES("p.record-3/p.n1.1.91.prof", "p.record-2/p.n2.2.95.prof",
	                  "p.record-4/p.n2.3.94.prof"),
	            "no file of rank 0", "-");
	assert_gaps(NAMES("g.1.91", "g.2.92", "g.3.94"), "-", "-");
}

/* Names that the recorder gives runs one after the other, of one program or of two. */
static void runs_are_no_ranks(void **state) {
	assert_told_by(NULL, NAMES("c/p.r01.91.prof", "c/p.r02.90.prof", "c/p.r03.94.prof"),
	               NAMES("rank - pid 91 host - group -: p.r01.91.prof",
	                     "rank - pid 90 host - group -: p.r02.90.prof",
	                     "rank - pid 94 host - group -: p.r03.94.prof"));
	assert_told_by(NULL,
	               NAMES("new/p.r01.91.prof", "new/p.r02.90.prof", "old/p.r01.94.prof",
	                     "old/p.r02.95.prof"),
	               NAMES("rank - pid 91 host - group new: new/p.r01.91.prof",
	                     "rank - pid 90 host - group new: new/p.r02.90.prof",
	                     "rank - pid 94 host - group old: old/p.r01.94.prof",
	                     "rank - pid 95 host - group old: old/p.r02.95.prof"));
	/* Not of the recorder. */
	assert_told_by(NULL, NAMES("g.r0.91", "g.r1.90"),
	               NAMES("rank 0 pid 91 host - group -: g.r0.91",
	                     "rank 1 pid 90 host - group -: g.r1.90"));
}

static void gaps_are_of_as_many_as_there_were(void **state) {
	assert_gaps_of(4, NAMES("g.1.91", "g.2.92", "g.3.94"), "no file of rank 0", "-");
	assert_gaps_of(5, NAMES("g.0.91", "g.1.92", "g.2.94"), "no file of ranks 3, 4", "-");
	assert_gaps_of(100, NAMES("g.0.91", "g.1.92"), "no file of ranks 2 to 99", "-");
	assert_gaps_of(3, NAMES("g.0.91", "g.1.92", "g.2.94"), "-", "-");
}

static void gaps_and_doubles_are_said(void **state) {
	assert_gaps(NAMES("g.0.91", "g.1.92", "g.2.94"), "-", "-");
	assert_gaps(NAMES("g.0.91", "g.3.92", "g.1.94"), "no file of rank 2", "-");
	assert_gaps(NAMES("g.1", "g.3", "g.4", "g.8", "g.9", "g.10", "g.11", "g.12"),
	            "no file of ranks 0, 2, 5 to 7", "-");
	assert_gaps(NAMES("image1/g", "image2/g", "image3/g"), "-", "-");
	/* Two runs in one folder; in folders of their own. */
	assert_gaps(NAMES("g.0.91", "g.1.92", "g.0.95", "g.1.96"), "-",
	            "several files of ranks 0, 1");
	assert_gaps(NAMES("a/g.0.91", "a/g.1.92", "b/g.0.95", "b/g.1.96"), "-", "-");
	assert_gaps(NAMES("a/g.0.91", "a/g.1.92", "a/g.2.93", "b/g.0.95", "b/g.2.96"),
	            "no file of rank 1 (b)", "-");
	/* Ranks of each host. */
	assert_gaps(NAMES("node0/rank0", "node0/rank1", "node1/rank0", "node1/rank1"), "-", "-");
	/* Named by hand. */
	assert_gaps(NAMES("rank-0/gmon", "rank-50/gmon"), "-", "-");
}

/* A dozen of 64 is gone. */
static void many_ranks_may_be_missing(void **state) {
	struct arena *arena = arena_new();
	const char *paths[64];
	size_t n = 0;

	for (size_t i = 0; i < 64; i++)
		if (i % 5 != 3)
			paths[n++] = arena_format(arena, "gmon.%zu.%zu", i, 8000 + i * 37 % 101);
	const struct file_names *names = file_names_find(paths, n, NULL, 0, arena);
	assert_int_equal(n, 51);
	assert_int_equal(names->nranks, n);
	assert_string_equal(names->missing, "no file of ranks 3, 8, 13, 18, 23, 28, 33, 38, ...");
	arena_free(arena);
}

static void the_most_common_kind_tells(void **state) {
	assert_told_by(NULL, NAMES("gmon.sum", "gmon.0.7", "gmon.1.9"),
	               NAMES("rank - pid 0 host - group -: gmon.sum",
	                     "rank 0 pid 7 host - group -: gmon.0.7",
	                     "rank 1 pid 9 host - group -: gmon.1.9"));
	assert_told_by(NULL, NAMES("a/b/gmon.0.7", "a/gmon.1.9"),
	               NAMES("rank 0 pid 7 host - group -: b/gmon.0.7",
	                     "rank 1 pid 9 host - group -: gmon.1.9"));
}

/* Recordings of ranks, each in a folder of its own. */
static void folders_of_recordings_are_no_hosts(void **state) {
	assert_told_by(NULL,
	               NAMES("p.record/p.n.0.9.prof", "p.record-2/p.n.2.8.prof",
	                     "p.record-3/p.n.1.7.prof"),
	               NAMES("rank 0 pid 9 host - group -: p.record/p.n.0.9.prof",
	                     "rank 2 pid 8 host - group -: p.record-2/p.n.2.8.prof",
	                     "rank 1 pid 7 host - group -: p.record-3/p.n.1.7.prof"));
}

/* Archives of nodes, one of which is broken. */
static void a_broken_archive_is_one_name(void **state) {
	struct arena *arena = arena_new();
	const char *paths[129];

	for (size_t i = 0; i < 128; i++)
		paths[i] = arena_format(arena, "node%03zu.tar.zst/gmon.%zu.%zu", i / 8, i,
		                        9000 + i * 37 % 1009);
	paths[128] = "node016.tar.zst";
	const struct file_names *names = file_names_find(paths, 129, NULL, 0, arena);
	assert_int_equal(names->nranks, 128);
	assert_string_equal(names->list[127].host, "node015");
	assert_null(names->list[128].host);
	arena_free(arena);
}

static void odd_names_tell_nothing(void **state) {
	assert_told_by(NULL, NAMES("a/gmon.out"), NAMES("rank - pid 0 host - group -: gmon.out"));
	assert_told_by(NULL, NAMES("a/gmon.out", "a/gmon.out"),
	               NAMES("rank - pid 0 host - group -: gmon.out",
	                     "rank - pid 0 host - group -: gmon.out"));
	assert_told_by(NULL, NAMES("", "-"),
	               NAMES("rank - pid 0 host - group -: ", "rank - pid 0 host - group -: -"));
	assert_told_by(NULL, NAMES("..", "//", "."),
	               NAMES("rank - pid 0 host - group -: ..", "rank - pid 0 host - group -: //",
	                     "rank - pid 0 host - group -: ."));
	/* Too long for a number. */
	assert_told_by(
		NULL, NAMES("g.99999999999999999999", "g.99999999999999999998"),
		NAMES("rank - pid 0 host 99999999999999999999 group -: g.99999999999999999999",
	              "rank - pid 0 host 99999999999999999998 group -: g.99999999999999999998"));
}

static void many_names_take_little_time(void **state) {
	enum { MANY = 100000 };
	struct arena *arena = arena_new();
	const char **paths = arena_alloc(arena, MANY, sizeof *paths);

	for (size_t i = 0; i < MANY; i++)
		paths[i] = arena_format(arena, "run/node%zu/gmon.%05zu.%zu", i / 64, i,
		                        300000 - i * 7 % 65536);
	const struct file_names *names = file_names_find(paths, MANY, NULL, 0, arena);
	assert_int_equal(names->nranks, MANY);
	assert_int_equal(names->nhosts, MANY);
	for (size_t i = 0; i < MANY; i++)
		assert_int_equal(names->list[i].rank, i);
	arena_free(arena);
}

static void a_pattern_tells(void **state) {
	assert_told_by("gmon.%h.%r.%p", NAMES("a/gmon.x.y.9.44", "gmon.0.1.2", "gmon.a.b.2"),
	               NAMES("rank 9 pid 44 host x.y group -: a/gmon.x.y.9.44",
	                     "rank 1 pid 2 host 0 group -: gmon.0.1.2",
	                     "rank - pid 0 host - group -: gmon.a.b.2"));
	assert_told_by("%g/%*%%r%r.out", NAMES("x/y/a%r7.out", "y/%r12.out"),
	               NAMES("rank 7 pid 0 host - group y: x/y/a%r7.out",
	                     "rank 12 pid 0 host - group y: y/%r12.out"));
	/* Bytes that are no UTF-8 are names, too; case matters. */
	assert_told_by("G.%h.%r", NAMES("G.\xff\xfe.7", "g.a.7"),
	               NAMES("rank 7 pid 0 host \xff\xfe group -: G.\xff\xfe.7",
	                     "rank - pid 0 host - group -: g.a.7"));
	/* Digits are taken whole, and no part has a slash. */
	assert_told_by("%r/g%*1", NAMES("12/gx1", "1/2/g", "3/g/1"),
	               NAMES("rank 12 pid 0 host - group -: 12/gx1",
	                     "rank - pid 0 host - group -: 1/2/g",
	                     "rank - pid 0 host - group -: 3/g/1"));
	assert_told_by(
		"/%r", NAMES("/12", "12"),
		NAMES("rank 12 pid 0 host - group -: /12", "rank - pid 0 host - group -: 12"));
	assert_told_by("%r", NAMES("99999999999", "0"),
	               NAMES("rank - pid 0 host - group -: 99999999999",
	                     "rank 0 pid 0 host - group -: 0"));
}

static void assert_no_pattern(const char *text, const char *reason) {
	struct arena *arena = arena_new();
	struct error err;

	assert_null(name_pattern_parse(text, arena, &err));
	assert_string_equal(err.reason, reason);
	arena_free(arena);
}

static void bad_patterns_are_refused(void **state) {
	assert_no_pattern("%q.%r", "pattern \"%q.%r\": \"%\" stands before r "
	                           "(rank), p (process), h (host), g (group), "
	                           "* (anything) or %");
	assert_no_pattern("%r.%", "pattern \"%r.%\": \"%\" stands before r "
	                          "(rank), p (process), h (host), g (group), "
	                          "* (anything) or %");
	assert_no_pattern("gmon.%*", "pattern \"gmon.%*\": it contains none of %r (rank), %p "
	                             "(process), %h (host), %g (group)");
	assert_no_pattern("", "pattern \"\": it contains none of %r (rank), %p "
	                      "(process), %h (host), %g (group)");
	assert_no_pattern("%r.%r", "pattern \"%r.%r\": a part occurs twice");
	assert_no_pattern("%h%r", "pattern \"%h%r\": two parts need something other "
	                          "than a digit between them, as in \"%r.%p\"");
	assert_no_pattern("%r0", "pattern \"%r0\": two parts need something other "
	                         "than a digit between them, as in \"%r.%p\"");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_numbered_from_0),
		cmocka_unit_test(folders_count),
		cmocka_unit_test(hosts_have_words),
		cmocka_unit_test(processes_are_no_ranks),
		cmocka_unit_test(few_ranks_may_be_missing),
		cmocka_unit_test(a_missing_rank_0_is_said),
		cmocka_unit_test(runs_are_no_ranks),
		cmocka_unit_test(run_folders_have_ranks),
		cmocka_unit_test(numbers_from_1_are_runs),
		cmocka_unit_test(gaps_are_of_as_many_as_there_were),
		cmocka_unit_test(gaps_and_doubles_are_said),
		cmocka_unit_test(many_ranks_may_be_missing),
		cmocka_unit_test(the_most_common_kind_tells),
		cmocka_unit_test(folders_of_recordings_are_no_hosts),
		cmocka_unit_test(a_broken_archive_is_one_name),
		cmocka_unit_test(odd_names_tell_nothing),
		cmocka_unit_test(many_names_take_little_time),
		cmocka_unit_test(a_pattern_tells),
		cmocka_unit_test(bad_patterns_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
