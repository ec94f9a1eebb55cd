/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --export: a whole profile, on standard output. */
#include "ui/load/start.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/safe_output.h"
#include "export/exports.h"
#include "model/names.h"
#include "model/notes.h"
#include "parse/source/source_maps.h"
#include "ui/config/rule_choice.h"

/* Sets *f to the function of a name, NULL without one. */
static bool find(const struct func **f, const struct dataset *data, const char *name,
                 struct error *err)
{
	*f = name ? names_find(data->names, name) : NULL;
	return *f || !name || fail(err, "no function \"%.200s\"", name);
}

static bool write_to(FILE *out, const struct exporter *exporter, const struct export *what,
                     struct error *err)
{
	const bool is_binary = exporter->is_binary;
	FILE *safe;
	bool ok;

	if (is_binary && isatty(fileno(out)))
		return fail(err, "--export %s: write it to a file: > NAME%s", exporter->name,
		            exporter->ending);
	safe = is_binary ? out : safe_output(out, what->arena);
	ok = export_write(exporter, what, safe, err);
	if (!is_binary)
		safe_output_close(safe, out);
	if (ok && (fflush(out) || ferror(out)))
		return fail(err, "standard output: %s", strerror(errno));
	return ok;
}

/* What the format needs to know. */
static bool complete(const struct start *start, const struct exporter *exporter,
                     struct load_result *loaded, struct source_maps *maps, struct arena *arena,
                     struct error *err)
{
	const bool is_apart = start->preferences.inlined_apart;
	struct dataset apart;

	if (exporter->needs_lines || is_apart) {
		load_lines(loaded, arena, NULL);
		load_frames(loaded, arena, NULL);
	}
	if (is_apart && !load_apart(&apart, loaded, arena, NULL, err))
		return fail_at(err, "--inlined apart");
	if (is_apart)
		loaded->data = apart;
	maps->arena = arena;
	start_maps(start, maps);
	loaded->data.sources = start_sources(start, maps, arena);
	return true;
}

/* Options that an export would do nothing for. */
static bool check(const struct start *start, struct error *err)
{
	if (start->filter)
		return fail(err, "--filter does not go with --export; --from "
		                 "and --to choose functions for a picture");
	if (start->base.nwords || start->fails_on_slower)
		return fail(err, "--base does not go with --export, which "
		                 "writes one profile; use --report diff");
	return true;
}

bool start_export(const struct start *start, int *status, struct error *remark, struct error *err)
{
	struct arena *arena = arena_new();
	const struct rules rules = rules_of(start->preferences.rule_choice);
	const struct exporter *exporter = exporter_named(start->export, err);
	struct load_request request = start->load;
	struct source_maps maps = { .arena = NULL };
	struct load_result loaded;
	struct export what = {
		.data = &loaded.data,
		.names = start->preferences.display.names,
		.limit = start->preferences.display.limit,
		.arena = arena,
	};
	bool ok;

	request.rules = &rules;
	ok = exporter && check(start, err) && load_profile(&loaded, &request, arena, NULL, err) &&
	     complete(start, exporter, &loaded, &maps, arena, err) &&
	     find(&what.from, &loaded.data, start->export_from, err) &&
	     find(&what.to, &loaded.data, start->export_to, err) &&
	     write_to(stdout, exporter, &what, err);
	if (ok)
		start_tell_fault(&loaded, remark);
	if (ok && start_fails_on_fault(start, &loaded))
		*status = STATUS_FAILED_ON;
	arena_free(arena);
	return ok;
}
