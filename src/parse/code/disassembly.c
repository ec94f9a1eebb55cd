/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/disassembly.h"

#include "base/spawn.h"
#include "config.h" /* some versions of bfd.h require it */
#include "model/build/bins.h"
#include "model/model.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"

enum {
	TEXT_BYTES = 256,       /* of an instruction; the rest is cut off */
	LISTED_BYTES = 1 << 16, /* of code, by one run of a program */
	LISTING_MS = 20000,     /* of all runs for a job */
	KEPT_BYTES = 32 << 20   /* of what was listed */
};

/* Each between blanks.  Source: binutils' own output for these machines. */
static const char calls[] = " call callq calll callw lcall"                       /* x86, others */
			    " bl blx bla bl.s bl.l bl_s"                          /* ARM, PowerPC */
			    " bleq blne blcs blcc blmi blpl blvs blvc"            /* ARM, of a */
			    " blhi blls blge bllt blgt blle"                      /* condition */
			    " jal jalr jalx jals jalrs bal balc bals jialc"       /* MIPS, RISC-V */
			    " bgezal bltzal bgezals bltzals"                      /* MIPS */
			    " bras brasl jas jasl bas basr balr"                  /* s390 */
			    " bsr bsrs bsrw bsrl bsr.s bsr.w bsr.l jsr jsri jbsr" /* m68k, SH */
			    " b,l bv,l be,l br.call.sptk.many br.call.sptk.few"   /* HPPA, IA-64 */
			    " rcall calls callg jsb bsbb bsbw call0 call4 call8"  /* AVR, VAX */
			    " call12 l.jal jarl brlid brald calli ";              /* Xtensa */

/* Letters count alike in both cases.  Most words are operands, which begin with none of the letters
 * that calls do. */
static bool word_is_call(const char *text, size_t len) {
	char word[24] = " ";
	size_t i;

	if (!len || len > sizeof word - 3 || !strchr("bcjlr", text[0] | 0x20))
		return false;
	for (i = 0; i < len; i++)
		word[i + 1] = (char)tolower((unsigned char)text[i]);
	word[i + 1] = ' ';
	return strstr(calls, word);
}

bool call_words_in(const char *text, size_t len) {
	static const char blanks[] = " \t";
	size_t last;

	for (size_t first = 0; first < len && text[first]; first = last) {
		first += strspn(text + first, blanks);
		last = first + strcspn(text + first, blanks);
		if (first < len && word_is_call(text + first, (last < len ? last : len) - first))
			return true;
	}
	return false;
}

/* Whether the text begins with the mnemonic of an instruction that has an address, but does not go
 * there. */
static bool load_word_begins(const char *text) {
	static const char *const loads = " adr adrp ldr ldrb ldrh ldrsb ldrsh ldrsw ldrd str vldr "
					 "lea leaq larl lar auipc lrl lgrl exrl pfdrl ";
	size_t len = strcspn(text, " \t.");

	for (size_t i = 0; loads[i + 1]; i++)
		if (loads[i] == ' ' && !strncmp(loads + i + 1, text, len) &&
		    loads[i + len + 1] == ' ')
			return len > 0;
	return false;
}

#ifdef HAVE_LIBOPCODES
#include <dis-asm.h>
#endif

#ifdef HAVE_LIBOPCODES

enum {
	WINDOW = 32 * 1024, /* bytes of code in memory: what is read next may be far away */
	BEFORE = 4096,      /* as many of them before what is read */
	LONGEST = 64        /* bytes of an instruction, at most */
};

/* What is used of libopcodes. */
struct library {
	disassembler_ftype (*choose)(enum bfd_architecture arch, OPCODES_TRUTH big,
	                             unsigned long mach, bfd *file);
	void (*init_for_target)(disassemble_info *info);
	void (*free_target)(disassemble_info *info);
#ifdef HAVE_STYLED_DISASSEMBLER
	void (*init)(disassemble_info *info, void *stream, fprintf_ftype print,
	             fprintf_styled_ftype print_styled);
#else
	void (*init)(disassemble_info *info, void *stream, fprintf_ftype print);
#endif
};

/* Symbols of an object by which libopcodes tells kinds of code. */
struct code_marks {
	asymbol **list; /* shape: [n] */
	int n;
	bool is_known;
};

struct decoder {
	struct library library;
	const struct object *object;
	const struct image *image;
	struct section_index sections; /* of code */
	disassemble_info info;
	disassembler_ftype print;
	const struct section *section; /* whose code is in memory; may be NULL */
	bfd_byte *code;                /* its bytes [low, high); room: [WINDOW] */
	uint64_t low, high;
	uint64_t bias;            /* libopcodes gets addresses as in the object's file */
	struct code_marks *marks; /* of each object */
	struct arena *arena;

