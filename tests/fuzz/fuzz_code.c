/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code of any bytes: of bins that functions share, disassembled, and searched
 * for calls (made_object.h). */
#include <assert.h>

#include "base/arena.h"
#include "base/error.h"
#include "gprof/listing.h"
#include "made_object.h"
#include "model/build/build.h"
#include "model/code.h"
#include "model/profile.h"
#include "gprof/gprof_rules.h"
#include "parse/code/disassembly.h"
#include "parse/code/sample_sites.h"

enum { MOST_FUNCTIONS = 4 };

static void disassemble(const struct made *made, const struct profile *p, struct arena *arena) {
	struct disassembly *reader = disassembly_new(made->object, p, arena);

	for (size_t i = 0; i < p->nfuncs && i < MOST_FUNCTIONS; i++) {
		const struct code *code = disassembly_read(reader, &p->funcs[i], NULL, NULL, arena,
		                                           NULL);

		assert(code && code->is_ready && (code->n || code->reason));
		for (size_t k = 0; k < code->n; k++) {
			const struct instruction *in = &code->rows[k].instruction;

			assert(in->size || code->rows[k].left_out);
			assert(!k || code->rows[k - 1].instruction.address < in->address);
		}
	}
}

static void find_calls(const struct made *made, const struct profile *p, bool as_gprof,
                       struct arena *arena) {
	const struct call_finder finder = static_calls_finder(
		made->object, object_image(made->object), made->records, as_gprof, arena);
	size_t n;

	if (!finder.find)
		return;
	const struct static_call *calls = finder.find(finder.context, p->funcs, p->nfuncs, &n);
	for (size_t i = 0; i < n; i++)
		assert(calls[i].caller < p->nfuncs &&
		       (calls[i].callee < p->nfuncs || calls[i].callee == STATIC_CALL_REGISTER));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const struct made made = made_read(data, size, arena);
	struct shared_code *code = shared_code_new(made.object, made.records, 0, arena);
	struct rules rules = rules_exact;
	struct error err;

	rules.code = shared_code_reader(code);
	const struct profile *p = profile_build(object_image(made.object), made.records, &rules,
	                                        arena, NULL, &err);
	if (p) {
		disassemble(&made, p, arena);
		find_calls(&made, p, size & 1, arena);
	}
	arena_free(arena);
	return 0;
}
