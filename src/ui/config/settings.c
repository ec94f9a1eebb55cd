/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/settings.h"

#include <fcntl.h>
#include <unistd.h>

#include "model/files/file_choice.h"
#include "parse/object/object.h"
#include "parse/source/source_files.h"
#include "views/filtering.h"
#include "views/views.h"

/* What times are compared per, as in struct setting. */

static const char *const per_words[] = { [PER_RUN] = "run",
	                                 [PER_TOTAL] = "total",
	                                 [PER_TYPICAL] = "typical",
	                                 [PER_CALLS] = "calls ",
	                                 NULL };

static const char *per_text(const struct preferences *p, struct arena *arena) {
	return arena_format(arena, "%s%s", per_words[p->display.per],
	                    p->display.per == PER_CALLS ? p->display.per_function : "");
}

static bool per_take(struct preferences *p, const char *text, struct arena *arena,
                     struct error *err) {
	const size_t len = strlen(per_words[PER_CALLS]);
	const bool is_calls = !strncmp(text, per_words[PER_CALLS], len) && text[len];
	int what = PER_RUN;

	while (what < PER_CALLS && strcmp(text, per_words[what]) != 0)
		what++;
	if (what == PER_CALLS && !is_calls)
		return fail(err, "per is run, total, typical or calls FUNCTION, not \"%.100s\"",
		            text);
	p->display.per = (enum per_what)what;
	p->display.per_function = is_calls ? arena_format(arena, "%s", text + len) : NULL;
	return true;
}

static const char *const *per_suggest(const struct session *s, struct arena *arena) {
	return per_words;
}

static void watch_changed(struct session *s) {
	session_say(s,
	            s->preferences.watch_s ? "files are checked every %u s"
	                                   : "files are not watched",
	            s->preferences.watch_s);
}

bool rule_choice_is_same(struct rule_choice a, struct rule_choice b) {
	return a.is_as_gprof == b.is_as_gprof && a.opens_cycles == b.opens_cycles &&
	       a.profiler == b.profiler && a.measures_callers == b.measures_callers &&
	       a.leaves_idle == b.leaves_idle && a.idle_names == b.idle_names &&
	       !memcmp(&a.repeats, &b.repeats, sizeof a.repeats);
}

static const char *tell_cycles(const struct profile *p, struct arena *arena) {
	uint64_t calls = 0, cut = 0;

	for (size_t i = 0; i < p->nopened; i++) {
		calls += p->opened[i].calls;
		cut += p->opened[i].cut_calls;
	}
	if (!p->rules->choice.opens_cycles)
		return arena_format(arena, "cycles whole: there %s %zu",
		                    p->ncycles == 1 ? "is" : "are", p->ncycles);
	return p->nopened ? arena_format(arena, "cycles open: %s of %s calls cut",
	                                 number_text(arena, cut), number_text(arena, calls))
	                  : "cycles open: there is none";
}

static const char *tell_callers(const struct profile *p, struct arena *arena) {
	const struct caller_costs *costs = p->caller_costs;
	size_t n = 0;

	for (size_t i = 0; costs && i < costs->nfits; i++)
		n += costs->fits[i].state == CALLERS_MEASURED;
	if (!p->rules->choice.measures_callers)
		return "callers by calls";
	return n ? arena_format(arena, "callers measured: of %zu of %zu functions with several", n,
	                        costs->nfits)
	         : "callers by calls: the files show no costs";
}

/* What became of the profiler's own time, which may be not what was asked for. */
static const char *tell_profiler(const struct profile *p, struct arena *arena) {
	static const char *const uses[] = {
		[PROFILER_APART] = "apart", [PROFILER_SPREAD] = "spread", [PROFILER_OUT] = "out"
	};

	if (p->rules->gprof)
		return "gprof's rules leave the profiler out";
	if (p->profiler_ticks <= 0)
		return "no samples in mcount or other profiling code";
	return arena_format(arena, "profiler %s: %.*f %% of the samples", uses[p->profiler],
	                    percent_decimals(p, 1), profiler_share(p));
}

static const char *tell_idle(const struct profile *p) {
	if (p->idle_ticks <= 0)
		return "no samples in idle functions";
	return p->paths ? "recordings keep idle time" : p->is_idle_out ? "idle out" : "idle in";
}

/* What became of what files repeat. */
static const char *tell_repeats(const struct profile *p, const struct rule_choice *before,
                                struct arena *arena) {
	const struct records *r = p->records;
	const struct repeat_uses *now = &p->rules->choice.repeats;
	size_t n = 0;

	if (p->rules->gprof)
		return "gprof's rules add all files up";
	if (now->snapshots != before->repeats.snapshots) {
		if (r->are_intervals)
			return "snapshots count once";
		return r->are_snapshots ? "snapshots are added up"
		                        : "no snapshots of one profile: files are added up";
	}
	if (now->common != before->repeats.common)
		return r->is_common_once ? "samples that all files share count once"
		                         : "files share no samples, or all are added up";
	for (size_t i = 0; i < r->noff; i++)
		n += r->off[i].repeats != NULL;
	return arena_format(arena, "%zu file%s off that repeat%s others", n,
	                    n == 1 ? " is" : "s are", n == 1 ? "s" : "");
}

