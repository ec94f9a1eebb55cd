/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes that can be read: contrast of letters and ground, with terminals of
 * every number of colours, and what is left of it for the colour-blind.
 *
 * Contrast is that of WCAG 2.1 ("relative luminance", "contrast ratio");
 * colours are xterm's.  Colour blindness is simulated by the matrices of
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for
 * Simulation of Color Vision Deficiency" (2009), of full severity. */
#include <math.h>
#include <string.h>

#include "ui/terminal/theme.h"

#include "assertions.h"

enum { PROTANOPIA, DEUTERANOPIA, TRITANOPIA };

struct rgb {
	double part[3]; /* linear, 0 to 1 */
};

/* A theme, the terminals that it is made for, and the least contrast of what
 * has to be read and of what may be faint. */
static const struct promise {
	const char *theme;
	int foreground, background; /* of the terminal */
	double least, least_faint;
} promises[] = {
	{ "default", 0xe5e5e5, 0x000000, 3.0, 3.0 },
	{ "default", 0x000000, 0xffffff, 3.0, 3.0 },
	{ "mono", 0xe5e5e5, 0x000000, 4.5, 4.5 },
	{ "mono", 0x000000, 0xffffff, 4.5, 4.5 },
	{ "light", 0x000000, 0xffffff, 4.5, 3.0 },
	/* These bring a ground of their own. */
	{ "contrast", 0x000000, 0x000000, 7.0, 7.0 },
	{ "colour-blind", 0x000000, 0x000000, 4.5, 4.5 },
	{ "solarized", 0x000000, 0x000000, 4.5, 3.0 },
	{ "solarized-light", 0x000000, 0x000000, 4.5, 3.0 },
};

static const int depths[] = { 0, 8, 16, 256, 1 << 24 };

static struct rgb linear(int colour) {
	struct rgb out;

	for (int i = 0; i < 3; i++) {
		double c = (colour >> (16 - 8 * i) & 255) / 255.0;

		out.part[i] = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
	}
	return out;
}

static double luminance(struct rgb c) {
	return 0.2126 * c.part[0] + 0.7152 * c.part[1] + 0.0722 * c.part[2];
}

static double contrast(struct rgb a, struct rgb b) {
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return x > y ? x / y : y / x;
}

/* What letters and ground of a role look like; dim is half way between. */
static void shown(const struct promise *p, const struct theme *theme, int role, int depth,
                  int *letters, int *ground) {
	struct style style = theme_style(theme, (enum role)role, depth);
	int mixed = 0;

	if (style.attributes & STYLE_BOLD && style.foreground >= 0 && style.foreground < 8 &&
	    depth < 16)
		style.foreground += 8; /* as terminals of 8 colours do */
	*letters = style.foreground < 0 ? p->foreground : colour_rgb(style.foreground);
	*ground = style.background < 0 ? p->background : colour_rgb(style.background);
	for (int i = 0; i < 24; i += 8)
		mixed |= ((*letters >> i & 255) + (*ground >> i & 255)) / 2 << i;
	if (style.attributes & STYLE_DIM)
		*letters = mixed;
	if (style.attributes & STYLE_REVERSE) {
		int other = *letters;

		*letters = *ground;
		*ground = other;
	}
}

/* Bold letters weigh more; 8 colours leave no choice of brightness. */
static bool is_bold(const struct theme *theme, int role) {
	return theme_style(theme, (enum role)role, 8).attributes & STYLE_BOLD;
}

static void check_promise(const struct promise *p) {
	struct theme theme;
	size_t i;

	assert_true(theme_parse(&theme, p->theme, named_text(themes, p->theme), NULL));
	for (i = 0; i < sizeof depths / sizeof *depths; i++)
		for (int role = 0; role < NROLES; role++) {
			double least = role == ROLE_FAINT || role == ROLE_LINE ? p->least_faint
			                                                       : p->least;
			int letters, ground;

			if (depths[i] < 8 && p->foreground == p->background)
				continue; /* there is nothing but the terminal's */
			shown(p, &theme, role, depths[i], &letters, &ground);
			if (depths[i] < 16 && is_bold(&theme, role))
				least *= 2.0 / 3;
			double ratio = contrast(linear(letters), linear(ground));
			if (ratio < least)
				fail_msg("%s, %s, %d colours: %06x on %06x: "
				         "%.2f < %.1f",
				         p->theme, role_name((enum role)role), depths[i],
				         (unsigned)letters, (unsigned)ground, ratio, least);
		}
}

static void every_theme_can_be_read(void **state) {
	for (size_t i = 0; themes[i].name; i++) {
		bool is_checked = false;

		for (size_t j = 0; j < sizeof promises / sizeof *promises; j++)
			if (!strcmp(promises[j].theme, themes[i].name)) {
				check_promise(&promises[j]);
				is_checked = true;
			}
		if (!is_checked)
			fail_msg("nothing is promised of %s", themes[i].name);
	}
}