	/* The instruction being decoded. */
	char text[TEXT_BYTES];
	size_t len;
	bool has_target;
	uint64_t target;
	size_t target_at; /* its position in the text */
	uint64_t named;   /* the first address in the text */
	size_t named_at, named_len;
};

#ifdef LIBOPCODES_SONAME

static bool open_library(struct library *out) {
	static const char *const names[] = { "disassembler", "disassemble_init_for_target",
		                             "disassemble_free_target", "init_disassemble_info" };
	struct error ignored;

	return library_load(out, LIBOPCODES_SONAME, names, sizeof names / sizeof *names, &ignored);
}

#else

static bool open_library(struct library *out) {
	*out = (struct library){ disassembler, disassemble_init_for_target, disassemble_free_target,
		                 init_disassemble_info };
	return true;
}

#endif

static void append(struct decoder *d, const char *format, va_list args) {
	const size_t room = TEXT_BYTES - d->len;
	const int len = vsnprintf(d->text + d->len, room, format, args);

	d->len += len < 0 ? 0 : (size_t)len < room ? (size_t)len : room - 1;
}

static int print_plain(void *stream, const char *format, ...) {
	va_list args;

	va_start(args, format);
	append(stream, format, args);
	va_end(args);
	return 0;
}

#ifdef HAVE_STYLED_DISASSEMBLER
static int print_styled(void *stream, enum disassembler_style style, const char *format, ...) {
	va_list args;

	va_start(args, format);
	append(stream, format, args);
	va_end(args);
	return 0;
}
#endif

static void set_target(struct decoder *d, uint64_t address) {
	d->has_target = true;
	d->target_at = d->len;
	d->target = machine_address(&d->image->machine, address) + d->bias;
}

/* The first address is the target, unless the target is what is stored there (x86's "*"), or it is
 * in a comment. */
static void print_address(bfd_vma address, disassemble_info *info) {
	struct decoder *d = info->stream;

	if (!d->has_target && !strpbrk(d->text, "#*"))
		set_target(d, address);
	size_t at = d->len;
	print_plain(d, "0x%" PRIx64, (uint64_t)address);
	if (d->named_len)
		return;
	d->named = machine_address(&d->image->machine, address) + d->bias;
	d->named_at = at;
	d->named_len = d->len - at;
}

static void ignore_bad_memory(int status, bfd_vma at, disassemble_info *info) {
}

static int by_value(const void *a, const void *b, const void *context) {
	bfd_vma x = bfd_asymbol_value(*(asymbol *const *)a);
	bfd_vma y = bfd_asymbol_value(*(asymbol *const *)b);

	return x < y ? -1 : x > y;
}

static void find_marks(struct code_marks *out, struct decoder *d, bfd *file) {
	long space = bfd_get_symtab_upper_bound(file);
	size_t kept = 0;

	out->is_known = true;
	if (space <= 0)
		return;
	asymbol **list = arena_alloc(d->arena, (size_t)space + sizeof *list, 1);
	long n = bfd_canonicalize_symtab(file, list);
	for (size_t i = 0; n > 0 && i < (size_t)n; i++)
		if (bfd_section_flags(bfd_asymbol_section(list[i])) & SEC_CODE)
			list[kept++] = list[i];
	if (!kept || kept > INT32_MAX)
		return;
	sort_stable(list, kept, sizeof *list, by_value, NULL, d->arena);
	*out = (struct code_marks){ list, (int)kept, true };
}

/* Lets libopcodes read code of the object. */
static void take_object(struct decoder *d, size_t number) {
	struct code_marks *marks = &d->marks[number];
	bfd *file = object_bfd(object_part(d->object, number));

	/* On some machines, symbols such as ARM's "$t" mark kinds of code and data. */
	const bool has_marks = d->info.arch == bfd_arch_arm || d->info.arch == bfd_arch_aarch64 ||
	                       d->info.arch == bfd_arch_riscv || d->info.arch == bfd_arch_csky;

	if (has_marks && !marks->is_known)
		find_marks(marks, d, file);
	d->bias = d->image->objects[number].bias;
	d->info.section = bfd_get_section_by_name(file, d->section->name);
	d->info.symtab = marks->list;
	d->info.symtab_size = marks->n;
	d->info.symtab_pos = -1;
}

static void release(void *what) {
	struct decoder *d = what;

	d->library.free_target(&d->info);
}

