/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solver as many ranks run it.  Each function's work is on one line, so
 * that a bin in the middle of the function is on that line. */
/* clang-format off */
static double field[1024];

double residual(void)
{
	double sum = 0;

	for (int i = 0; i < 1024; i++) sum += field[i] * field[i] - field[i] / 3 + sum * 0.5;
	return sum;
}

void smooth(void)
{
	for (int i = 1; i < 1023; i++) field[i] = (field[i - 1] + field[i] + field[i + 1]) / 3;
}

int main(void)
{
	for (int step = 0; step < 10; step++)
		smooth();
	return residual() < 0;
}
