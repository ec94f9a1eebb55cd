#compdef gptui
# zsh completion for gptui(1), printed by make man
_arguments -s \
	'*-p-[The flat profile; of the functions that SPEC names.]::SPEC: ' \
	'*--flat-profile=-[The flat profile; of the functions that SPEC names.]::SPEC: ' \
	'*-P-[No flat profile; or one without the functions that SPEC names.]::SPEC: ' \
	'*--no-flat-profile=-[No flat profile; or one without the functions that SPEC names.]::SPEC: ' \
	'*-q-[The call graph; of the functions, or the calls (FROM/TO), that SPEC names.]::SPEC: ' \
	'*--graph=-[The call graph; of the functions, or the calls (FROM/TO), that SPEC names.]::SPEC: ' \
	'*-Q-[No call graph; or one without the functions or calls that SPEC names.]::SPEC: ' \
	'*--no-graph=-[No call graph; or one without the functions or calls that SPEC names.]::SPEC: ' \
	'*-B[The call graph, as -q.]' \
	'*-C-[How often each function was called.]::SPEC: ' \
	'*--exec-counts=-[How often each function was called.]::SPEC: ' \
	'*-Z-[No such counts; or without those of SPEC.]::SPEC: ' \
	'*--no-exec-counts=-[No such counts; or without those of SPEC.]::SPEC: ' \
	'*-A-[Source files with call counts beside the lines.]::SPEC: ' \
	'*--annotated-source=-[Source files with call counts beside the lines.]::SPEC: ' \
	'*-J-[No source files; or without those of SPEC.]::SPEC: ' \
	'*--no-annotated-source=-[No source files; or without those of SPEC.]::SPEC: ' \
	'*-i[What the profile files hold.]' \
	'*--file-info[What the profile files hold.]' \
	'*-r[An order of functions for the linker, by their calls.]' \
	'*--function-ordering[An order of functions for the linker, by their calls.]' \
	'*-R+[An order of object files for the linker; MAP holds lines of nm --print-file-name.]:MAP:_files' \
	'*--file-ordering=[An order of object files for the linker; MAP holds lines of nm --print-file-name.]:MAP:_files' \
	'*-s[The profile files added up, into gmon.sum.]' \
	'*--sum[The profile files added up, into gmon.sum.]' \
	'*-n+[Hands the time of these functions only to their callers.]:SPEC: ' \
	'*--time=[Hands the time of these functions only to their callers.]:SPEC: ' \
	'*-N+[Leaves the time of these functions out of the call graph.]:SPEC: ' \
	'*--no-time=[Leaves the time of these functions out of the call graph.]:SPEC: ' \
	'*-e+[Leaves these functions out of the call graph.]:SPEC: ' \
	'*-E+[As -e, and leaves out their time.]:SPEC: ' \
	'*-f+[Prints only the call graph below these functions.]:SPEC: ' \
	'*-F+[As -f, and counts only their time.]:SPEC: ' \
	'*-k+[Leaves out these calls.]:FROM/TO: ' \
	'*-a[Treats static functions as part of the function before them.]' \
	'*--no-static[Treats static functions as part of the function before them.]' \
	'*-D[Ignores local symbols that are no functions.]' \
	'*--ignore-non-functions[Ignores local symbols that are no functions.]' \
	'*-c[Adds calls that are in the code but never happened.]' \
	'*--static-call-graph[Adds calls that are in the code but never happened.]' \
	'*-l[Profiles lines instead of functions.]' \
	'*--line[Profiles lines instead of functions.]' \
	'*-z[Lists functions without time and calls, too.]' \
	'*--display-unused-functions[Lists functions without time and calls, too.]' \
	'*-m+[Marks lines that ran less than N times with #####.]:N: ' \
	'*--min-count=[Marks lines that ran less than N times with #####.]:N: ' \
	'*-b[Leaves out the explanations.]' \
	'*--brief[Leaves out the explanations.]' \
	'*-T[Prints the listings as BSD did.]' \
	'*--traditional[Prints the listings as BSD did.]' \
	'*-w+[How wide the index may be; 80 by default.]:COLUMNS: ' \
	'*--width=[How wide the index may be; 80 by default.]:COLUMNS: ' \
	'*-L[Prints whole paths of source files.]' \
	'*--print-path[Prints whole paths of source files.]' \
	'*--inline-file-names[Prints file and line after each name.]' \
	'*--demangle=-[Prints readable names (the default) of C++ and Rust (auto), or of gnu-v3, java, gnat, dlang, rust only; none prints raw ones.]::STYLE:(none auto gnu-v3 java gnat dlang rust)' \
	'*--no-demangle[Prints names as they are in the executable.]' \
	'*-x[Annotates every line of a block, not only its first.]' \
	'*--all-lines[Annotates every line of a block, not only its first.]' \
	'*-y[Writes annotated sources into files, NAME-ann.]' \
	'*--separate-files[Writes annotated sources into files, NAME-ann.]' \
	'*-t+[How many of the busiest lines to list; 10 by default.]:N: ' \
	'*--table-length=[How many of the busiest lines to list; 10 by default.]:N: ' \
	'*-I+[Where to look for sources; names between colons.]:DIRS:_files -/' \
	'*--directory-path=[Where to look for sources; names between colons.]:DIRS:_files -/' \
	'*--map=[Looks in folder NEW for sources that were compiled in OLD; may be given more than once.]:OLD=NEW: ' \
	'*--debug-dir=[Where to look for separate debug files, before /usr/lib/debug; names between colons.]:DIRS:_files -/' \
	'*--files=[Counts only profiles whose paths match a glob or a regular expression; the view files has the others, too.]:PATTERN: ' \
	'*--file-names=[What names of profiles consist of, as in gmon.%h.%r.%p\: %r a rank, %p a process, %h a host, %g a group, %* anything.]:PATTERN: ' \
	'*--base=-[Compares with a base\: its profiles, before them its executable if that is another one, or a folder of both.  All files after --base are the base'\''s.  With --record it may be a program\: both take turns.]::PATH:_files' \
	'*--calls=-[Takes calls from another build, compiled with -pg\: the executable and its profiles, or a folder of both; with --record the executable, which is run, too.  All files after --calls belong to it.]::PATH:_files' \
	'*--match=[The base'\''s function OLD is the new side'\''s NEW; may be given more than once.]:OLD=NEW: ' \
	'*--record[Runs a program with its arguments, records samples with their stacks, and opens them\: gptui --record \[OPTION\]... -- PROGRAM ARGUMENT...]' \
	'*--runs=[Runs the program that is recorded N times; with --base by default as often as it takes, up to 30 times.]:N: ' \
	'*--keep=[Where to write what is recorded, by default a new folder, PROGRAM.record; and what is fetched from URLs among the profiles (tftp, http, https, file, serial), by default here.]:DIR:_files -/' \
	'*-S+[Takes symbols from FILE, as nm prints them.]:FILE:_files' \
	'*--external-symbol-table=[Takes symbols from FILE, as nm prints them.]:FILE:_files' \
	'*-O+[How to read profiles\: auto, magic, bsd or 4.4bsd.]:FORMAT:(auto magic bsd 4.4bsd)' \
	'*--file-format=[How to read profiles\: auto, magic, bsd or 4.4bsd.]:FORMAT:(auto magic bsd 4.4bsd)' \
	'*-d-[]::LEVEL: ' \
	'*--debug=-[]::LEVEL: ' \
	'*--report=[Prints a view instead of showing it, and ends.]:VIEW:(flat groups lines graph tree callers source asm runs files diff health help manual)' \
	'*--export=[Writes the whole profile for another program to standard output, and ends.]:callgrind|dot|flame|folded|html|png|pprof|svg:(callgrind dot flame folded html png pprof svg)' \
	'*--from=[Exports a picture of what it reaches.]:FUNCTION: ' \
	'*--to=[Exports a picture of what reaches it.]:FUNCTION: ' \
	'*--filter=[Shows only the rows that match.]:FILTER: ' \
	'*--columns=[Shows these columns of a view, in this order; without VIEW of the one reported or shown first.]:\[VIEW\:\]COLUMN,...: ' \
	'*--reverse[Reverses the order.]' \
	'*--format=[How to print a report.]:csv|json|md|text:(csv json md text)' \
	'*--fail-on=[Ends with status 3 if a function is slower than in the base, or slower by PERCENT or more; or if a note of the health page is a fault.  May be given for both.]:slower\[=PERCENT\]|fault:(slower fault)' \
	'*--slide=[The program ran N bytes above the addresses that its file has, as position-independent code may; auto finds N for each profile file.]:N|auto:(auto)' \
	'*--no-config[Reads no configuration and keeps no history.]' \
	'*--no-color[No colours.]' \
	'*--keys=[Plays keys on a picture of the screen and prints it.]:KEYS: ' \
	'*--size=[The size of that picture.]:COLUMNSxROWS: ' \
	'*-h-[Prints help\: a summary, gprof'\''s options, or all.]::gprof|all:(gprof all)' \
	'*--help=-[Prints help\: a summary, gprof'\''s options, or all.]::gprof|all:(gprof all)' \
	'*--check-format=[Explains a profile file field by field, what is wrong with it, and what gprof would do; ends with status 1 if something is wrong.  EXECUTABLE says how wide addresses are.]:FILE:_files' \
	'*-v[Prints the version.]' \
	'*--version[Prints the version.]' \
	'*--names=[Show names in full, without parameters, or raw.]:full|short|raw:(full short raw)' \
	'*--unit=[Show time, percent of all or of the parent, or samples.]:time|percent|parent|samples:(time percent parent samples)' \
	'*--sort=[The column that lists of functions and reports are sorted by.]:COLUMN:(self% self cumulative% cumulative now% now now-error base delta error inlined divided total% wide total least most calls self-calls base-calls self/call total/call imbalance sparkline function where functions group calls-made written-in source parent% children measured measured-error base-total delta-total entry part index call-line estimate depth delta-error inlined% base-line line edit func% shared address instruction mean min median max spread pattern file rank host files pid on side seconds mpi% shift differs reason row old new diff change% low% high% interval calls% cost% old-calls new-calls verdict chance runs-needed kind text cause evidence cure keys command help)' \
	'*--zeros=-[Show or hide functions without time and calls.]::off|on:(off on)' \
	'*--limit=[Hide rows with a smaller share of time; 0 shows all.]:PERCENT: ' \
	'*--per=[What times are compared per\: a run, total time, the typical function, or calls of one function.]:run|total|typical|calls FUNCTION: ' \
	'*--group-files=[Group files by host, group (jobs) or rank modulo so many.]:none|host|group|rank:(none host group rank)' \
	'*--group-ranks=[Ranks that group-files rank puts together differ by a multiple of it.]:NUMBER: ' \
	'*--rules=[Which function a sample belongs to\: as measured, or as in gprof, the default of its listings; exact does not work with -a, -D and -l.]:exact|gprof:(exact gprof)' \
	'*--cycles=[How functions that call each other pass time on\: as a whole, as in gprof, or each by itself, without the few calls that close their cycles.]:whole|open:(whole open)' \
	'*--profiler=[The time of mcount\: apart, out, or spread by calls.]:apart|out|spread:(apart out spread)' \
	'*--idle=[The time of functions in which a system waits\: in or out.]:in|out:(in out)' \
	'*--idle-names=[Functions in which a system waits, too, beside those of known systems; none.]:NAME,...: ' \
	'*--callers=[How time is divided among callers\: by calls, as in gprof, or by what calls were measured to cost, where several files with different input tell.]:calls|measured:(calls measured)' \
	'*--copies=[How copies of files and of records in them count\: once (auto\: if they cannot be chance), or all.]:auto|once|added:(auto once added)' \
	'*--sums=[How files that are sums of others count\: not at all (auto\: if that cannot be chance), or added.]:auto|once|added:(auto once added)' \
	'*--snapshots=[How files that each contain the one before count\: for what they add (auto\: if that cannot be chance), or added up.]:auto|once|added:(auto once added)' \
	'*--common=[How samples that all files share count, as after fork()\: once (auto\: if that cannot be chance), or added.]:auto|once|added:(auto once added)' \
	'*--inlined=[Leave inlined code in its caller, or give it a row.]:in|apart:(in apart)' \
	'*--rows=[Rows of the flat profile\: functions, groups, or lines.]:function|file|folder|class|section|object|thread|line:(function file folder class section object thread line)' \
	'*--lines=-[on is --rows line, off --rows function.]::off|on:(off on)' \
	'*--group=[The same as --rows; none is --rows function.]:none|file|folder|class|section|object|thread:(none file folder class section object thread)' \
	'*--paths=[How much of the paths of files is shown.]:last|whole:(last whole)' \
	'*--sources=-[Show or hide source lines among instructions.]::off|on:(off on)' \
	'*--sides=[With a base\: lines, instructions of both sides or one.]:both|new|base:(both new base)' \
	'*--theme=[Change the theme; a menu lists them.]:NAME|FILE:{ compadd -- colour-blind contrast default light mono solarized-light solarized; _files; }' \
	'*--ascii=-[Whether lines and bars are drawn with ASCII characters only.]::off|on:(off on)' \
	'*--debuginfod=-[Whether the servers of DEBUGINFOD_URLS are asked for debug information that is not found here.]::off|on:(off on)' \
	'*--objdump=[A program that lists the code of machines that libopcodes here does not support, such as m68k-elf-objdump; none\: no program.]:PROGRAM: ' \
	'*--watch=[Check the files every so many seconds, and read them again when they have changed; URLs are fetched again.]:SECONDS|off: ' \
	'*--fetch-time=[How long fetching a URL may take before it is given up.]:SECONDS: ' \
	'*--split=[The second pane\: beside the first from 120 columns on, wherever there is room, or not at all.]:auto|on|off:(auto on off)' \
	'*--split-ratio=[Percent of the room that the first pane has, 20 to 80; until it is set, functions may have more.]:N: ' \
	'*--mouse=-[Mouse on or off\: rows, headings, tabs, menus, wheel.]::off|on:(off on)' \
	'*:file:_files'