static void set_up(struct decoder *d, bfd *file) {
	disassemble_info *info = &d->info;

#ifdef HAVE_STYLED_DISASSEMBLER
	d->library.init(info, d, print_plain, print_styled);
#else
	d->library.init(info, d, print_plain);
#endif
	info->flavour = bfd_get_flavour(file);
	info->arch = bfd_get_arch(file);
	info->mach = bfd_get_mach(file);
	info->endian = bfd_big_endian(file) ? BFD_ENDIAN_BIG : BFD_ENDIAN_LITTLE;
	info->endian_code = info->display_endian = info->endian;
	info->octets_per_byte = bfd_octets_per_byte(file, NULL);
	info->print_address_func = print_address;
	info->memory_error_func = ignore_bad_memory;
	d->library.init_for_target(info);
	arena_defer(d->arena, release, d);
}

static struct decoder *decoder_new(const struct object *object, struct arena *arena,
                                   struct error *err) {
	bfd *file = object_bfd(object);
	struct library library;

	if (!open_library(&library))
		return fail_null(
			err,
			"libopcodes is not installed, or not the one that gptui was built with");
	disassembler_ftype print = library.choose(bfd_get_arch(file), bfd_big_endian(file),
	                                          bfd_get_mach(file), file);
	if (!print)
		return fail_null(err, "this libopcodes does not support the machine (%s)",
		                 object_image(object)->machine.arch);
	struct decoder *d = arena_alloc(arena, 1, sizeof *d);
	d->library = library;
	d->print = print;
	d->object = object;
	d->image = object_image(object);
	d->sections = section_index_new(d->image, true, arena);
	d->marks = arena_alloc(arena, d->image->nobjects, sizeof *d->marks);
	d->code = arena_alloc(arena, WINDOW, 1);
	d->arena = arena;
	set_up(d, file);
	return d;
}

/* What would do when decoder_new() failed, in lines. */
static const char *disassembler_package(void) {
	struct library library;

	if (!open_library(&library))
		return "Debian: apt-get install libbinutils";
	if (library.choose(bfd_arch_vax, false, 0, NULL))
		return NULL;
	return "Debian: apt-get install binutils-multiarch-dev, then\n"
	       "./configure --with-bfd=multiarch && make";
}

/* Gives libopcodes the code around the address, including some before it, because on some machines
 * it reads backwards. */
static bool turn_to(struct decoder *d, uint64_t address) {
	const struct section *s = section_index_at(&d->sections, address);

	if (!s)
		return false;
	d->section = NULL;
	d->low = address - s->low > BEFORE ? address - BEFORE : s->low;
	d->high = s->high - d->low > WINDOW ? d->low + WINDOW : s->high;
	if (!object_code(d->object, s, d->low, d->code, (size_t)(d->high - d->low)))
		return false;
	d->section = s;
	take_object(d, image_object_at(d->image, s->low));
	d->info.buffer = d->code;
	d->info.buffer_vma = d->low - d->bias;
	d->info.buffer_length = (size_t)(d->high - d->low);
	return true;
}

static bool goes_elsewhere(const disassemble_info *info) {
	return info->insn_info_valid && info->insn_type >= dis_branch &&
	       info->insn_type <= dis_condjsr;
}

static bool is_call(const struct decoder *d) {
	const disassemble_info *info = &d->info;

	if (goes_elsewhere(info) && (info->insn_type == dis_jsr || info->insn_type == dis_condjsr))
		return true;
	if (info->arch == bfd_arch_i386 && strstr(d->text, "bsr"))
		return false; /* it looks for a bit; on other machines it calls */
	return call_words_in(d->text, d->has_target ? d->target_at : d->len);
}

static bool is_jump(const struct decoder *d) {
	if (!d->has_target)
		return false;
	if (goes_elsewhere(&d->info))
		return true;
	return !load_word_begins(d->text) && !strpbrk(d->text, ";@#") &&
	       section_index_at(&d->sections, d->target);
}

/* Whether the code at the address could be read. */
static bool has_code(struct decoder *d, uint64_t address) {
	return (d->section && address >= d->low && address < d->high &&
	        (d->high == d->section->high || d->high - address >= LONGEST)) ||
	       turn_to(d, address);
}

/* Decodes the instruction; 0 if it cannot be read. */
static unsigned decode(struct decoder *d, uint64_t address) {
	disassemble_info *info = &d->info;

	d->text[0] = '\0';
	d->len = 0;
	d->has_target = false;
	d->named_len = 0;
	info->insn_info_valid = 0;
	info->insn_type = dis_noninsn;
	info->target = 0;
	int size = d->print(address - d->bias, info);
	if (size <= 0)
		return 0;
	size /= (int)info->octets_per_byte;
	return size ? (unsigned)size : 1;
}

