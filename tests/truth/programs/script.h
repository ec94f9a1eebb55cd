/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of script share. */
#include <setjmp.h>
#include <stddef.h>

enum kind { NUMBER, NAME, UNARY, BINARY, CALL, LET, WHILE, BLOCK, IF };

struct node {
	enum kind kind;
	int op;
	long number;
	struct node *kids[3];
	struct node *next;
	struct symbol *symbol;
};

struct symbol {
	char name[16];
	long value;
	long (*builtin)(long, long);
	unsigned uses;
};

struct lexer {
	const char *at;
	int token;
	long number;
	char name[16];
	jmp_buf failed;
	int line;
};

enum { END, NUM, ID, EQ = 256, LE, KEY_WHILE, KEY_IF, KEY_LET };

extern struct symbol symbols[512];
extern size_t nsymbols;

/* In script_parser.c.  Trees are made of nodes of a pool that goes round. */
void prepare_nodes(size_t n);
void free_nodes(void);
struct symbol *find(const char *name);
void define(const char *name, long (*builtin)(long, long));
struct node *parse(struct lexer *x);

/* In script_asm.S. */
long mix_bits(long value, long salt);
long count_bits(const unsigned char *bytes, long n);