/* How people see a colour that lack one of the three kinds of cones. */
static struct rgb seen(struct rgb c, const double matrix[3][3]) {
	struct rgb out;

	for (int i = 0; i < 3; i++) {
		double sum = matrix[i][0] * c.part[0] + matrix[i][1] * c.part[1] +
		             matrix[i][2] * c.part[2];

		out.part[i] = sum < 0 ? 0 : sum > 1 ? 1 : sum;
	}
	return out;
}

/* CIE 1976 L*, a*, b*, for the white of sRGB. */
static void lab(double out[3], struct rgb c) {
	static const double to_xyz[3][3] = { { 0.4339, 0.3762, 0.1899 },
		                             { 0.2126, 0.7152, 0.0722 },
		                             { 0.0178, 0.1095, 0.8727 } };
	struct rgb xyz = seen(c, to_xyz);
	double f[3];

	for (int i = 0; i < 3; i++)
		f[i] = xyz.part[i] > 0.008856 ? cbrt(xyz.part[i])
		                              : 7.787 * xyz.part[i] + 16.0 / 116;
	out[0] = 116 * f[1] - 16;
	out[1] = 500 * (f[0] - f[1]);
	out[2] = 200 * (f[1] - f[2]);
}

static double distance(struct rgb a, struct rgb b) {
	double x[3], y[3];

	lab(x, a);
	lab(y, b);
	return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
	            (x[2] - y[2]) * (x[2] - y[2]));
}

/* Of 8 colours none is grey: there it looks like plain. */
static bool is_grey(enum role role) {
	return role == ROLE_FAINT;
}

static void the_colour_blind_see_it(void **state) {
	static const double kinds[][3][3] = {
		[PROTANOPIA] = { { 0.152286, 1.052583, -0.204868 },
		                 { 0.114503, 0.786281, 0.099216 },
		                 { -0.003882, -0.048116, 1.051998 } },
		[DEUTERANOPIA] = { { 0.367322, 0.860646, -0.227968 },
		                   { 0.280085, 0.672501, 0.047413 },
		                   { -0.011820, 0.042940, 0.968881 } },
		[TRITANOPIA] = { { 1.255528, -0.076749, -0.178779 },
		                 { -0.078411, 0.930809, 0.147602 },
		                 { 0.004733, 0.691367, 0.303900 } },
	};
	static const struct {
		enum role a, b;
	} pairs[] = {
		{ ROLE_HOT, ROLE_WARM },     { ROLE_HOT, ROLE_PLAIN },
		{ ROLE_WARM, ROLE_PLAIN },   { ROLE_FAINT, ROLE_HOT },
		{ ROLE_FAINT, ROLE_PLAIN },  { ROLE_BETTER, ROLE_WORSE },
		{ ROLE_BETTER, ROLE_PLAIN }, { ROLE_WORSE, ROLE_PLAIN },
		{ ROLE_KEY, ROLE_PLAIN },    { ROLE_KEY, ROLE_HOT },
	};
	const struct promise *p = &promises[6];
	struct theme theme;
	size_t i, k;

	assert_string_equal(p->theme, "colour-blind");
	assert_true(theme_parse(&theme, p->theme, named_text(themes, p->theme), NULL));
	for (i = 0; i < sizeof pairs / sizeof *pairs; i++)
		for (k = 0; k < 3; k++)
			for (size_t d = is_grey(pairs[i].a) ? 2 : 1;
			     d < sizeof depths / sizeof *depths; d++) {
				int a, b, ground;

				shown(p, &theme, (int)pairs[i].a, depths[d], &a, &ground);
				shown(p, &theme, (int)pairs[i].b, depths[d], &b, &ground);
				double far = distance(seen(linear(a), kinds[k]),
				                      seen(linear(b), kinds[k]));
				if (far < (depths[d] < 256 || k == TRITANOPIA ? 8 : 15))
					fail_msg("%s and %s, kind %zu, %d "
					         "colours: %.1f",
					         role_name(pairs[i].a), role_name(pairs[i].b), k,
					         depths[d], far);
			}
}

/* The measure itself, by values that are published. */
static void the_measure_is_right(void **state) {
	double white[3];

	assert_float_equal(contrast(linear(0), linear(0xffffff)), 21, 0.01);
	assert_float_equal(contrast(linear(0x777777), linear(0xffffff)), 4.48, 0.01);
	lab(white, linear(0xffffff));
	assert_float_equal(white[0], 100, 0.1);
	assert_float_equal(white[1], 0, 0.2);
	assert_float_equal(white[2], 0, 0.2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_measure_is_right),
		cmocka_unit_test(every_theme_can_be_read),
		cmocka_unit_test(the_colour_blind_see_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
