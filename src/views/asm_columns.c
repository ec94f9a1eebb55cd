/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <stddef.h>

#include "model/profile.h"
#include "views/asm_row.h"
#include "views/explain.h"
#include "views/measured.h"

static struct value get_share(const struct field *field)
{
	const struct asm_row *r = field->item;

	return r->measured.is_known ? percent(r->measured.ticks, r->share_of) : no_value();
}

static struct value get_sharers(const struct field *field)
{
	const struct asm_row *r = field->item;

	return r->code.sharers > 1 ? count(r->code.sharers) : no_value();
}

static struct value get_address(const struct field *field)
{
	const struct asm_row *r = field->item;

	return r->code.instruction.size ? address(r->code.instruction.address) : no_value();
}

static const struct column list[] = {
	{ .name = "self%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell on the instruction.",
	  .get = measured_self,
	  .explain = explain_measured_self },
	{ .name = "func%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of the function's own samples.",
	  .spare = 2,
	  .get = get_share,
	  .explain = explain_func_share },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time on the instruction: samples go to the "
	          "instructions that begin in the bytes their bin "
	          "counts.",
	  .spare = 4,
	  .get = measured_self,
	  .explain = explain_measured_self,
	  .is_hidden = hidden_in_percent },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation.",
	  .spare = 5,
	  .get = measured_error,
	  .explain = explain_measured_error },
	{ .name = "shared",
	  .unit = UNIT_COUNT,
	  .help = "Number of instructions that share the samples of a "
	          "bin evenly, if several begin in it: which of them "
	          "was sampled is not known.",
	  .spare = 1,
	  .get = get_sharers,
	  .explain = explain_sharers },
	{ .name = "address",
	  .unit = UNIT_ADDRESS,
	  .help = "Where the instruction is.",
	  .spare = 2,
	  .get = get_address,
	  .explain = explain_address },
	{ .name = "instruction",
	  .unit = UNIT_TEXT,
	  .help = "The instruction, with names for the addresses in it.",
	  .is_name = true,
	  .least = 30,
	  .is_cut_behind = true,
	  .get = text_member,
	  .number = offsetof(struct asm_row, measured.text),
	  .explain = explain_instruction },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "Source file and line of the instruction.",
	  .spare = 6,
	  .get = text_member,
	  .number = offsetof(struct asm_row, where),
	  .explain = explain_where,
	  .is_hidden = no_locations },
};

const struct columns asm_columns = { list, sizeof list / sizeof *list };