static bool decoder_read(struct decoder *d, uint64_t address, bool has_text,
                         struct instruction *out) {
	const disassemble_info *info = &d->info;

	if (!has_code(d, address))
		return false;
	if (!has_text && info->arch == bfd_arch_i386 && info->mach & bfd_mach_x86_64 &&
	    d->high - address >= X86_LONGEST &&
	    x86_skim(out, address, d->code + (address - d->low)))
		return true;
	const unsigned size = decode(d, address);
	if (!size)
		return false;
	if (!d->has_target && goes_elsewhere(info) && info->target)
		set_target(d, info->target);
	while (d->len && strchr(" \t", d->text[d->len - 1]))
		d->text[--d->len] = '\0';
	*out = (struct instruction){
		.address = address,
		.size = size,
		.text = d->text,
		.is_call = is_call(d),
		.has_target = d->has_target,
		.target = d->target,
		.named = d->named,
		.at = (unsigned)d->named_at,
		.len = (unsigned)d->named_len,
	};
	out->is_jump = !out->is_call && is_jump(d);
	return true;
}

#else

static struct decoder *decoder_new(const struct object *object, struct arena *arena,
                                   struct error *err) {
	return fail_null(err, "gptui was built without libopcodes");
}

static const char *disassembler_package(void) {
	return "Debian: apt-get install binutils-dev, then\n"
	       "./configure && make";
}

static bool decoder_read(struct decoder *d, uint64_t address, bool has_text,
                         struct instruction *out) {
	return false;
}

#endif

/* A listing being read. */
struct listing {
	const struct image *image;
	const struct section_index *code;
	uint64_t bias; /* of the object: lines have addresses as in its file */
	uint64_t low;  /* the next instruction is not before it */
	struct listed_code *out;
};

static bool is_plain(const char *text) {
	while (*text == '\t' || (*text >= ' ' && *text <= '~'))
		text++;
	return !*text;
}

/* Takes an address with its name, "1010 <leaf+0x4>" or "0x1010 <leaf>", from the end of the text:
 * names are shown in gptui's own way. */
static void take_address(const struct listing *l, struct instruction *out, char *text) {
	char *name = strstr(text, " <"), *at = name;

	if (!name)
		return;
	while (at > text && isxdigit((unsigned char)at[-1]))
		at--;
	if (at == name || name - at > 16)
		return;
	uint64_t address = strtoull(at, NULL, 16);
	if (at - text >= 2 && !memcmp(at - 2, "0x", 2))
		at -= 2;
	if (at > text && !strchr(" \t,", at[-1]))
		return;
	out->has_target = strcspn(text, "#;@") >= (size_t)(at - text);
	out->target = out->named = machine_address(&l->image->machine, address) + l->bias;
	out->at = (unsigned)(at - text);
	out->len = (unsigned)snprintf(at, (size_t)(text + TEXT_BYTES - at), "0x%" PRIx64, address);
	if (out->at + out->len >= TEXT_BYTES)
		out->len = 0;
}

/* "ADDRESS: INSTRUCTION"; other lines are none. */
static void take_line(void *context, const char *line_text, size_t len) {
	struct listing *l = context;
	struct listed_code *out = l->out;
	char line[OUTPUT_LINE + 1], text[TEXT_BYTES], *rest;

	memcpy(line, line_text, len);
	line[len] = '\0';
	uint64_t address = strtoull(line, &rest, 16) + l->bias;
	if (rest == line || *rest++ != ':')
		return;
	rest += strspn(rest, " \t");
	len = strlen(rest);
	while (len && strchr(" \t", rest[len - 1]))
		rest[--len] = '\0';
	if (!len || !is_plain(rest) || address < l->low || address >= out->high)
		return;
	struct instruction now = { .address = address };
	snprintf(text, sizeof text, "%s", rest);
	take_address(l, &now, text);
	now.is_call = call_words_in(text, now.has_target ? now.at : strlen(text));
	now.is_jump = !now.is_call && now.has_target && !load_word_begins(text) &&
	              section_index_at(l->code, now.target);
	now.text = arena_text(out->arena, text, strlen(text));
	arena_append(out->arena, out->list, out->n, now);
	l->low = address + 1;
}

bool listed_code_read(const char *program, const struct image *image,
                      const struct section_index *code, struct listed_code *out, long long ms,
                      struct progress *progress, struct error *err) {
	const struct command_limits limits = { 64 << 20, ms };
	const struct image_object *object = &image->objects[image_object_at(image, out->low)];
	struct listing l = { image, code, object->bias, out->low, out };
	char from[40], to[40], path[4200];
	const char *const argv[] = { program, "-d", "-z", "-w", "--no-show-raw-insn",
		                     from,    to,   path, NULL };

	snprintf(from, sizeof from, "--start-address=0x%" PRIx64, out->low - l.bias);
	snprintf(to, sizeof to, "--stop-address=0x%" PRIx64, out->high - l.bias);
	/* Never taken for an option. */
	if (snprintf(path, sizeof path, "%s%s", *object->path == '-' ? "./" : "", object->path) >=
	    (int)sizeof path)
		return fail(err, "%.200s: the name is too long", object->path);
	if (!command_output(argv, limits, take_line, &l, progress, err))
		return false;
	if (!out->n)
		return fail(err, "%.200s: lists no instruction there; is it for this machine (%s)?",
		            program, image->machine.arch);
	/* An instruction is as long as it is to the next one. */
	for (size_t i = 0; i < out->n; i++) {
		const uint64_t at = out->list[i].address;
		const uint64_t size = (i + 1 < out->n ? out->list[i + 1].address : out->high) - at;

		out->list[i].size = size < UINT32_MAX ? (unsigned)size : UINT32_MAX;
	}
	return true;
}

