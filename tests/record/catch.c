/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

int thrown(int n);

int main(void) {
	puts(thrown(20000) ? "right" : "wrong");
	return 0;
}
