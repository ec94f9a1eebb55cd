/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor and the pager, and the question where a source is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "drive_gptui.h"

/* W/edit/program was made of /build/src/{one,two}.c, which are not there; they
 * are in W/edit/here/src.  W/edit/editor prints its arguments, and says it is
 * there until Enter; its exit status is $STATUS. */
static char folder[1024];
static bool is_made;

static const char making[] = "rm -rf $D && mkdir -p $D/here/src && cd $D/here && "
			     "printf 'int two(int n);\\nint main(void)\\n{\\n"
			     "\\treturn two(1);\\n}\\n' >src/one.c && "
			     "printf 'int two(int n)\\n{\\n\\treturn n - 1;\\n}\\n' >src/two.c && "
			     "${CC:-cc} -g -O0 -fdebug-prefix-map=$(pwd)=/build "
			     "-o ../program src/one.c src/two.c 2>../log && "
			     "low() { nm ../program | sed -n \"s/ T $1\\$//p\"; } && "
			     "a=$(low main) b=$(low two) && "
			     "$SRCDIR/tests/tools/gmontool.py write -o ../program.gmon "
			     "hist:0x$a:$((0x$a + 16)):4:100:seconds:s:0=3,1=20 "
			     "hist:0x$b:$((0x$b + 16)):4:100:seconds:s:0=7 && "
			     "cat >../editor <<'END' && chmod +x ../editor\n"
			     "#!/bin/sh\n"
			     "for a; do echo \"$a\"; done >$D/arguments\n"
			     "stty -a >>$D/arguments\n"
			     "printf 'EDITOR IS HERE '\n"
			     "read line\n"
			     "exit ${STATUS:-0}\n"
			     "END\n";

static int make_program(void **state) {
	find_program(state);
	snprintf(folder, sizeof folder, "%.1000s/edit", work);
	is_made = !setenv("D", folder, 1) && system(making) == 0;
	return 0;
}

static struct vth *start_program(const char *first, const char *second, const char *third) {
	const char *env[] = { "LC_ALL=C.UTF-8", first ? first : "VISUAL",
		              second ? second : "EDITOR", third ? third : "STATUS", NULL };

	if (!is_made)
		skip();
	snprintf(image, sizeof image, "%.3500s/program", folder);
	snprintf(profile, sizeof profile, "%.3500s/program.gmon", folder);
	struct vth *h = spawn(24, 80, env);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return h;
}

/* Answers the question, and the view shows the source. */
static void answer(struct vth *h) {
	char keys[8192];

	press(h, "a");
	has(h, "v asks where it is");
	hasnt(h, "directory?");
	press(h, "v");
	has(h, "not found: /build/src/one.c; directory?");
	snprintf(keys, sizeof keys, "%s/here<Enter>", folder);
	press(h, keys);
	has(h, "return two(1);");
}

static const char *variable(const char *name, const char *arguments) {
	static char text[8192];

	snprintf(text, sizeof text, "%s=%s/editor%s", name, folder, arguments);
	return text;
}

static char *picture(struct vth *h) {
	char *all = calloc(1, 24 * 1024);

	assert_non_null(all);
	for (int row = 0; row < vth_rows(h); row++) {
		strncat(all, vth_row(h, row), 1000);
		strcat(all, "\n");
	}
	return all;
}

static void told_arguments(char *out, size_t size) {
	char path[4200];
	FILE *file;

	snprintf(path, sizeof path, "%s/arguments", folder);
	file = fopen(path, "r");
	assert_non_null(file);
	size_t n = fread(out, 1, size - 1, file);
	out[n] = '\0';
	fclose(file);
}

static void open_editor(struct vth *h) {
	vth_keys(h, "v");
	assert_true(vth_until_text(h, "EDITOR IS HERE", MS));
	tty_is_sane(h);
}

static void the_editor_has_the_terminal_and_gives_it_back(void **state) {
	struct vth *h = start_program(variable("VISUAL", " -x 'two words'"), "EDITOR=false", NULL);
	char told[4096], wanted[8192];

	answer(h);
	press(h, "<Down><Up>"); /* the message is gone */
	char *before = picture(h);
	open_editor(h);
	press(h, "<Enter>");
	assert_true(vth_altscreen(h));
	char *after = picture(h);
	assert_string_equal(before, after);
	told_arguments(told, sizeof told);
	snprintf(wanted, sizeof wanted, "-x\ntwo words\n+4\n%s/here/src/one.c\n", folder);
	assert_int_equal(strncmp(told, wanted, strlen(wanted)), 0);
	assert_non_null(strstr(told, " icanon"));
	assert_non_null(strstr(told, " echo "));
	press(h, "<Down>");
	has(h, "5/5 lines");
	free(before);
	free(after);
	vth_free(h);
}

static void a_new_size_is_seen_when_it_ends(void **state) {
	struct vth *h = start_program(variable("VISUAL", ""), NULL, NULL);

	answer(h);
	open_editor(h);
	vth_resize(h, 12, 60);
	press(h, "<Enter>");
	assert_non_null(strstr(vth_row(h, 11), "4/5 lines"));
	has(h, "return two(1);");
	vth_free(h);
}

static void ctrl_c_in_the_editor_is_the_editors(void **state) {
	struct vth *h = start_program(variable("VISUAL", ""), NULL, NULL);

	answer(h);
	open_editor(h);
	vth_keys(h, "<C-c>");
	assert_true(vth_until_text(h, "was ended by signal 2", MS) ||
	            vth_find(h, "ended with status 130", NULL, NULL));
	press(h, "<Down>");
	has(h, "5/5 lines");
	vth_free(h);
}