/* Adds what became of a setting. */
static void tell(const char **all, struct arena *arena, const char *what) {
	*all = **all ? arena_format(arena, "%s; %s", *all, what) : what;
}

void rule_choice_say(struct session *s, struct rule_choice before) {
	SCRATCH struct arena *arena = arena_new();
	const struct profile *p = s->data->profile;
	const struct rule_choice now = s->preferences.rule_choice;
	const char *all = "";

	if (now.is_as_gprof != before.is_as_gprof)
		tell(&all, arena,
		     p->rules->gprof ? "read with gprof's rules" : "read with exact rules");
	if (now.opens_cycles != before.opens_cycles)
		tell(&all, arena, tell_cycles(p, arena));
	if (now.profiler != before.profiler)
		tell(&all, arena, tell_profiler(p, arena));
	if (now.leaves_idle != before.leaves_idle)
		tell(&all, arena, tell_idle(p));
	if (now.measures_callers != before.measures_callers)
		tell(&all, arena, tell_callers(p, arena));
	if (memcmp(&now.repeats, &before.repeats, sizeof now.repeats) != 0)
		tell(&all, arena, tell_repeats(p, &before, arena));
	session_say(s, "%s", *all ? all : "read again");
}

void rule_choice_say_changes(struct session *session, const struct profile *before) {
	const struct profile *now = session->data->profile;
	const double seen = 0.00005 * now->total_ticks;
	size_t changed = 0;

	for (size_t i = 0; i < now->nfuncs && i < before->nfuncs; i++)
		changed += fabs(now->funcs[i].self_ticks - before->funcs[i].self_ticks) > seen;
	if (changed)
		session_say(session, "shared bins divided: %zu figures changed", changed);
}

void rule_choice_say_first(struct session *s) {
	const struct profile *p = s->data->profile;

	if (profiler_stands_out(p))
		session_say(s, "%.0f %% of the time is the profiler's: :set profiler",
		            profiler_share(p));
}

/* What is shown stays, or is read again as is preferred now. */
static void rule_choice_changed(struct session *s) {
	const struct rules *shown = s->data ? s->data->profile->rules : NULL;
	const struct rule_choice choice = s->preferences.rule_choice;
	const bool is_shown = shown && rule_choice_is_same(choice, shown->choice);

	session_ask(s, is_shown ? REQUEST_STAY : REQUEST_RELOAD);
}

/* Opens a menu of the themes; each is shown while the cursor is on it. */
static void theme_choose(struct session *s) {
	const char *now = s->preferences.theme_name;
	struct arena *arena = s->menu.arena;

	menu_open(&s->menu, "Theme");
	for (const char *const *name = theme_names(arena); *name; name++) {
		if (!strcmp(*name, now ? now : "default"))
			s->menu.cursor = s->menu.n;
		menu_offer(&s->menu, *name, theme_about(*name, arena),
		           arena_format(arena, "theme %s", *name));
	}
}

/* The row of a line goes; its first instruction is below it. */
static void sources_changed(struct session *s) {
	const struct row *row = pane_row(s->pane);

	if (!s->preferences.display.sources && row && row->is_empty &&
	    view_shows_code(s->pane->here.view))
		pane_move(s->pane, s->pane->cursor + 1);
	session_refresh(s);
}

static void mouse_changed(struct session *s) {
	const bool on = s->preferences.has_mouse;

	if (s->terminal && !s->terminal->mouse(on))
		session_say(s, "no mouse: screen(1) would delay Esc");
	else
		session_say(s, on ? "mouse on; with Shift the terminal selects" : "mouse off");
}

static void debuginfod_changed(struct session *s) {
	session_say(s, !s->preferences.asks_servers ? "no server is asked for debug information"
	               : !built_in.debuginfod       ? "gptui was built without debuginfod"
	               : !debug_server_is_named()
	                       ? "DEBUGINFOD_URLS names no server"
	                       : "r reads again, and asks servers for debug information");
}

static void ratio_changed(struct session *s) {
	s->preferences.has_split_ratio = true;
	split_update(s);
}

static const char *sort_text(const struct preferences *p, struct arena *arena) {
	return p->sort ? p->sort : view_at(0)->sort;
}

/* A report may be of a view with other columns. */
static bool sort_take(struct preferences *p, const char *text, struct arena *arena,
                      struct error *err) {
	if (!*text || strpbrk(text, " ,"))
		return fail(err, "no column \"%.100s\"", text);
	p->sort = arena_text(arena, text, strlen(text));
	return true;
}

