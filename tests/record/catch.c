/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

int thrown(int n);

int main(int argc, char **argv) {
	(void)argv;
	puts(thrown(argc > 1 ? 500 : 20000) ? "right" : "wrong");
	return 0;
}
