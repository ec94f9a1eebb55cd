/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/terminal/theme.h"

#include <dirent.h>
#include <unistd.h>

static const char *const role_names[] = {
#define ROLE(id, name, help) name,
	ROLES(ROLE)
#undef ROLE
		NULL
};

static const char *const colour_names[] = {
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", NULL,
};

/* In the order of STYLE_BOLD, STYLE_DIM, ... */
static const char *const attribute_names[] = {
	"bold", "dim", "underline", "reverse", NULL,
};

/* The index of a word in a list that ends with NULL, or -1. */
static int index_of(const char *word, const char *const *list) {
	for (int i = 0; list[i]; i++)
		if (!strcmp(word, list[i]))
			return i;
	return -1;
}

const char *role_name(enum role role) {
	assert(role < NROLES);
	return role_names[role];
}

int role_named(const char *name) {
	return index_of(name, role_names);
}

int colour_rgb(int colour) {
	/* xterm's own values of the first 16. */
	static const int first[] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	};
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };

	assert(colour >= 0 && colour < 2 * COLOUR_RGB);
	if (colour >= COLOUR_RGB)
		return colour - COLOUR_RGB;
	if (colour < 16)
		return first[colour];
	if (colour >= 232)
		return (8 + 10 * (colour - 232)) * 0x10101;
	colour -= 16;
	return steps[colour / 36] << 16 | steps[colour / 6 % 6] << 8 | steps[colour % 6];
}

static int distance(int a, int b) {
	int red = (a >> 16) - (b >> 16), green = (a >> 8 & 255) - (b >> 8 & 255);
	int blue = (a & 255) - (b & 255);

	return red * red + green * green + blue * blue;
}

/* The colour of [low, high) that is most similar. */
static int nearest(int colour, int low, int high) {
	int best = INT_MAX, found = low;

	for (int i = low; i < high; i++) {
		int far = distance(colour_rgb(colour), colour_rgb(i));

		if (far < best) {
			best = far;
			found = i;
		}
	}
	return found;
}

/* A number in a base, of exactly that many digits. */
static bool number_parse(int *out, const char *word, int base, size_t digits) {
	char *end;

	*out = (int)strtol(word, &end, base);
	return *end == '\0' && isxdigit((unsigned char)*word) && strlen(word) <= digits;
}

static const char hex_digits[] = "0123456789abcdefABCDEF";

static bool colour_parse(int *out, const char *word) {
	bool is_bright = !strncmp(word, "bright-", 7);
	int index = index_of(word + (is_bright ? 7 : 0), colour_names);

	*out = -1;
	if (!strcmp(word, "default"))
		return true;
	if (index >= 0) {
		*out = index + (is_bright ? 8 : 0);
		return true;
	}
	if (*word == '#') {
		if (strspn(word + 1, hex_digits) != 6 || !number_parse(out, word + 1, 16, 6))
			return false;
		*out += COLOUR_RGB;
		return true;
	}
	return number_parse(out, word, 10, 3) && *out < 256;
}

/* One colour, or two with a slash: for many and for few colours. */
static bool colours_parse(int *many, int *few, char *word) {
	char *slash = strchr(word, '/');

	if (slash)
		*slash = '\0';
	if (!colour_parse(many, word) || (slash && !colour_parse(few, slash + 1)))
		return false;
	if (!slash)
		*few = *many;
	if (*few >= 16)
		*few = nearest(*few, 0, 16);
	return true;
}

enum { WORD = 32 };

/* Takes the next word off *line; false at the end of the line.  A word that is too long loses its
 * end and so is no word that a theme may hold. */
static bool next_word(const char **line, char *word) {
	const char *begin = *line += strspn(*line, " \t\r");
	const bool is_comment = *begin == '#' && (strspn(begin + 1, hex_digits) != 6 ||
	                                          !strchr(" \t\r\n/", begin[7]));
	size_t len = is_comment ? 0 : strcspn(begin, " \t\r\n");
	snprintf(word, WORD, "%.*s", len < WORD ? (int)len : WORD, *line);
	*line += len;
	return len > 0;
}

static bool line_parse(struct theme *theme, bool *has_line, const char *line, struct error *err) {
	struct theme_line parsed = { .many = { .attributes = 0 } };
	char word[WORD], whole[WORD];

	if (!next_word(&line, word))
		return true;
	int role = role_named(word);
	if (role < 0)
		return fail(err, "no role \"%s\"", word);
	for (int i = 0; i < 2; i++) {
		struct style *many = &parsed.many, *few = &parsed.few;

		if (!next_word(&line, word))
			return fail(err, "two colours must follow the role");
		memcpy(whole, word, sizeof whole);
		if (!colours_parse(i ? &many->background : &many->foreground,
		                   i ? &few->background : &few->foreground, word))
			return fail(err, "no colour \"%s\"", whole);
	}
	while (next_word(&line, word)) {
		int attribute = index_of(word, attribute_names);
		if (attribute < 0)
			return fail(err, "no attribute \"%s\"", word);
		parsed.many.attributes |= 1u << attribute;
	}
	parsed.few.attributes = parsed.many.attributes;
	theme->roles[role] = parsed;
	has_line[role] = true;
	return true;
}