struct disassembler {
	struct decoder *decoder; /* NULL: the program lists code */
	const struct image *image;
	struct section_index sections; /* of code; without a decoder */
	const char *program;
	struct progress *progress; /* of the job */
	long long end_ms;          /* when the program must have ended */
	const struct listed_code *listed;
	struct arena *arena; /* of what is listed */
	struct error err;    /* why nothing more is listed */
};

/* Begins another job: the program, if there is one, may take 20 s for it, or until that is
 * cancelled; or NULL. */
static void disassembler_begin(struct disassembler *d, struct progress *progress) {
	d->progress = progress;
	d->end_ms = clock_ms() + LISTING_MS;
	d->err.reason[0] = '\0';
}

struct disassembler *disassembler_new(const struct object *object, struct arena *arena,
                                      struct error *err) {
	struct decoder *decoder = decoder_new(object, arena, err);
	const struct debug_files *files = object_debug_files(object);

	if (!decoder && !files->objdump)
		return NULL;
	struct disassembler *d = arena_alloc(arena, 1, sizeof *d);
	d->decoder = decoder;
	d->image = object_image(object);
	if (!decoder)
		d->sections = section_index_new(d->image, true, arena);
	d->program = files->objdump;
	d->arena = arena_within(arena);
	disassembler_begin(d, files->work->progress);
	return d;
}

bool disassembler_is_program(const struct disassembler *d) {
	return !d->decoder;
}

const char *disassembler_problem(const struct disassembler *d, struct arena *arena) {
	return d->err.reason[0] ? arena_text(arena, d->err.reason, strlen(d->err.reason)) : NULL;
}

/* Has code from the address on listed, up to what was listed before. */
static const struct listed_code *list_code(struct disassembler *d, uint64_t address) {
	const struct section *s = section_index_at(&d->sections, address);

	if (!s || d->err.reason[0])
		return NULL;
	if (arena_size(d->arena) > KEPT_BYTES) {
		arena_reset(d->arena);
		d->listed = NULL;
	}
	struct listed_code *code = arena_alloc(d->arena, 1, sizeof *code);
	*code = (struct listed_code){ .low = address,
		                      .high = s->high - address < LISTED_BYTES
		                                      ? s->high
		                                      : address + LISTED_BYTES,
		                      .arena = d->arena,
		                      .next = d->listed };
	for (const struct listed_code *c = d->listed; c; c = c->next)
		if (c->low > address && c->low < code->high)
			code->high = c->low;
	if (!listed_code_read(d->program, d->image, &d->sections, code, d->end_ms - clock_ms(),
	                      d->progress, &d->err))
		return NULL;
	if (code->high - address == LISTED_BYTES && code->n > 1)
		code->high = code->list[--code->n].address; /* may be cut off */
	return d->listed = code;
}

/* The listed instruction at the address, or the rest of the one around it, or else the next one. */
static bool listed_read(struct disassembler *d, uint64_t address, struct instruction *out) {
	const struct listed_code *c = d->listed;

	while (c && (address < c->low || address >= c->high))
		c = c->next;
	if (!c && !(c = list_code(d, address)))
		return false;
	size_t at = upper_bound(c->list, c->n, sizeof *c->list,
	                        offsetof(struct instruction, address), address);
	*out = c->list[at ? at - 1 : 0];
	out->size = (unsigned)(out->address + out->size - address);
	if (at)
		out->address = address;
	return true;
}

bool disassembler_read(struct disassembler *d, uint64_t address, struct instruction *out) {
	return d->decoder ? decoder_read(d->decoder, address, true, out)
	                  : listed_read(d, address, out);
}

bool disassembler_skim(struct disassembler *d, uint64_t address, struct instruction *out) {
	return d->decoder ? decoder_read(d->decoder, address, false, out)
	                  : listed_read(d, address, out);
}

/* Code to disassemble: part of a piece of the function. */
struct code_window {
	uint64_t low, high; /* addresses, [low, high) */
	uint64_t run_up;    /* where decoding begins: at low or before */
};

/* What one bin counts of the function. */
struct code_share {
	uint64_t low, high;
	double ticks;  /* its share ... */
	double of_bin; /* ... of these */
	double weight; /* of the histogram's ticks */
	bool is_split; /* other functions share it */
};

