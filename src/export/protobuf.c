/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/protobuf.h"

#include <string.h>

#include "base/arena.h"

enum wire_type { WIRE_NUMBER = 0, WIRE_BYTES = 2, MOST_VARINT = 10 };

/* Seven bits a byte, the lowest first; returns how many bytes. */
static size_t varint(unsigned char *out, uint64_t number)
{
	size_t n = 0;

	for (; number >= 0x80; number >>= 7)
		out[n++] = (unsigned char)(number | 0x80);
	out[n++] = (unsigned char)number;
	return n;
}

void message_add(struct message *m, const void *bytes, size_t n)
{
	unsigned char *old = m->bytes;

	if (m->room - m->n < n) {
		m->room = 2 * (m->n + n);
		m->bytes = arena_space(m->arena, m->room, 1);
		if (m->n)
			memcpy(m->bytes, old, m->n);
	}
	if (n)
		memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

static void add_varint(struct message *m, uint64_t number)
{
	unsigned char bytes[MOST_VARINT];

	message_add(m, bytes, varint(bytes, number));
}

void message_number(struct message *m, unsigned field, uint64_t number)
{
	if (!number)
		return;
	add_varint(m, (uint64_t)field << 3 | WIRE_NUMBER);
	add_varint(m, number);
}

void message_bytes(struct message *m, unsigned field, const void *bytes, size_t n)
{
	add_varint(m, (uint64_t)field << 3 | WIRE_BYTES);
	add_varint(m, n);
	message_add(m, bytes, n);
}

void message_numbers(struct message *m, unsigned field, const uint64_t *numbers, size_t n)
{
	unsigned char bytes[MOST_VARINT];
	size_t size = 0, i;

	for (i = 0; i < n; i++)
		size += varint(bytes, numbers[i]);
	add_varint(m, (uint64_t)field << 3 | WIRE_BYTES);
	add_varint(m, size);
	for (i = 0; i < n; i++)
		add_varint(m, numbers[i]);
}

void message_put(FILE *file, struct message *m)
{
	if (m->n)
		fwrite(m->bytes, 1, m->n, file);
	m->n = 0;
}

void message_write(FILE *file, unsigned field, struct message *m)
{
	unsigned char head[2 * MOST_VARINT];
	size_t n = varint(head, (uint64_t)field << 3 | WIRE_BYTES);

	n += varint(head + n, m->n);
	fwrite(head, 1, n, file);
	message_put(file, m);
}
