/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls counted by threads, which glibc's mcount() loses.
 *
 * It drops a call while another thread counts one.  The recorder stands before it, and from the
 * first thread on lets one count after the other, where it knows that code (x86-64). */
#pragma once

#pragma GCC visibility push(hidden) /* the program may have functions of these names */

/* Finds the C library's mcount(). */
void mcount_begin(void);

/* From now on there are threads. */
void mcount_share(void);

/* In a child of fork(): the thread that was counting is not there. */
void mcount_begin_in_child(void);

#pragma GCC visibility pop