static bool sort_fits(const struct session *s, const struct preferences *tried, struct error *err) {
	return view_takes_columns(view_at(0), s->data, &s->pane->here.query, tried->sort, err) ||
	       fail(err, "no column \"%.100s\" in view %s", tried->sort, view_at(0)->name);
}

static bool rows_fit(const struct session *s, const struct preferences *tried, struct error *err) {
	if (tried->display.rows == ROWS_THREAD && s->data && threads_missing(s->data))
		return fail(err, "%s", threads_missing(s->data));
	return view_takes_rows(view_of_form(s->panes[0].here.view), tried->display.rows, err);
}

static bool shows_one_group(const struct session *s, const struct preferences *tried) {
	SCRATCH struct arena *arena = arena_new();
	const struct query query = { .display = tried->display };
	const struct view *view = view_of_rows(view_at(0), tried->display.rows);

	if (!s->data || !view->form_of || tried->display.rows == ROWS_LINE)
		return false;
	const struct table t = view_table(view, s->data, &query, arena);
	return t.nrows == 1 && !t.is_pending && !t.is_notice;
}

static bool group_files_fit(const struct session *s, const struct preferences *tried,
                            struct error *err) {
	const struct file_names *names = s->data ? s->data->file_names : NULL;
	const enum file_grouping by = (enum file_grouping)tried->display.group_files;

	if (!names || by == GROUP_NO_FILES)
		return true;
	if (by == GROUP_BY_RANK)
		return names->nranks || fail(err, "the names of the files have no ranks");
	if (by == GROUP_BY_HOST)
		return names->nhosts || fail(err, "the names of the files have no hosts");
	return names->ngroups || fail(err, "nothing groups the files by their names");
}

static void group_files_changed(struct session *s) {
	static const char *const by[] = { NULL, "host", "group", "rank modulo" };
	const struct display *now = &s->preferences.display;
	const bool is_by_rank = now->group_files == GROUP_BY_RANK;

	session_refresh(s);
	if (!s->data)
		return;
	if (now->group_files == GROUP_NO_FILES)
		session_say(s, "files are not grouped");
	else
		session_say(s, "files are grouped by %s%s%.0u%s", by[now->group_files],
		            is_by_rank ? " " : "", is_by_rank ? (unsigned)now->group_ranks : 0,
		            s->pane->here.view->file ? ""
		            : s->data->comparison    ? "; 6 then I, not in 7"
		                                     : "; 6 then I lists them");
}

static void sort_changed(struct session *s) {
	if (s->pane->here.view->kind != VIEW_FUNCTIONS)
		return;
	s->pane->here.query.sort = s->preferences.sort;
	s->pane->here.query.reverse = false;
	session_refresh(s);
}

static const char *const *sort_suggest(const struct session *s, struct arena *arena) {
	const struct columns *columns = view_columns(view_at(0), s->data, &s->pane->here.query,
	                                             arena);
	const char **list = arena_alloc(arena, columns->n + 1, sizeof *list);

	for (size_t i = 0; i < columns->n; i++)
		list[i] = columns->list[i].name;
	return list;
}

static const char *limit_text(const struct preferences *p, struct arena *arena) {
	return arena_format(arena, "%g", p->display.limit);
}

static bool limit_take(struct preferences *p, const char *text, struct arena *arena,
                       struct error *err) {
	return percent_parse(&p->display.limit, text, err);
}

static bool theme_take(struct preferences *p, const char *text, struct arena *arena,
                       struct error *err) {
	if (!theme_load(&p->theme, text, err))
		return false;
	p->theme_name = arena_text(arena, text, strlen(text));
	return true;
}

static void theme_changed(struct session *s) {
	if (s->terminal)
		s->terminal->take_theme(&s->preferences.theme);
	session_say(s, "theme %.200s%s", s->preferences.theme_name,
	            s->has_colours ? "" : ", without its colours");
}

static const char *const *theme_suggest(const struct session *s, struct arena *arena) {
	return theme_names(arena);
}

/* The one that fits the machine. */
static const char *const *objdump_suggest(const struct session *s, struct arena *arena) {
	const char **list = arena_alloc(arena, 2, sizeof *list);

	if (s->data)
		*list = machine_objdump(s->data->profile->image->machine.arch, arena);
	return list;
}

enum { A_DAY = 24 * 60 * 60 }; /* in seconds */

#define MEMBER(name) offsetof(struct preferences, name)

