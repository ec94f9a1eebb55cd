/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/disassembler.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/system.h"
#include "config.h" /* some versions of bfd.h require it */
#include "model/code_map.h"
#include "model/image.h"
#include "parse/object/object.h"

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
	size_t first, last;

	for (first = 0; first < len && text[first]; first = last) {
		first += strspn(text + first, blanks);
		last = first + strcspn(text + first, blanks);
		if (first < len && word_is_call(text + first, (last < len ? last : len) - first))
			return true;
	}
	return false;
}

bool load_word_begins(const char *text) {
	static const char *const loads = " adr adrp ldr ldrb ldrh ldrsb ldrsh ldrsw ldrd str vldr "
					 "lea leaq larl lar auipc lrl lgrl exrl pfdrl ";
	size_t len = strcspn(text, " \t."), i;

	for (i = 0; loads[i + 1]; i++)
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
	TEXT_BYTES = 256,   /* of an instruction; the rest is cut off */
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

struct disassembler {
	struct library library;
	const struct object *object;
	const struct image *image;
	struct section_index sections; /* of code */
	disassemble_info info;
	disassembler_ftype print;
	const struct section *section; /* whose code is in memory; may be
	                                  NULL */
	bfd_byte *code;                /* its bytes [low, high); room: [WINDOW] */
	uint64_t low, high;
	uint64_t bias;            /* libopcodes gets addresses as in the object's file */
	struct code_marks *marks; /* of each object */
	struct arena *arena;

	/* The instruction being decoded. */
	bool has_text; /* the text is wanted */
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
	void *handle = library_open(LIBOPCODES_SONAME);

	return handle && library_find(handle, "disassembler", &out->choose) &&
	       library_find(handle, "disassemble_init_for_target", &out->init_for_target) &&
	       library_find(handle, "disassemble_free_target", &out->free_target) &&
	       library_find(handle, "init_disassemble_info", &out->init);
}

#else

static bool open_library(struct library *out) {
	*out = (struct library){ disassembler, disassemble_init_for_target, disassemble_free_target,
		                 init_disassemble_info };
	return true;
}

#endif

static void append(struct disassembler *d, const char *format, va_list args) {
	int len = d->has_text ? vsnprintf(d->text + d->len, TEXT_BYTES - d->len, format, args) : 0;

	if (len > 0)
		d->len += (size_t)len;
	if (d->len > TEXT_BYTES - 1)
		d->len = TEXT_BYTES - 1;
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

static void set_target(struct disassembler *d, uint64_t address) {
	d->has_target = true;
	d->target_at = d->len;
	d->target = machine_address(&d->image->machine, address) + d->bias;
}

/* The first address is the target, unless the target is what is stored there (x86's "*"), or it is
 * in a comment. */
static void print_address(bfd_vma address, disassemble_info *info) {
	struct disassembler *d = info->stream;
	size_t at;

	if (!d->has_target && !strpbrk(d->text, "#*"))
		set_target(d, address);
	at = d->len;
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

/* On some machines, symbols such as ARM's "$t" mark kinds of code and data. */
static bool reads_symbols(enum bfd_architecture arch) {
	return arch == bfd_arch_arm || arch == bfd_arch_aarch64 || arch == bfd_arch_riscv ||
	       arch == bfd_arch_csky;
}

static void find_marks(struct code_marks *out, struct disassembler *d, bfd *file) {
	long space = bfd_get_symtab_upper_bound(file), n;
	asymbol **list;
	size_t kept = 0, i;

	out->is_known = true;
	if (space <= 0)
		return;
	list = arena_alloc(d->arena, (size_t)space + sizeof *list, 1);
	n = bfd_canonicalize_symtab(file, list);
	for (i = 0; n > 0 && i < (size_t)n; i++)
		if (bfd_section_flags(bfd_asymbol_section(list[i])) & SEC_CODE)
			list[kept++] = list[i];
	if (!kept || kept > INT32_MAX)
		return;
	sort_stable(list, kept, sizeof *list, by_value, NULL, d->arena);
	*out = (struct code_marks){ list, (int)kept, true };
}

/* Lets libopcodes read code of the object. */
static void take_object(struct disassembler *d, size_t number) {
	struct code_marks *marks = &d->marks[number];
	bfd *file = object_bfd(object_part(d->object, number));

	if (reads_symbols(d->info.arch) && !marks->is_known)
		find_marks(marks, d, file);
	d->bias = d->image->objects[number].bias;
	d->info.section = bfd_get_section_by_name(file, d->section->name);
	d->info.symtab = marks->list;
	d->info.symtab_size = marks->n;
	d->info.symtab_pos = -1;
}

static void release(void *what) {
	struct disassembler *d = what;

	d->library.free_target(&d->info);
}

static void set_up(struct disassembler *d, bfd *file) {
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

struct disassembler *disassembler_new(const struct object *object, struct arena *arena,
                                      struct error *err) {
	bfd *file = object_bfd(object);
	struct disassembler *d;
	struct library library;
	disassembler_ftype print;

	if (!open_library(&library)) {
		fail(err, "libopcodes is not installed, or not the one that gptui was built with");
		return NULL;
	}
	print = library.choose(bfd_get_arch(file), bfd_big_endian(file), bfd_get_mach(file), file);
	if (!print) {
		fail(err, "this libopcodes does not support the machine (%s)",
		     object_image(object)->machine.arch);
		return NULL;
	}
	d = arena_alloc(arena, 1, sizeof *d);
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

bool disassembler_is_built_in(void) {
	return true;
}

const char *disassembler_cure(void) {
	struct library library;

	if (!open_library(&library))
		return "Debian: apt-get install libbinutils";
	if (library.choose(bfd_arch_vax, false, 0, NULL))
		return "name a program that knows it: --objdump PROGRAM";
	return "Debian: apt-get install binutils-multiarch-dev, then\n"
	       "./configure --with-bfd=multiarch && make; or name a\n"
	       "program that knows it: --objdump PROGRAM";
}

/* Whether the bytes of an instruction at the address are in memory. */
static bool has_code(const struct disassembler *d, uint64_t address) {
	return d->section && address >= d->low && address < d->high &&
	       (d->high == d->section->high || d->high - address >= LONGEST);
}

/* Gives libopcodes the code around the address, including some before it, because on some machines
 * it reads backwards. */
static bool turn_to(struct disassembler *d, uint64_t address) {
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

static bool is_call(const struct disassembler *d) {
	const disassemble_info *info = &d->info;

	if (goes_elsewhere(info) && (info->insn_type == dis_jsr || info->insn_type == dis_condjsr))
		return true;
	return call_words_in(d->text, d->has_target ? d->target_at : d->len);
}

static bool is_jump(const struct disassembler *d) {
	if (!d->has_target)
		return false;
	if (goes_elsewhere(&d->info))
		return true;
	return !load_word_begins(d->text) && !strpbrk(d->text, ";@#") &&
	       section_index_at(&d->sections, d->target);
}

/* Decodes the instruction; 0 if it cannot be read. */
static unsigned decode(struct disassembler *d, uint64_t address, bool has_text) {
	disassemble_info *info = &d->info;
	int size;

	if (!has_code(d, address) && !turn_to(d, address))
		return 0;
	d->has_text = has_text;
	d->text[0] = '\0';
	d->len = 0;
	d->has_target = false;
	d->named_len = 0;
	info->insn_info_valid = 0;
	info->insn_type = dis_noninsn;
	info->target = 0;
	size = d->print(address - d->bias, info);
	if (size <= 0)
		return 0;
	size /= (int)info->octets_per_byte;
	return size ? (unsigned)size : 1;
}

bool disassembler_read(struct disassembler *d, uint64_t address, struct instruction *out) {
	const disassemble_info *info = &d->info;
	const unsigned size = decode(d, address, true);

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

unsigned disassembler_size(struct disassembler *d, uint64_t address) {
	return decode(d, address, false);
}

#else

struct disassembler *disassembler_new(const struct object *object, struct arena *arena,
                                      struct error *err) {
	fail(err, "gptui was built without libopcodes");
	return NULL;
}

bool disassembler_is_built_in(void) {
	return false;
}

const char *disassembler_cure(void) {
	return "Debian: apt-get install binutils-dev, then\n"
	       "./configure && make; or name a program that lists code:\n"
	       "--objdump PROGRAM";
}

bool disassembler_read(struct disassembler *d, uint64_t address, struct instruction *out) {
	return false;
}

unsigned disassembler_size(struct disassembler *d, uint64_t address) {
	return 0;
}

#endif