bool theme_parse(struct theme *out, const char *name, const char *text, struct error *err) {
	static const struct style own = { -1, -1, 0 };
	bool has_line[NROLES] = { false };
	struct error why;
	int line = 1;

	out->roles[ROLE_PLAIN] = (struct theme_line){ own, own };
	for (; *text; line++) {
		if (!line_parse(out, has_line, text, &why))
			return fail(err, "%s:%d: %s", name, line, why.reason);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	for (int i = 0; i < NROLES; i++)
		if (!has_line[i])
			out->roles[i] = out->roles[ROLE_PLAIN];
	return true;
}

/* Bright colours of terminals that have no numbers for them: bold.  Bold black is black on many of
 * them, so it is replaced. */
static struct style without_bright(struct style style) {
	if (style.background >= 8 && style.background < 16)
		style.background -= 8;
	if (style.foreground == 8 && style.background < 0) {
		style.foreground = -1;
		style.attributes |= STYLE_DIM;
	} else if (style.foreground == 8) {
		const int behind = colour_rgb(style.background);

		style.foreground = distance(behind, 0) < distance(behind, 0xffffff) ? 7 : 0;
	} else if (style.foreground > 8 && style.foreground < 16) {
		style.foreground -= 8;
		style.attributes |= STYLE_BOLD;
	}
	return style;
}

struct style theme_style(const struct theme *theme, enum role role, int ncolours) {
	const struct theme_line *line = &theme->roles[role];
	struct style style = ncolours < 256 ? line->few : line->many;

	if (ncolours < 8) { /* a role with a background of its own is shown by reversing */
		if (style.background != theme->roles[ROLE_PLAIN].few.background)
			style.attributes |= STYLE_REVERSE;
		style.foreground = style.background = -1;
		return style;
	}
	if (ncolours < 16 || ncolours > 256)
		return without_bright(style);
	if (style.foreground >= COLOUR_RGB)
		style.foreground = nearest(style.foreground, 16, 256);
	if (style.background >= COLOUR_RGB)
		style.background = nearest(style.background, 16, 256);
	return style;
}

enum { OWN = 64 }; /* at most, of the user */

const struct named_text themes[] = {
#include "themes.inc"
	{ NULL, NULL }
};

static const size_t nthemes = sizeof themes / sizeof *themes - 1;

/* The name of the theme in a file; NULL: not a theme, or one of gptui's. */
static const char *name_of_file(const char *file, struct arena *arena) {
	static const char ending[] = ".theme";
	size_t len = strlen(file), cut = sizeof ending - 1;

	if (len <= cut || strcmp(file + len - cut, ending) != 0)
		return NULL;
	const char *name = arena_text(arena, file, len - cut);
	return named_text(themes, name) ? NULL : name;
}

const char *const *theme_names(struct arena *arena) {
	const char **list = arena_alloc(arena, nthemes + OWN + 1, sizeof *list);
	const char *folder = own_themes(arena);
	DIR *dir = folder ? opendir(folder) : NULL;
	struct dirent *entry;
	size_t n;

	for (n = 0; n < nthemes; n++)
		list[n] = themes[n].name;
	while (dir && n < nthemes + OWN && (entry = readdir(dir))) {
		const char *name = name_of_file(entry->d_name, arena);
		if (name)
			list[n++] = name;
	}
	if (dir)
		closedir(dir);
	sort_texts(list + nthemes, n - nthemes, sizeof *list, 0, arena);
	return list;
}

/* NAME.theme in the user's directory of themes if it exists, else NULL. */
static const char *own_theme(const char *name, struct arena *arena) {
	const char *folder = own_themes(arena);
	const char *path = folder ? arena_format(arena, "%s/%s.theme", folder, name) : NULL;

	return path && !access(path, F_OK) ? path : NULL;
}

/* The text of a theme; *path is its file, or NULL if it is compiled in. */
static const char *read_text(const char *name, const char **path, struct arena *arena,
                             struct error *err) {
	struct bytes bytes;

	*path = strchr(name, '/') ? name : own_theme(name, arena);
	if (!*path && !named_text(themes, name))
		fail(err, "no theme \"%.100s\"", name);
	if (!*path)
		return named_text(themes, name);
	if (!bytes_read(&bytes, *path, arena, err))
		return NULL;
	return arena_text(arena, (const char *)bytes.data, bytes.len);
}

const char *theme_about(const char *name, struct arena *arena) {
	struct error err = { "" };
	const char *path, *text = read_text(name, &path, arena, &err);

	if (!text || *text != '#')
		return "";
	text += strspn(text, "# ");
	return arena_text(arena, text, strcspn(text, "\r\n"));
}

bool theme_load(struct theme *out, const char *name, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *path, *text = read_text(name, &path, arena, err);

	return text && theme_parse(out, path ? own_shown(path, arena) : name, text, err);
}