const struct setting settings[] = {
	{ "names", .values = "full|short|raw", .is_command = true,
	  .help = "Show names in full, without parameters, or raw.",
	  .choice = MEMBER(display.names),
	  .said = { "names are full", "names are short", "names are raw" } },
	{ "unit", .values = "time|percent|parent|samples", .is_command = true,
	  .help = "Show time, percent of all or of the parent, or samples.",
	  .choice = MEMBER(display.amounts),
	  .said = { "figures are in time", "figures are in percent of all",
	            "graph and trees are in percent of the parent", "figures are in samples" } },
	{ "sort", .arg = "COLUMN",
	  .help = "The column that lists of functions and reports are sorted by.",
	  .text = sort_text, .take = sort_take, .fits = sort_fits, .changed = sort_changed,
	  .suggest = sort_suggest },
	{ "limit", .arg = "PERCENT", .help = "Hide rows below a share of the time; 0 shows all.",
	  .text = limit_text, .take = limit_take },
	{ "per", .arg = "run|total|typical|calls FUNCTION",
	  .help = "What times are compared per: a run, the total, the typical function, or the "
	          "calls to one function.",
	  .text = per_text, .take = per_take, .suggest = per_suggest },
	{ "group-files", .values = "none|host|group|rank", .is_command = true,
	  .help = "Group files by host, by group (job), or by rank.",
	  .choice = MEMBER(display.group_files), .fits = group_files_fit,
	  .changed = group_files_changed },
	{ "group-ranks", .arg = "NUMBER",
	  .help = "Ranks that are equal modulo this number are one group (group-files rank).",
	  .number = MEMBER(display.group_ranks), .least = 2, .most = 1000000 },
	{ "rules", .values = "exact|gprof",
	  .help = "Which function a sample is credited to: the one measured, or the one that gprof "
	          "credits, the default for its listings; exact does not work with -a, -D and -l.",
	  .flag = MEMBER(rule_choice.is_as_gprof), .changed = rule_choice_changed,
	  .said = { "samples count where they were measured",
	            "samples count where gprof counts them" } },
	{ "cycles", .values = "whole|open",
	  .help = "How cycles pass their time on: as a whole, as in gprof, or function by "
	          "function, leaving out the few calls that close the cycle.",
	  .flag = MEMBER(rule_choice.opens_cycles), .changed = rule_choice_changed,
	  .said = { "a cycle passes its time on as one",
	            "calls that close cycles pass no time on" } },
	{ "profiler", .values = "apart|out|spread", .is_command = true,
	  .help = "Time of mcount: in its own rows, left out, or spread.",
	  .choice = MEMBER(rule_choice.profiler), .changed = rule_choice_changed,
	  .said = { "the profiler's time has rows of its own", "the profiler's time is left out",
	            "the profiler's time is spread by calls" } },
	{ "idle", .values = "in|out", .is_command = true,
	  .help = "Idle time, in which a system waits: counted or left out.",
	  .flag = MEMBER(rule_choice.leaves_idle), .changed = rule_choice_changed,
	  .said = { "idle time counts", "idle time is left out" } },
	{ "idle-names", .arg = "NAME,...",
	  .help = "Functions in which a system waits, besides those known; or none.",
	  .string = MEMBER(rule_choice.idle_names), .none = "none", .request = REQUEST_RELOAD },
	{ "callers", .values = "calls|measured",
	  .help = "How time is divided among callers: by calls, as in gprof, or by the measured "
	          "cost of calls, if several files with different input show it.",
	  .flag = MEMBER(rule_choice.measures_callers), .changed = rule_choice_changed,
	  .said = { "time of callees is divided by calls",
	            "time of callees is divided as measured" } },
	{ "copies", .values = "auto|once|added",
	  .help = "Whether copies of files, or of records in them, count once (auto: if they "
	          "cannot be equal by chance) or each time.",
	  .choice = MEMBER(rule_choice.repeats.copies), .changed = rule_choice_changed,
	  .said = { "copies count once, if they cannot be chance", "copies count once",
	            "copies are added up" } },
	{ "sums", .values = "auto|once|added",
	  .help = "Whether files that are sums of others are left out (auto: if that cannot be "
	          "chance) or added up.",
	  .choice = MEMBER(rule_choice.repeats.sums), .changed = rule_choice_changed,
	  .said = { "sums do not count, if they cannot be chance", "sums do not count",
	            "sums are added up" } },
	{ "snapshots", .values = "auto|once|added",
	  .help = "Whether files that each contain the one before count only for what they add "
	          "(auto: if that cannot be chance) or are added up.",
	  .choice = MEMBER(rule_choice.repeats.snapshots), .changed = rule_choice_changed,
	  .said = { "snapshots count once, if they cannot be chance", "snapshots count once",
	            "snapshots are added up" } },
	{ "common", .values = "auto|once|added",
	  .help = "Whether samples that all files share, as after fork(), count once (auto: if "
	          "that cannot be chance) or are added up.",
	  .choice = MEMBER(rule_choice.repeats.common), .changed = rule_choice_changed,
	  .said = { "shared samples count once, if they cannot be chance",
	            "shared samples count once", "all files are added up" } },
	{ "inlined", .values = "in|apart", .is_command = true,
	  .help = "Inlined functions: in their callers, or apart.", .flag = MEMBER(inlined_apart),
	  .request = REQUEST_INLINED,
	  .said = { "inlined functions are in their callers", "inlined functions are apart" } },
	{ "rows", .values = ROW_KINDS, .is_command = true, .need = NEED_ROWS,
	  .help = "Rows of the flat profile: functions, groups, or lines.",
	  .choice = MEMBER(display.rows), .fits = rows_fit, .is_of_no_use = shows_one_group,
	  .changed = session_take_rows,
	  .said = { "rows are functions", "functions are grouped by source file",
	            "functions are grouped by folder",
	            "functions are grouped by class or namespace",
	            "functions are grouped by section",
	            "functions are grouped by executable and library",
	            "functions are grouped by thread", "functions are grouped by cycle of calls",
	            "rows are lines" } },
	{ "lines", .values = "off|on", .spells = "rows", .spelled = "function|line",
	  .help = "The same as --rows: on is line, off is function." },
	{ "group", .values = "none|file|folder|class|section|object|thread|cycle",
	  .is_command = true, .spells = "rows",
	  .spelled = "function|file|folder|class|section|object|thread|cycle",
	  .help = "The same as --rows; none is --rows function." },
	{ "sources", .values = "off|on", .is_command = true,
	  .help = "Show or hide source lines among instructions.", .need = NEED_CODE,
	  .flag = MEMBER(display.sources), .changed = sources_changed,
	  .said = { "source lines among instructions are hidden",
	            "source lines among instructions are shown" } },
	{ "sides", .values = "both|new|base", .is_command = true,
	  .help = "With a base: show code of both sides, or of one.", .need = NEED_SIDES,
	  .choice = MEMBER(display.sides), .changed = session_refresh,
	  .said = { "both sides", "the new side", "the base" } },
	{ "theme", .arg = "NAME|FILE", .is_command = true,
	  .help = "Change the theme; a menu lists them.", .string = MEMBER(theme_name),
	  .none = "default", .take = theme_take, .changed = theme_changed, .ask = theme_choose,
	  .suggest = theme_suggest },
	{ "ascii", .values = "off|on", .help = "Draw lines and bars with ASCII characters only.",
	  .flag = MEMBER(is_ascii),
	  .said = { "lines and bars are of any characters",
	            "lines and bars are of ASCII characters" } },
	{ "debuginfod", .values = "off|on",
	  .help = "Whether to fetch missing debug information from the servers of DEBUGINFOD_URLS.",
	  .flag = MEMBER(asks_servers), .changed = debuginfod_changed },
	{ "objdump", .arg = "PROGRAM",
	  .help = "An objdump for machines that this libopcodes does not support, such as "
	          "m68k-elf-objdump; or none.",
	  .string = MEMBER(objdump), .none = "none", .suggest = objdump_suggest,
	  .request = REQUEST_RELOAD },
	{ "watch", .arg = "SECONDS|off",
	  .help = "Check the files every SECONDS, and reload them when they have changed; URLs "
	          "are fetched each time.",
	  .number = MEMBER(watch_s), .least = 1, .most = A_DAY, .none = "off",
	  .changed = watch_changed },
	{ "fetch-time", .arg = "SECONDS", .help = "Give up fetching a URL after so many seconds.",
	  .number = MEMBER(fetch_s), .least = 1, .most = A_DAY },
	{ "split", .values = "auto|on|off",
	  .help = "The second pane: beside the first from 120 columns on, wherever there is room, "
	          "or not at all.",
	  .choice = MEMBER(split), .changed = split_update,
	  .said = { "a second pane from 120 columns on", "a second pane wherever there is room",
	            "no second pane" } },
	{ "split-ratio", .arg = "N",
	  .help = "Size of the first pane in percent, 20 to 80; until it is set, long names may "
	          "take more.",
	  .number = MEMBER(split_ratio), .least = SPLIT_LEAST, .most = SPLIT_MOST,
	  .changed = ratio_changed },
	{ "mouse", .values = "off|on", .is_command = true,
	  .help = "Mouse on or off: rows, headings, tabs, menus, wheel.", .flag = MEMBER(has_mouse),
	  .changed = mouse_changed },
#define SWITCH(name, ...) { #name, .flag = MEMBER(display.name), __VA_ARGS__ },
	DISPLAY_SWITCHES(SWITCH)
};

