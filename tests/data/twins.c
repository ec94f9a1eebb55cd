/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two functions that begin in one line, as instances of a template do. */
/* clang-format off */
int first(int n); int second(int n);
int first(int n) { return n * 3; } int second(int n) { return n / 3; }
/* clang-format on */

int main(void)
{
	return first(1) + second(2);
}