enum {
	STEP_INSTRUCTIONS = 1024,
	BYTES_MOST = 1 << 18, /* of one function, to disassemble */
	WINDOWS_MOST = 128,   /* beside these */
	WINDOW_BEHIND = 1024, /* bytes shown around samples */
	WINDOW_BEFORE = 1024, /* of which the first ... */
	WINDOW_RUN_UP = 64    /* ... synchronise the decoder */
};

struct disassembly {
	const struct object *object;
	const struct profile *profile;
	struct arena *arena;
	struct disassembler *disassembler;
	const char *reason; /* why there is none */
	const struct merged *merged;
	struct keyed *data; /* symbols of data by address; shape: [ndata] */
	size_t ndata;
	bool is_ready;
};

/* One function being read. */
struct reading {
	struct disassembly *reader;
	const struct func *func;
	struct lines *lines;
	struct arena *arena, *scratch;
	struct progress *progress;

	/* Which code is read.  Of a very large function, only what is around its beginning, a given
	 * address and the most sampled bins. */
	struct code_window *windows; /* of a piece, by address; shape: [nwindows] */
	size_t nwindows;
	uint64_t bytes_left;       /* of pieces that may be read as a whole */
	size_t windows_left;       /* of others */
	struct code_share *shares; /* by address; shape: [nshares] */
	size_t nshares;

	struct code_row *rows; /* by address; shape: [n] */
	size_t n;
	const char *reason; /* why there are none; or NULL */
};

/* Finds what bins count of the function. */
static void find_shares(struct reading *r) {
	const struct profile *p = r->reader->profile;
	const uint32_t number = profile_number(p, r->func);
	struct bin_walk bin = bin_walk_within(r->reader->merged, p->map, p->splits, r->func->low,
	                                      r->func->high);
	struct bin_share share;

	while (r->func->high > r->func->low && bin_walk_next(&bin))
		while (bin_walk_share(&bin, &share)) {
			if (share.piece->func != number)
				continue;
			arena_append(r->scratch, r->shares, r->nshares,
			             (struct code_share){
					     share.low,
					     share.high,
					     share.ticks,
					     bin.ticks,
					     bin.weight,
					     share.ticks < bin.ticks,
				     });
		}
	r->shares = sort_copy(r->shares, r->nshares, sizeof *r->shares,
	                      offsetof(struct code_share, low), r->scratch);
}

static void add_window(struct reading *r, const struct piece *piece, uint64_t low, uint64_t high) {
	uint64_t before = low - piece->low;

	arena_append(r->scratch, r->windows, r->nwindows,
	             (struct code_window){
			     low, high, low - (before < WINDOW_RUN_UP ? before : WINDOW_RUN_UP) });
}

/* Adds what is around an address.  It begins at a multiple of 16 bytes from the piece's beginning,
 * for machines with instructions of fixed size. */
static void add_around(struct reading *r, const struct piece *piece, uint64_t address) {
	uint64_t at = address - piece->low, size = piece->high - piece->low;
	uint64_t low = at > WINDOW_BEFORE ? (at - WINDOW_BEFORE) / 16 * 16 : 0;
	uint64_t high = size - at > WINDOW_BEHIND ? at + WINDOW_BEHIND : size;

	if (!r->windows_left)
		return;
	r->windows_left--;
	add_window(r, piece, piece->low + low, piece->low + high);
}

static int by_ticks(const void *a, const void *b, const void *context) {
	const struct code_share *x = a, *y = b;

	return x->ticks * x->weight < y->ticks * y->weight
	               ? 1
	               : -(x->ticks * x->weight > y->ticks * y->weight);
}

/* Chooses what to disassemble of a piece: all of it, or what is around its beginning, the address,
 * which may be NULL, and the most sampled bins. */
static void choose(struct reading *r, const struct piece *piece, const uint64_t *address) {
	const size_t first = lower_bound(r->shares, r->nshares, sizeof *r->shares,
	                                 offsetof(struct code_share, low), piece->low);
	const size_t n = lower_bound(r->shares, r->nshares, sizeof *r->shares,
	                             offsetof(struct code_share, low), piece->high) -
	                 first;

	if (piece->high - piece->low <= r->bytes_left) {
		r->bytes_left -= piece->high - piece->low;
		add_window(r, piece, piece->low, piece->high);
		return;
	}
	struct code_share *shares = arena_copy(r->scratch, n ? r->shares + first : NULL, n,
	                                       sizeof *shares);
	sort_stable(shares, n, sizeof *shares, by_ticks, NULL, r->scratch);
	add_around(r, piece, piece->low);
	if (address && *address >= piece->low && *address < piece->high)
		add_around(r, piece, *address);
	for (size_t i = 0; i < n && r->windows_left; i++)
		add_around(r, piece, shares[i].low);
}