#undef MEMBER

const size_t setting_count = sizeof settings / sizeof *settings;

const struct setting *setting_named(const char *name) {
	for (size_t i = 0; i < setting_count; i++)
		if (!strcmp(settings[i].name, name))
			return &settings[i];
	return NULL;
}

const struct setting *setting_meant(const struct setting *setting) {
	return setting->spells ? setting_named(setting->spells) : setting;
}

/* The index in one list of words of a word in another; 0: it is not in it. */
static unsigned respell(const char *from, unsigned index, const char *to) {
	size_t len;
	const char *text = choice_at(from, index, &len);
	char word[32];

	snprintf(word, sizeof word, "%.*s", (int)len, text);
	return choice_find(&index, to, word) ? index : 0;
}

/* The number of the value of a list. */
static unsigned chosen(const struct setting *setting, const struct preferences *p) {
	const struct setting *of = setting_meant(setting);
	const char *member = (const char *)p;

	if (of != setting)
		return respell(of->values, chosen(of, p), setting->spelled);
	return setting->flag ? *(const bool *)(member + setting->flag)
	                     : *(const unsigned *)(member + setting->choice);
}

static void choose(const struct setting *setting, struct preferences *p, unsigned index) {
	const struct setting *of = setting_meant(setting);
	char *member = (char *)p;

	if (of != setting)
		choose(of, p, respell(setting->spelled, index, of->values));
	else if (setting->flag)
		*(bool *)(member + setting->flag) = index;
	else
		*(unsigned *)(member + setting->choice) = index;
}

