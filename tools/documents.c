/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints manual pages and completions for shells from the tables of the
 * program.  A build tool, run by `make man`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "completions.h"
#include "manual.h"

static const struct {
	const char *name;
	void (*print)(void);
} documents[] = {
	{ "gptui.1", manual_print },
	{ "gptui-config.5", manual_print_config },
	{ "gptui.bash", completions_print_bash },
	{ "gptui.zsh", completions_print_zsh },
	{ "gptui.fish", completions_print_fish },
};

int main(int argc, char **argv) {
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
		if (argc == 2 && !strcmp(documents[i].name, argv[1])) {
			documents[i].print();
			return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
		}
	fprintf(stderr, "Usage: %s DOCUMENT, which is one of\n", argv[0]);
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
		fprintf(stderr, "  %s\n", documents[i].name);
	return EXIT_FAILURE;
}
