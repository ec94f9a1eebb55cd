/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/call_words.h"

#include <ctype.h>
#include <string.h>

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

/* Letters count alike in both cases.  Most words are operands, which begin
 * with none of the letters that calls do. */
static bool is_call(const char *text, size_t len)
{
	char word[24] = " ";
	size_t i;

	if (!len || len > sizeof word - 3 || !strchr("bcjlr", text[0] | 0x20))
		return false;
	for (i = 0; i < len; i++)
		word[i + 1] = (char)tolower((unsigned char)text[i]);
	word[i + 1] = ' ';
	return strstr(calls, word);
}

bool call_words_in(const char *text, size_t len)
{
	static const char blanks[] = " \t";
	size_t first, last;

	for (first = 0; first < len && text[first]; first = last) {
		first += strspn(text + first, blanks);
		last = first + strcspn(text + first, blanks);
		if (first < len && is_call(text + first, (last < len ? last : len) - first))
			return true;
	}
	return false;
}

bool load_word_begins(const char *text)
{
	static const char *const loads = " adr adrp ldr ldrb ldrh ldrsb ldrsh "
					 "ldrsw ldrd str vldr lea leaq larl "
					 "lar auipc lrl lgrl exrl pfdrl ";
	size_t len = strcspn(text, " \t."), i;

	for (i = 0; loads[i + 1]; i++)
		if (loads[i] == ' ' && !strncmp(loads + i + 1, text, len) &&
		    loads[i + len + 1] == ' ')
			return len > 0;
	return false;
}