static unsigned number_of(const struct setting *setting, const struct preferences *p) {
	return *(const unsigned *)(const void *)((const char *)p + setting->number);
}

static bool take_number(const struct setting *setting, struct preferences *p, const char *text,
                        struct error *err) {
	const bool is_none = setting->none && !strcmp(text, setting->none);
	char *end;
	const long number = strtol(text, &end, 10);

	if (!is_none && (end == text || *end || number < setting->least || number > setting->most))
		return fail(err, "\"%.100s\" is not a number from %d to %d%s%s", text,
		            setting->least, setting->most, setting->none ? ", nor " : "",
		            setting->none ? setting->none : "");
	*(unsigned *)(void *)((char *)p + setting->number) = is_none ? 0 : (unsigned)number;
	return true;
}

static bool take_string(const struct setting *setting, struct preferences *p, const char *text,
                        struct arena *arena, struct error *err) {
	if (!*text)
		return fail(err, "no %s is given", setting->arg);
	*(const char **)(void *)((char *)p + setting->string) =
		strcmp(text, setting->none) ? arena_text(arena, text, strlen(text)) : NULL;
	return true;
}

const char *setting_value(const struct setting *setting, const struct preferences *p,
                          struct arena *arena) {
	const char *word;
	size_t len;

	if (setting->string) {
		word = *(const char *const *)(const void *)((const char *)p + setting->string);
		return word ? word : setting->none;
	}
	if (setting->number && setting->none && !number_of(setting, p))
		return setting->none;
	if (setting->number)
		return arena_format(arena, "%u", number_of(setting, p));
	if (!setting->values)
		return setting->text(p, arena);
	word = choice_at(setting->values, chosen(setting, p), &len);
	return arena_text(arena, word, len);
}

const char *setting_said(const struct setting *setting, const struct preferences *p) {
	const struct setting *of = setting_meant(setting);

	return of->values ? of->said[chosen(of, p)] : NULL;
}

bool setting_take(const struct setting *setting, struct preferences *p, const char *value,
                  struct arena *arena, struct error *err) {
	unsigned index;

	if (setting->number)
		return take_number(setting, p, value, err);
	if (setting->take)
		return setting->take(p, value, arena, err);
	if (setting->string)
		return take_string(setting, p, value, arena, err);
	if (!choice_find(&index, setting->values, value))
		return fail(err, "\"%.100s\" is none of %s", value, setting->values);
	choose(setting, p, index);
	return true;
}

/* Takes other preferences, which differ in one setting, and shows that, with a message. */
static bool take(const struct setting *setting, struct session *s, const struct preferences *tried,
                 struct error *err) {
	const struct setting *of = setting_meant(setting);
	const char *said = setting_said(of, tried);

	if (of->fits && !of->fits(s, tried, err))
		return false;
	s->preferences = *tried;
	if (of->request)
		session_ask(s, of->request);
	else if (of->changed)
		of->changed(s);
	else
		session_refresh(s);
	if (said)
		session_say(s, "%s", said);
	return true;
}

bool setting_set(const struct setting *setting, struct session *s, const char *value,
                 struct error *err) {
	struct preferences tried = s->preferences;

	if (!setting_take(setting, &tried, value, s->arena, err))
		return setting->values ? fail_at(err, setting->name) : false;
	return take(setting, s, &tried, err);
}

bool setting_next(const struct setting *setting, struct session *s, struct error *err) {
	const struct setting *of = setting_meant(setting);
	const unsigned now = chosen(setting, &s->preferences);
	struct preferences tried = s->preferences;
	unsigned next = now;
	size_t len;

	do {
		choice_at(setting->values, ++next, &len);
		next = len ? next : 0;
		choose(setting, &tried, next);
	} while (next != now && ((of->is_of_no_use && of->is_of_no_use(s, &tried)) ||
	                         !take(setting, s, &tried, err)));
	return next != now;
}