/* Replaces the windows by those of a piece: by address, those that touch joined. */
static void choose_windows(struct reading *r, const struct piece *piece, const uint64_t *address) {
	size_t kept = 0;

	r->nwindows = 0;
	choose(r, piece, address);
	r->windows = sort_copy(r->windows, r->nwindows, sizeof *r->windows,
	                       offsetof(struct code_window, low), r->scratch);
	for (size_t i = 0; i < r->nwindows; i++) {
		struct code_window *last = kept ? &r->windows[kept - 1] : NULL;

		if (!last || r->windows[i].low > last->high)
			r->windows[kept++] = r->windows[i];
		else if (r->windows[i].high > last->high)
			last->high = r->windows[i].high;
	}
	r->nwindows = kept;
}

static void list_data(struct disassembly *reader) {
	const struct image *image = reader->profile->image;
	SCRATCH struct arena *scratch = arena_new();

	reader->data = arena_alloc(reader->arena, image->nsymbols, sizeof *reader->data);
	for (size_t i = 0; i < image->nsymbols && i < UINT32_MAX; i++) {
		const struct symbol *s = &image->symbols[i];

		if (s->kind == SYMBOL_OBJECT && s->section && *s->name)
			reader->data[reader->ndata++] = (struct keyed){ s->low, (uint32_t)i };
	}
	sort_keys(reader->data, reader->ndata, scratch);
}

/* What takes some time is done on first use. */
static void make_ready(struct disassembly *reader) {
	const struct profile *p = reader->profile;
	struct error err = { "" };

	if (reader->is_ready)
		return;
	reader->is_ready = true;
	reader->disassembler = disassembler_new(reader->object, reader->arena, &err);
	if (!reader->disassembler) {
		reader->reason = arena_text(reader->arena, err.reason, strlen(err.reason));
		return;
	}
	reader->merged = merged_new(p->records->histograms, p->records->nhistograms,
	                            &p->image->machine, reader->arena, NULL);
	list_data(reader);
}

struct disassembly *disassembly_new(const struct object *object, const struct profile *profile,
                                    struct arena *arena) {
	struct disassembly *reader = arena_alloc(arena, 1, sizeof *reader);

	reader->object = object;
	reader->profile = profile;
	reader->arena = arena;
	return reader;
}

/* The data object that contains an address. */
static void name_data(const struct reading *r, struct code_row *row) {
	const struct disassembly *reader = r->reader;
	const struct symbol *symbols = reader->profile->image->symbols;
	uint64_t address = row->instruction.named;
	size_t low = upper_bound(reader->data, reader->ndata, sizeof *reader->data,
	                         offsetof(struct keyed, key), address);

	if (!low)
		return;
	const struct symbol *s = &symbols[reader->data[low - 1].index];
	if (address - s->low >= (s->size ? s->size : 1))
		return;
	row->data = s->name;
	row->offset = address - s->low;
}

static struct code_row *add_row(struct reading *r, uint64_t address) {
	arena_put(r->arena, r->rows, r->n, (struct code_row){ .instruction.address = address });
	return &r->rows[r->n++];
}

/* The text with its operands aligned, without tabs. */
static void take_text(struct reading *r, struct instruction *out) {
	enum { OPERANDS = 7 };
	const char *text = out->text, *tab = strchr(text, '\t');
	size_t words = tab ? (size_t)(tab - text) : 0;
	int blanks = words < OPERANDS ? OPERANDS - (int)words : 1;

	if (!tab) {
		out->text = arena_text(r->arena, text, strlen(text));
		return;
	}
	char *shown = arena_format(r->arena, "%.*s%*s%s", (int)words, text, blanks, "", tab + 1);
	for (char *c = shown; *c; c++)
		if (*c == '\t')
			*c = ' ';
	if (out->len && out->at > words)
		out->at += (unsigned)blanks - 1;
	out->text = shown;
}

/* Disassembles a window; false if cancelled, or with a reason.  An instruction that begins before
 * the window's end may extend beyond it, but not beyond the piece. */
static bool read_window(struct reading *r, const struct code_window *w) {
	uint64_t at = w->run_up;
	struct instruction found;

	while (at < w->high) {
		if (!disassembler_read(r->reader->disassembler, at, &found)) {
			r->reason = disassembler_problem(r->reader->disassembler, r->arena);
			if (r->reason)
				return false;
			found = (struct instruction){ .address = at,
				                      .size = 1,
				                      .text = "(cut off)" };
		}
		if (at >= w->low) {
			struct code_row *row = add_row(r, found.address);

			row->instruction = found;
			take_text(r, &row->instruction);
			if (found.len && !found.has_target)
				name_data(r, row);
			if (r->lines)
				lines_at(r->lines, found.address, &row->location);
		}
		if (w->high - at <= found.size)
			break;
		at += found.size;
		if (r->n % STEP_INSTRUCTIONS == 0 && !progress_wanted(r->progress))
			return false;
	}
	return true;
}