static void other_editors_are_the_second_choice(void **state) {
	struct vth *h = start_program("VISUAL=", variable("EDITOR", ""), NULL);

	answer(h);
	open_editor(h);
	press(h, "<Enter>");
	has(h, "return two(1);");
	vth_free(h);
}

static void what_fails_is_reported(void **state) {
	struct vth *h = start_program(variable("VISUAL", ""), NULL, "STATUS=3");

	answer(h);
	open_editor(h);
	press(h, "<Enter>");
	has(h, "editor ended with status 3");
	has(h, "return two(1);");
	vth_free(h);
	h = start_program("VISUAL=/nonexistent/editor -n", NULL, NULL);
	answer(h);
	press(h, "v");
	has(h, "/nonexistent/editor -n cannot be run");
	has(h, "return two(1);");
	press(h, "<Down>");
	has(h, "5/5 lines");
	vth_free(h);
}

/* Starts the program in a shell that has job control. */
static struct vth *start_in_shell(void) {
	char line[16384];

	if (!is_made)
		skip();
	struct vth *h = start_shell(variable("VISUAL", ""));
	snprintf(line, sizeof line, "%s --map /build=%s/here %s/program %s/program.gmon<Enter>",
	         program, folder, folder, folder);
	vth_keys(h, line);
	assert_true(vth_until_text(h, "1/2 functions", MS));
	return h;
}

/* The shell has the terminal as it wants it: then it asks for pastes to be
 * marked.  What is typed earlier may be lost. */
static bool takes_a_line(struct vth *h, void *arg) {
	return vth_find(h, "Stopped", NULL, NULL) && vth_mode(h, 2004);
}

/* The shell waits for the whole job: what stops stops us. */
static void stop_and_continue(struct vth *h) {
	vth_keys(h, "<C-z>");
	assert_true(vth_until(h, takes_a_line, NULL, MS));
	vth_keys(h, "<Space>"); /* for who reads and is only just stopping */
	vth_settle(h, MS);
	vth_keys(h, "echo the shell $((1 + 1))<Enter>");
	wait_for(h, "the shell 2");
	vth_keys(h, "fg<Enter>");
	vth_settle(h, MS);
}

static void a_stopped_editor_stops_the_job(void **state) {
	struct vth *h = start_in_shell();

	press(h, "a");
	open_editor(h);
	stop_and_continue(h);
	vth_keys(h, "<Enter>");
	wait_for(h, "4/5 lines");
	assert_true(vth_altscreen(h));
	press(h, "<Down>");
	has(h, "5/5 lines");
	press(h, "Q");
	assert_false(vth_altscreen(h));
	vth_free(h);
}

static void a_stopped_pager_stops_the_job(void **state) {
	struct vth *h = start_in_shell();

	press(h, "|");
	vth_keys(h, "grep -c main; echo PAGER $((1 + 1)); read x <lt>/dev/tty"
	            "<Enter>");
	wait_for(h, "PAGER 2");
	tty_is_sane(h);
	stop_and_continue(h);
	vth_keys(h, "<Enter>");
	wait_for(h, "Enter goes back");
	vth_keys(h, "<Enter>");
	wait_for(h, "done: grep");
	press(h, "<Down>");
	has(h, "2/2 functions");
	press(h, "Q");
	vth_free(h);
}

static void an_answer_holds_for_all_files_of_the_place(void **state) {
	struct vth *h = start_program(NULL, NULL, NULL);
	char keys[8192];

	answer(h);
	press(h, "1j/two<Enter>a");
	has(h, "return n - 1;");
	hasnt(h, "not found");
	press(h, "[");
	press(h, ":");
	snprintf(keys, sizeof keys, "write-config %s/config<Enter>", folder);
	press(h, keys);
	has(h, "wrote ");
	snprintf(keys, sizeof keys, "grep -qx \"map /build=$(cd %s/here && pwd)\" %s/config",
	         folder, folder);
	assert_int_equal(system(keys), 0);
	vth_free(h);
}

static void a_wrong_answer_is_asked_again_and_esc_ends_it(void **state) {
	struct vth *h = start_program(NULL, NULL, NULL);

	press(h, "av");
	has(h, "not found: /build/src/one.c; directory?");
	press(h, "/nonexistent<Enter>");
	has(h, "that folder does not contain it");
	has(h, "directory?");
	press(h, "<Esc>");
	has(h, "No such file or directory");
	hasnt(h, "directory? ");
	press(h, "1a");
	hasnt(h, "directory? ");
	press(h, "v");
	has(h, "not found: /build/src/one.c; directory?");
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_editor_has_the_terminal_and_gives_it_back),
		cmocka_unit_test(a_new_size_is_seen_when_it_ends),
		cmocka_unit_test(ctrl_c_in_the_editor_is_the_editors),
		cmocka_unit_test(other_editors_are_the_second_choice),
		cmocka_unit_test(what_fails_is_reported),
		cmocka_unit_test(a_stopped_editor_stops_the_job),
		cmocka_unit_test(a_stopped_pager_stops_the_job),
		cmocka_unit_test(an_answer_holds_for_all_files_of_the_place),
		cmocka_unit_test(a_wrong_answer_is_asked_again_and_esc_ends_it),
	};

	return cmocka_run_group_tests(tests, make_program, NULL);
}