/* A line, and what it sets: a setting, the columns of a view, a key; else the line itself. */
struct entry {
	const char *what, *line;
};

struct entries {
	struct entry *list; /* shape: [n] */
	size_t n;
};

/* Whether it is one that :write-config writes. */
static bool is_known(const struct entry *e) {
	char command[16];

	text_take_word(command, sizeof command, e->line);
	return text_has_word("set columns map bind unbind", command);
}

static struct entry entry_of(const char *line, struct arena *arena) {
	char command[16];
	const char *rest = text_take_word(command, sizeof command, line);
	const size_t len = strcspn(rest, " ");

	if (!len || !text_has_word("set columns bind unbind", command))
		return (struct entry){ line, line };
	return (struct entry){
		arena_format(arena, "%s %.*s", strcmp(command, "unbind") ? command : "bind",
		             (int)len, rest),
		line,
	};
}

static struct entries entries_of(const char *text, struct arena *arena) {
	struct entries out = { .n = 0 };
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		arena_append(arena, out.list, out.n, entry_of(arena_text(arena, text, len), arena));
	}
	return out;
}

/* The last line that sets the same, which is the one that counts; or NULL. */
static const char *find(const struct entries *entries, const char *what) {
	size_t i = entries->n;

	while (i-- > 0)
		if (!strcmp(entries->list[i].what, what))
			return entries->list[i].line;
	return NULL;
}

/* What becomes of a line of mine; NULL: nothing, because another instance has removed it. */
static const char *choose_entry(const struct entry *mine, const struct entries *before,
                                const struct entries *theirs) {
	const char *was = find(before, mine->what), *now = find(theirs, mine->what);

	if (!was || strcmp(was, mine->line) != 0)
		return mine->line;
	return now || strncmp(mine->line, "set", 3) != 0 ? now : mine->line;
}

void config_merge(FILE *file, const char *before, const char *mine, const char *theirs) {
	SCRATCH struct arena *arena = arena_new();
	const struct entries was = entries_of(before, arena), own = entries_of(mine, arena);
	const struct entries other = entries_of(theirs, arena);

	for (size_t i = 0; i < own.n; i++) {
		const char *line = choose_entry(&own.list[i], &was, &other);

		if (line)
			fprintf(file, "%s\n", line);
	}
	for (size_t i = 0; i < other.n; i++)
		if (is_known(&other.list[i]) && !find(&own, other.list[i].what) &&
		    !find(&was, other.list[i].what))
			fprintf(file, "%s\n", other.list[i].line);
}

enum { MOST_BYTES = 1 << 20 };

/* The first line of what config_write() writes. */
static const char ours[] = "# Written by gptui's :write-config\n";

static void fault(struct config_faults *faults, const char *where, const char *reason) {
	if (!faults->n++)
		snprintf(faults->first, sizeof faults->first, "%.250s: %.250s", where, reason);
}

void config_run(struct session *s, const char *name, const char *text, config_line *run,
                struct config_faults *faults) {
	struct error err = { "" };
	SCRATCH struct arena *arena = arena_new();
	char line[CONFIG_LINE];
	size_t len;

	for (size_t number = 1; *text; number++, text += len + (text[len] == '\n')) {
		size_t end = len = strcspn(text, "\n");
		const char *where = arena_format(arena, "%.200s:%zu", name, number);

		while (end && strchr(" \t\r", text[end - 1]))
			end--;
		if (end >= sizeof line) {
			fault(faults, where, "the line is too long");
			continue;
		}
		memcpy(line, text, end);
		line[end] = '\0';
		size_t begin = strspn(line, " \t");
		if (line[begin] != '#' && !run(s, line + begin, &err))
			fault(faults, where, err.reason);
	}
}

/* Errors: the reason without the path. */
static bool read_text(const char **out, const char *path, struct arena *arena, struct error *err) {
	struct stat status;
	struct bytes bytes;

	*out = "";
	if (stat(path, &status)) /* a missing file is no fault */
		return errno == ENOENT || errno == ENOTDIR || fail(err, "%s", strerror(errno));
	if (!S_ISREG(status.st_mode))
		return fail(err, "not a regular file");
	if (status.st_size > MOST_BYTES)
		return fail(err, "too large for a configuration");
	if (!bytes_read(&bytes, path, arena, err))
		return fail(err, "%s", strerror(errno ? errno : EIO));
	if (bytes.len && memchr(bytes.data, '\0', bytes.len))
		return fail(err, "not a text");
	*out = arena_text(arena, (const char *)bytes.data, bytes.len);
	return true;
}

static void read_file(struct session *s, const char *path, config_line *run, struct arena *arena,
                      struct config_faults *faults) {
	struct error err = { "" };
	const char *text, *shown = path ? own_shown(path, arena) : NULL;

	if (path && !read_text(&text, path, arena, &err))
		fault(faults, shown, err.reason);
	else if (path)
		config_run(s, shown, text, run, faults);
}

