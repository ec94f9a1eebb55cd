/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of protocol buffers, as far as profiles need them.
 * Source: "Encoding", protobuf.dev/programming-guides/encoding. */
#ifndef GPTUI_PPROF_EXPORTER_H
#define GPTUI_PPROF_EXPORTER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arena;

/* Initialised with the arena and zeros. */
struct message {
	struct arena *arena;
	unsigned char *bytes; /* shape: [n] */
	size_t n, room;
};

#endif