static void leave_out(struct reading *r, uint64_t low, uint64_t high) {
	struct code_row *row = add_row(r, low);

	row->instruction.size = 1;
	row->left_out = high - low;
}

static uint64_t end_of(const struct code_row *row) {
	return row->instruction.address + (row->left_out ? row->left_out : row->instruction.size);
}

/* Reads the windows of a piece, with a row for each gap between them. */
static bool read_piece(struct reading *r, const struct piece *piece) {
	uint64_t at = piece->low;

	for (size_t i = 0; i < r->nwindows; i++) {
		const struct code_window *w = &r->windows[i];

		if (w->low > at)
			leave_out(r, at, w->low);
		if (!read_window(r, w))
			return false;
		if (r->n && end_of(&r->rows[r->n - 1]) > at)
			at = end_of(&r->rows[r->n - 1]);
	}
	if (at < piece->high)
		leave_out(r, at, piece->high);
	return true;
}

/* The first row that begins at or after the address. */
static size_t row_after(const struct reading *r, uint64_t address) {
	return lower_bound(r->rows, r->n, sizeof *r->rows,
	                   offsetof(struct code_row, instruction.address), address);
}

static void share_out(struct reading *r, const struct code_share *share) {
	size_t first = row_after(r, share->low), last = row_after(r, share->high);

	if (first == last && first)
		first--; /* the one around the bin */
	else if (first == last)
		last++;
	unsigned sharers = (unsigned)(last - first) + share->is_split;
	for (size_t i = first; i < last && i < r->n; i++) {
		struct code_row *row = &r->rows[i];
		double part = share->ticks / (double)(last - first);

		row->ticks += part * share->weight;
		row->variance += split_variance(share->of_bin, part / share->of_bin) *
		                 share->weight * share->weight;
		if (sharers > row->sharers)
			row->sharers = sharers;
	}
}

static bool read_pieces(struct reading *r, const uint64_t *address) {
	const struct profile *p = r->reader->profile;
	const struct code_map *map = p->map;
	const uint32_t number = profile_number(p, r->func);

	find_shares(r);
	for (size_t i = code_map_after(map, r->func->low);
	     i < map->n && map->pieces[i].low < r->func->high; i++) {
		const struct piece *piece = &map->pieces[i];

		if (piece->func != number)
			continue;
		choose_windows(r, piece, address);
		if (!progress_wanted(r->progress) || !read_piece(r, piece))
			return false;
	}
	for (size_t i = 0; i < r->nshares && r->func->self_ticks > 0 && r->n; i++)
		share_out(r, &r->shares[i]);
	return true;
}

/* What would list the code, in lines. */
static const char *find_cure(const struct reading *r) {
	const char *program = machine_objdump(r->reader->profile->image->machine.arch, r->arena);
	const char *package = disassembler_package();

	return program   ? arena_format(r->arena, "it is listed with --objdump %s", program)
	       : package ? arena_format(r->arena, "%s; or name a\nprogram that knows it: %s",
	                                package, "--objdump PROGRAM")
	                 : "name a program that knows it: --objdump PROGRAM";
}

static const struct code *finish(const struct reading *r) {
	struct code *code = arena_alloc(r->arena, 1, sizeof *code);

	*code = (struct code){ .func = r->func, .is_ready = true, .rows = r->rows, .n = r->n };
	for (size_t i = 0; i < r->n; i++)
		code->ticks += r->rows[i].ticks;
	if (r->reason) {
		code->reason = r->reason;
		code->n = 0;
	} else if (r->reader->reason) {
		code->reason = r->reader->reason;
		code->cure = find_cure(r);
	} else if (!r->n) {
		code->reason = "the executable has no code at its addresses";
	}
	return code;
}

const struct code *disassembly_read(struct disassembly *reader, const struct func *func,
                                    struct lines *lines, const uint64_t *address,
                                    struct arena *arena, struct progress *progress) {
	struct reading r = {
		.reader = reader,
		.func = func,
		.lines = lines,
		.bytes_left = BYTES_MOST,
		.windows_left = WINDOWS_MOST,
		.arena = arena,
		.progress = progress,
	};

	if (!progress_wanted(progress))
		return NULL;
	r.scratch = arena_new();
	make_ready(reader);
	if (reader->disassembler)
		disassembler_begin(reader->disassembler, progress);
	bool ok = reader->reason || read_pieces(&r, address);
	arena_free(r.scratch);
	return ok || (r.reason && progress_wanted(progress)) ? finish(&r) : NULL;
}
