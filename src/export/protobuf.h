/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of protocol buffers, as far as profiles need them.
 * Source: "Encoding", protobuf.dev/programming-guides/encoding. */
#ifndef GPTUI_PROTOBUF_H
#define GPTUI_PROTOBUF_H

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

/* Bytes that are fields already. */
void message_add(struct message *m, const void *bytes, size_t n);

/* A field that is a number: none of them is negative; 0 is what a reader takes
 * for a field that is not there. */
void message_number(struct message *m, unsigned field, uint64_t number);

/* Fields that are numbers, in one. */
void message_numbers(struct message *m, unsigned field, const uint64_t *numbers, size_t n);

/* A field that is bytes, a text or another message. */
void message_bytes(struct message *m, unsigned field, const void *bytes, size_t n);

/* Writes its fields, and empties it. */
void message_put(FILE *file, struct message *m);

/* Writes a message as a field of one that is the whole file, and empties it. */
void message_write(FILE *file, unsigned field, struct message *m);

#endif
