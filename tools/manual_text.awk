# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the view `manual` of the user manual and of the options in a manual page:
#	LC_ALL=C awk -f manual_text.awk user-manual.md user-manual.md gptui.1
# (the manual twice: links need the titles of later chapters).  The output is, for each chapter and
# each option, { "NAME", "lines", "VIEW VIEW" }; views are those of a comment "views" above a
# chapter.  Lines have at most WIDTH cells, so that a terminal of 72 columns shows them whole; only
# code, which is kept as it is, may be wider.  Code is indented, unless a line of the block would
# not fit into 80 columns then.

BEGIN { WIDTH = 70 }

FNR == 1 {
	flush()
	pass++
}

# Titles by the names that links use.
pass == 1 {
	if (/^#/ && !was_code) {
		title = name = $0
		sub(/^#+ /, "", title)
		name = tolower(title)
		gsub(/[^a-z0-9 -]/, "", name)
		gsub(/ /, "-", name)
		titles[name] = title
	}
	next
}

# Options: "@-x" begins one.
pass == 3 {
	if (/^\.SH/) {
		flush()
		is_option_list = /OPTIONS/
		if (is_option_list)
			begin_chapter("Options", "=")
		next
	}
	if (!is_option_list)
		next
	gsub(/\\f[BIRP]/, "")
	gsub(/\\&/, "")
	gsub(/\\-/, "-")
	gsub(/\\e/, "\\")
	if (/^\.SS/) {
		flush()
		pending = 1
		begin_chapter(substr($0, 5), "-")
		pending = 1
	} else if (/^\.TP/) {
		flush()
		is_name = 1
	} else if (is_name) {
		begin_chapter($0, "")
		is_name = 0
		first = hang = "    "
	} else {
		paragraph = paragraph " " $0
	}
	next
}

/^    / {
	if (paragraph != "")
		flush()
	for (; blanks; blanks--)
		code[++ncode] = ""
	code[++ncode] = substr($0, 5)
	if (cells(code[ncode]) > 76)
		is_wide = 1
	next
}

/^$/ {
	if (ncode)
		blanks++
	flush_text()
	pending = 1
	next
}

{ flush_code() }

/^<!-- views/ {
	views = $0
	gsub(/<!-- views | *-->/, "", views)
	next
}

/^<!--|^!\[/ { next }

/^#/ {
	flush()
	rule = /^##? / ? "=" : "-"
	sub(/^#+ /, "")
	begin_chapter($0, rule)
	pending = 1
	next
}

/^\|/ {
	if (!/^\|[-|]+$/)
		rows[++nrows] = $0
	next
}

/^- |^[0-9]+\. / {
	flush_text()
	match($0, /^[^ ]+ /)
	first = substr($0, 1, RLENGTH)
	hang = sprintf("%" RLENGTH "s", "")
	paragraph = substr($0, RLENGTH + 1)
	next
}

paragraph == "" {
	match($0, /^ */)
	first = hang = substr($0, 1, RLENGTH)
}

{ paragraph = paragraph " " $0 }

END {
	flush()
	print ", \"" views_here "\" },"
	if (missing != "") {
		print "doc/user-manual.md: no chapter" missing | "cat >&2"
		exit 1
	}
}

# What was read of a paragraph, a table, code.
function flush() {
	flush_text()
	flush_code()
}

function flush_text() {
	if (nrows)
		put_table()
	if (paragraph != "")
		put_wrapped(pass == 3 ? paragraph : plain(paragraph), first, hang)
	paragraph = ""
}

function flush_code(  i) {
	for (i = 1; i <= ncode; i++)
		put((is_wide || code[i] == "" ? "" : "  ") code[i])
	if (blanks)
		pending = 1
	ncode = is_wide = blanks = 0
}

# Its title is underlined with the character, if there is one.
function begin_chapter(title, rule,  width) {
	if (nchapters++) {
		if (pending || rule != "")
			print "\"\\n\""
		print ", \"" views_here "\" },"
	}
	pending = 0
	views_here = views
	views = ""
	print "{ \"" escaped(title) "\","
	width = put_wrapped(title, "", "")
	if (rule != "")
		put(repeated(rule, width))
}

# Returns the width of the widest line.
function put_wrapped(text, first, hang,  lines, n, i, widest) {
	n = wrap(text, WIDTH - length(hang), lines)
	for (i = 1; i <= n; i++) {
		put((i == 1 ? first : hang) lines[i])
		if (cells(lines[i]) > widest)
			widest = cells(lines[i])
	}
	return widest
}

# Returns how many lines there are.
function wrap(text, width, lines,  words, m, n, i) {
	m = split(text, words, " ")
	lines[n = 1] = words[1]
	for (i = 2; i <= m; i++)
		if (cells(lines[n]) + 1 + cells(words[i]) <= width)
			lines[n] = lines[n] " " words[i]
		else
			lines[++n] = words[i]
	return n
}

# The widest column becomes narrower until the table fits.
function put_table(  r, c, n, ncols, cell, widths, sum, widest, texts, is_tall) {
	for (r = 1; r <= nrows; r++) {
		gsub(/^\| *| *\|$/, "", rows[r])
		n = split(rows[r], texts, / *\| */)
		for (c = 1; c <= n; c++) {
			cell[r, c] = c == 1 && texts[c] ~ /^`/ ? bare(texts[c]) : plain(texts[c])
			if (cells(cell[r, c]) > widths[c])
				widths[c] = cells(cell[r, c])
		}
		if (n > ncols)
			ncols = n
	}
	for (;;) {
		sum = 2 * (ncols - 1)
		widest = 1
		for (c = 1; c <= ncols; c++) {
			sum += widths[c]
			if (widths[c] > widths[widest])
				widest = c
		}
		if (sum <= WIDTH)
			break
		widths[widest]--
	}
	for (r = 1; r <= nrows; r++)
		if (wrap(cell[r, 1], widths[1], texts) > 1)
			is_tall = 1
	for (r = 1; r <= nrows; r++) {
		put_row(cell, r, ncols, widths)
		pending = is_tall
		if (r == 1)
			put_rules(cell, ncols, widths)
	}
	nrows = 0
}

# A row of a table, in as many lines as its cells need.
function put_row(cell, r, ncols, widths,  c, l, n, most, lines, all, line, gap) {
	for (c = 1; c <= ncols; c++) {
		n = wrap(cell[r, c], widths[c], lines)
		for (l = 1; l <= n; l++)
			all[l, c] = lines[l]
		if (n > most)
			most = n
	}
	for (l = 1; l <= most; l++) {
		line = gap = ""
		for (c = 1; c <= ncols; c++) {
			if (all[l, c] != "")
				line = line gap all[l, c]
			else
				line = line gap
			gap = repeated(" ", widths[c] - cells(all[l, c]) + 2)
		}
		sub(/ +$/, "", line)
		if (line != "")
			put(line)
	}
}

# Below the headings of a table, if it has any.
function put_rules(cell, ncols, widths,  c, line, any) {
	for (c = 1; c <= ncols; c++) {
		line = line (c > 1 ? "  " : "") repeated("-", widths[c])
		any = any cell[1, c]
	}
	if (any != "") {
		pending = 0
		put(line)
	}
}

# Text without the marks of Markdown.
function plain(text,  codes, n, before, label, title, is_aside) {
	while (match(text, /`[^`]+`/)) {
		codes[++n] = substr(text, RSTART + 1, RLENGTH - 2)
		text = substr(text, 1, RSTART - 1) "\001" n "\002" substr(text, RSTART + RLENGTH)
	}
	while (match(text, /\[[^]]*\]\([^)]*\)/)) {
		before = substr(text, 1, RSTART - 1)
		label = substr(text, RSTART + 1, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
		title = substr(label, index(label, "](") + 2)
		label = substr(label, 1, index(label, "](") - 1)
		is_aside = before ~ /\($/ && text ~ /^\)/
		text = before link(label, title, is_aside, before ~ /[^ ]/ || text != "") text
	}
	gsub(/\*/, "", text)
	while (match(text, /\001[0-9]+\002/))
		text = substr(text, 1, RSTART - 1) \
			quoted(codes[substr(text, RSTART + 1, RLENGTH - 2)]) \
			substr(text, RSTART + RLENGTH)
	return text
}

# A link in words: titles of chapters are quoted within text, "(more)" says where.
function link(label, target, is_aside, is_in_text,  title) {
	title = target
	sub(/#.*/, "", title)
	if (target ~ /^#/) {
		title = titles[substr(target, 2)]
		if (title == "")
			missing = missing " " target
		if (tolower(label) == substr(tolower(title), 1, length(label)) && is_in_text)
			return "\"" label "\""
		title = "\"" title "\""
	}
	return is_aside && label != title ? label ": " title : label
}

# What stood in backticks: in quotes unless it looks like a name of a program anyway.
function quoted(code,  quote) {
	quote = index(code, "'") ? "\"" : "'"
	if (code ~ / |^.$|^[a-z]+$|[.,:;!?]$/ || code !~ /[A-Za-z0-9]/)
		return quote code quote
	return code
}

function bare(text) {
	gsub(/`/, "", text)
	return text
}

function repeated(text, n,  all) {
	for (; n > 0; n--)
		all = all text
	return all
}

# The cells of UTF-8 text: its bytes but for those that continue a character.
function cells(text) {
	gsub(/[\200-\277]/, "", text)
	return length(text)
}

function escaped(text) {
	gsub(/["\\]/, "\\\\&", text)
	return text
}

function put(text) {
	if (pending)
		print "\"\\n\""
	pending = 0
	print "\"" escaped(text) "\\n\""
}
