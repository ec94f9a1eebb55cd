/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: what each profile file has of the time of a profile.
 *
 * One file is one run of the program.  Of each only the functions that have ticks in it are
 * stored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What files are put together by. */
enum file_grouping { GROUP_NO_FILES, GROUP_BY_HOST, GROUP_BY_GROUP, GROUP_BY_RANK };

struct run_ticks {
	uint32_t func; /* number in profile->funcs */
	float ticks;   /* of the profile's rate */
};

struct run {
	const char *path;
	size_t number;       /* in the order in which files were named */
	bool is_cut;         /* the tail of the file was damaged */
	const char *failed;  /* why it could not be read; or NULL */
	const char *repeats; /* what it repeats: "a copy of a"; or NULL */
	double rate;         /* ticks per second of its own; 0: not known */
	double ticks;        /* of all functions, of the profile's rate */
	double rest;         /* of them, of functions without figures here */
	double mpi;          /* of them, in calls of MPI, by the stacks of samples */
	uint64_t calls;
	const struct run_ticks *funcs; /* by function; shape: [nfuncs] */
	size_t nfuncs;

	/* Of a group of files, whose mean it is: their numbers, shape: [nmembers], else 0; and the
	 * standard error of that mean by how much the files differ, of all ticks and of each
	 * function's, shape: [nfuncs]. */
	const uint32_t *members;
	size_t nmembers;
	double error;
	const float *errors;
};

/* What groups have of a function: sums over their files, as if each had the mean of its group, and
 * of how far they are from that. */
struct group_sums {
	double n, ticks, squares, within;
};

/* Without the files that have no histogram, unless none has one. */
struct runs {
	const struct run *list; /* in the order of the files; shape: [n] */
	size_t n;
	const char *noun;              /* what they are, "hosts"; NULL: files */
	const struct group_sums *sums; /* of groups, by function, and in all at the end; or NULL */
	bool are_intervals;            /* each is what a snapshot adds to another one */
	bool know_mpi;                 /* stacks tell how long calls of MPI took */
	size_t ncounted;               /* files that count calls, with a histogram or not */

	/* The functions that have figures of each file, where those of all would be far more than
	 * the files hold: the ones with the most time.  NULL: all have; shape:
	 * [profile->nfuncs]. */
	const bool *has_figures;
	size_t ntold;

	/* Of the files that do not count in the profile. */
	const struct run *off; /* shape: [noff] */
	size_t noff;
};

/* What is hot now: what the last reading of files that are watched added to the one before,
 * function by function. */

struct recent_time {
	double ticks;    /* of the profile's rate */
	double variance; /* ticks squared; sampling noise */
};

struct recent {
	const struct recent_time *funcs; /* shape: [profile->nfuncs] */
	double ticks;                    /* of all of them */
};