bool config_is_foreign(const char *path) {
	char first[sizeof ours] = "";
	struct stat status;

	if (stat(path, &status))
		return false;
	FILE *file = S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
	bool is_ours = file && fgets(first, sizeof first, file) && !strcmp(first, ours);
	if (file)
		fclose(file);
	return !is_ours;
}

static void write_lines(const struct session *s, FILE *file, struct arena *arena) {
	const struct bindings *keys = &s->bindings;

	fprintf(file, "%s", ours);
	for (size_t i = 0; i < setting_count; i++)
		if (!settings[i].spells)
			fprintf(file, "set %s %s\n", settings[i].name,
			        setting_value(&settings[i], &s->preferences, arena));
	for (size_t i = 0; i < view_count(); i++)
		if (s->choices[i])
			fprintf(file, "columns %s %s\n", view_at(i)->name, s->choices[i]);
	for (size_t i = 0; i < s->maps->n; i++) {
		const char *text = source_map_text(&s->maps->list[i], arena);

		if (text && strlen(text) + 5 < PROMPT_TEXT)
			fprintf(file, "map %s\n", text);
	}
	for (size_t i = 0; i < keys->n; i++)
		fprintf(file, "%s %s%s%s\n", *keys->list[i].line ? "bind" : "unbind",
		        keys->list[i].key, *keys->list[i].line ? " " : "", keys->list[i].line);
}

/* What would be written now; with `theirs`, what another instance has written since, too.  NULL: no
 * memory for it. */
static const char *config_text(const struct session *s, const char *theirs, struct arena *arena) {
	const char *mine = theirs ? config_text(s, NULL, arena) : NULL, *copy = NULL;
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	if (file && mine)
		config_merge(file, s->saved, mine, theirs);
	else if (file && !theirs)
		write_lines(s, file, arena);
	if (file && !fclose(file))
		copy = arena_text(arena, text, len);
	free_foreign(text);
	return copy;
}

void config_read(struct session *s, config_line *run) {
	SCRATCH struct arena *arena = arena_new();
	struct config_faults faults = { 0 };

	read_file(s, system_config(), run, arena, &faults);
	read_file(s, own_config(arena), run, arena, &faults);
	s->message.reason[0] = '\0';
	s->message_is_error = faults.n > 0;
	if (faults.n)
		fail(&s->message, faults.n > 1 ? "%s (and %zu more)" : "%s", faults.first,
		     faults.n - 1);
	s->saved = config_text(s, NULL, s->arena);
}

/* What another instance has written since into the user's configuration; NULL: nothing. */
static const char *written_since(const struct session *s, const char *path, struct arena *arena) {
	const char *own = own_config(arena), *theirs;
	struct error ignored;

	if (!s->saved || !own || strcmp(path, own) != 0 || access(path, F_OK) ||
	    config_is_foreign(path) || !read_text(&theirs, path, arena, &ignored))
		return NULL;
	return theirs;
}

/* A lock on the folder, as the file is replaced: so no other instance writes between reading and
 * writing.  Returns it open, or -1. */
static int lock_folder(const char *path, struct arena *arena) {
	enum { PATIENCE_MS = 100 };

	const char *folder = path_folder(path, arena);
	int fd = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		file_lock(fd, PATIENCE_MS);
	return fd;
}

static bool write_text(const char *text, const char *path, struct arena *arena, struct error *err) {
	struct new_file file;

	if (!new_file_open(&file, path, NEW_FILE_REGULAR, arena, err))
		return false;
	file.path = own_shown(path, arena);
	fputs(text, file.file);
	return new_file_finish(&file, err);
}

bool config_write(struct session *s, const char *path, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *mine = config_text(s, NULL, arena);
	bool ok = own_folders(path, arena, err);

	if (ok) {
		int lock = lock_folder(path, arena);
		const char *text = config_text(s, written_since(s, path, arena), arena);
		ok = text && mine ? write_text(text, path, arena, err)
		                  : fail(err, "%s", strerror(ENOMEM));
		if (lock >= 0)
			close(lock);
	}
	if (ok && s->saved)
		s->saved = session_keep(s, mine);
	return ok;
}

static const char *preset_name(const void *from, size_t index) {
	return presets[index].name;
}

bool preset_run(struct session *s, const char *name, config_line *run, struct error *err) {
	struct config_faults faults = { 0 };
	const char *text = named_text(presets, name);

	if (!strcmp(name, "default")) {
		s->bindings.n = 0;
		return true;
	}
	if (!text)
		return fail_no_such(err, "preset", name, preset_name, NULL);
	config_run(s, name, text, run, &faults);
	return !faults.n || fail(err, "%s", faults.first);
}
