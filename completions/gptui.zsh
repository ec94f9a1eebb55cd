#compdef gptui
# zsh completion for gptui(1), printed by make man
_arguments -s \
	'*-p-[Prints the flat profile, or only the functions that SPEC names.]::SPEC: ' \
	'*--flat-profile=-[Prints the flat profile, or only the functions that SPEC names.]::SPEC: ' \
	'*-P-[Leaves out the flat profile, or only the functions that SPEC names.]::SPEC: ' \
	'*--no-flat-profile=-[Leaves out the flat profile, or only the functions that SPEC names.]::SPEC: ' \
	'*-q-[Prints the call graph, or only the functions or calls (FROM/TO) that SPEC names.]::SPEC: ' \
	'*--graph=-[Prints the call graph, or only the functions or calls (FROM/TO) that SPEC names.]::SPEC: ' \
	'*-Q-[Leaves out the call graph, or only the functions or calls that SPEC names.]::SPEC: ' \
	'*--no-graph=-[Leaves out the call graph, or only the functions or calls that SPEC names.]::SPEC: ' \
	'*-B[Prints the call graph, like -q.]' \
	'*-C-[Prints how often each function was called.]::SPEC: ' \
	'*--exec-counts=-[Prints how often each function was called.]::SPEC: ' \
	'*-Z-[Leaves out these counts, or only those that SPEC names.]::SPEC: ' \
	'*--no-exec-counts=-[Leaves out these counts, or only those that SPEC names.]::SPEC: ' \
	'*-A-[Prints source files with call counts beside the lines.]::SPEC: ' \
	'*--annotated-source=-[Prints source files with call counts beside the lines.]::SPEC: ' \
	'*-J-[Leaves out source files, or only those that SPEC names.]::SPEC: ' \
	'*--no-annotated-source=-[Leaves out source files, or only those that SPEC names.]::SPEC: ' \
	'*-i[Prints what the profile files contain.]' \
	'*--file-info[Prints what the profile files contain.]' \
	'*-r[Prints an order of functions for the linker, based on calls.]' \
	'*--function-ordering[Prints an order of functions for the linker, based on calls.]' \
	'*-R+[Prints an order of object files for the linker; MAP is the output of nm --print-file-name.]:MAP:_files' \
	'*--file-ordering=[Prints an order of object files for the linker; MAP is the output of nm --print-file-name.]:MAP:_files' \
	'*-s[Adds up the profile files and writes gmon.sum.]' \
	'*--sum[Adds up the profile files and writes gmon.sum.]' \
	'*-n+[Passes on to callers only the time of these functions.]:SPEC: ' \
	'*--time=[Passes on to callers only the time of these functions.]:SPEC: ' \
	'*-N+[Leaves the time of these functions out of the call graph.]:SPEC: ' \
	'*--no-time=[Leaves the time of these functions out of the call graph.]:SPEC: ' \
	'*-e+[Leaves these functions out of the call graph.]:SPEC: ' \
	'*-E+[Like -e, but leaves out their time, too.]:SPEC: ' \
	'*-f+[Prints only the call graph below these functions.]:SPEC: ' \
	'*-F+[Like -f, but also counts only their time.]:SPEC: ' \
	'*-k+[Leaves out these calls.]:FROM/TO: ' \
	'*-a[Treats static functions as part of the function before them.]' \
	'*--no-static[Treats static functions as part of the function before them.]' \
	'*-D[Ignores local symbols that are not functions.]' \
	'*--ignore-non-functions[Ignores local symbols that are not functions.]' \
	'*-c[Adds calls that are in the code but were never made.]' \
	'*--static-call-graph[Adds calls that are in the code but were never made.]' \
	'*-l[Profiles lines instead of functions.]' \
	'*--line[Profiles lines instead of functions.]' \
	'*-z[Lists functions without time and calls, too.]' \
	'*--display-unused-functions[Lists functions without time and calls, too.]' \
	'*-m+[Marks lines that ran less than N times with #####.]:N: ' \
	'*--min-count=[Marks lines that ran less than N times with #####.]:N: ' \
	'*-b[Leaves out the explanations.]' \
	'*--brief[Leaves out the explanations.]' \
	'*-T[Prints the listings in the style of BSD.]' \
	'*--traditional[Prints the listings in the style of BSD.]' \
	'*-w+[The width of the index; 80 by default.]:COLUMNS: ' \
	'*--width=[The width of the index; 80 by default.]:COLUMNS: ' \
	'*-L[Prints whole paths of source files.]' \
	'*--print-path[Prints whole paths of source files.]' \
	'*--inline-file-names[Prints file and line after each name.]' \
	'*--demangle=-[Prints readable names, which is the default.  auto is for names of C++ and Rust; gnu-v3, java, gnat, dlang and rust are for one kind only; none prints raw names.]::STYLE:(none auto gnu-v3 java gnat dlang rust)' \
	'*--no-demangle[Prints names as they are in the executable.]' \
	'*-x[Annotates every line of a block, not only the first.]' \
	'*--all-lines[Annotates every line of a block, not only the first.]' \
	'*-y[Writes each annotated source into a file NAME-ann.]' \
	'*--separate-files[Writes each annotated source into a file NAME-ann.]' \
	'*-t+[The number of busiest lines to list; 10 by default.]:N: ' \
	'*--table-length=[The number of busiest lines to list; 10 by default.]:N: ' \
	'*-I+[The folders to search for sources, separated by colons.]:DIRS:_files -/' \
	'*--directory-path=[The folders to search for sources, separated by colons.]:DIRS:_files -/' \
	'*--map=[Looks in folder NEW for sources that were compiled in OLD.  May be given more than once.]:OLD=NEW: ' \
	'*--debug-dir=[The folders to search for separate debug files before /usr/lib/debug, separated by colons.]:DIRS:_files -/' \
	'*--files=[Counts only profiles whose paths match a glob or a regular expression.  The view files lists the others, too.]:PATTERN: ' \
	'*--file-names=[How profiles are named, such as gmon.%h.%r.%p\: %r is a rank, %p a process, %h a host, %g a group, %* anything.]:PATTERN: ' \
	'*--base=-[Compares with a base.  PATH is its executable (if that differs), a profile, or a folder with both; all files after --base belong to it.  With --record, PATH may be a program; the two programs then run alternately.]::PATH:_files' \
	'*--calls=-[Takes calls from another build, compiled with -pg.  PATH is its executable, a profile, or a folder with both; all files after --calls belong to it.  With --record, PATH is its executable, which is run, too.]::PATH:_files' \
	'*--match=[Compares function OLD of the base with NEW of the new side.  May be given more than once.]:OLD=NEW: ' \
	'*--record[Runs a program, records samples with their stacks, and opens the recording\: gptui --record \[OPTION\]... -- PROGRAM ARGUMENT...]' \
	'*--runs=[Runs the recorded program N times.  With --base the default is as often as needed, up to 30 times.]:N: ' \
	'*--keep=[The folder for recordings (by default a new one, PROGRAM.record), and for profiles fetched from URLs (tftp, http, https, file, serial; by default the current one).]:DIR:_files -/' \
	'*-S+[Reads symbols from FILE, the output of nm.]:FILE:_files' \
	'*--external-symbol-table=[Reads symbols from FILE, the output of nm.]:FILE:_files' \
	'*-O+[The format of the profiles\: auto, magic, bsd or 4.4bsd.]:FORMAT:(auto magic bsd 4.4bsd)' \
	'*--file-format=[The format of the profiles\: auto, magic, bsd or 4.4bsd.]:FORMAT:(auto magic bsd 4.4bsd)' \
	'*-d-[]::LEVEL: ' \
	'*--debug=-[]::LEVEL: ' \
	'*--report=[Prints a view instead of showing it on the screen.  FUNCTION is the one that the view is about; files shows its time in each file.]:VIEW\[=FUNCTION\]:(flat groups lines graph tree callers source asm runs files diff health help manual)' \
	'*--export=[Writes the whole profile for another program to standard output.]:callgrind|dot|flame|folded|html|png|pprof|svg:(callgrind dot flame folded html png pprof svg)' \
	'*--from=[Exports only what FUNCTION calls, directly or through others.]:FUNCTION: ' \
	'*--to=[Exports only what calls FUNCTION, directly or through others.]:FUNCTION: ' \
	'*--filter=[Shows only the rows that match.]:FILTER: ' \
	'*--columns=[Shows these columns of VIEW, in this order.  Without VIEW, they are those of the view that is reported or shown first.]:\[VIEW\:\]COLUMN,...: ' \
	'*--reverse[Reverses the order of the rows.]' \
	'*--format=[The format of a report.]:csv|json|md|text:(csv json md text)' \
	'*--fail-on=[Exits with status 3 if a function is slower than in the base (by PERCENT or more), or if the health page has a fault.  May be given for both.]:slower\[=PERCENT\]|fault:(slower fault)' \
	'*--slide=[For a program that was loaded N bytes above the addresses in its file, as position-independent code may be.  auto finds N for each profile file.]:N|auto:(auto)' \
	'*--no-config[Reads no configuration and keeps no history.]' \
	'*--no-color[Uses no colours.]' \
	'*--keys=[Presses these keys, and prints the screen that they lead to.]:KEYS: ' \
	'*--size=[The size of that screen.]:COLUMNSxROWS: ' \
	'*-h-[Prints help\: a summary, gprof'\''s options, or all.]::gprof|all:(gprof all)' \
	'*--help=-[Prints help\: a summary, gprof'\''s options, or all.]::gprof|all:(gprof all)' \
	'*--check-format=[Explains a profile file field by field\: what is wrong, and what gprof would do.  Exits with status 1 if something is wrong.  EXECUTABLE gives the width of addresses.]:FILE:_files' \
	'*-v[Prints the version.]' \
	'*--version[Prints the version.]' \
	'*--names=[Show names in full, without parameters, or raw.]:full|short|raw:(full short raw)' \
	'*--unit=[Show time, percent of all or of the parent, or samples.]:time|percent|parent|samples:(time percent parent samples)' \
	'*--sort=[The column that lists of functions and reports are sorted by.]:COLUMN:(self% self error cumulative% cumulative now% now now-error base delta inlined divided total% wide total least most calls self-calls base-calls self/call total/call imbalance pattern function where functions group calls-made written-in source parent% children measured measured-error entry part index call-line estimate depth delta-error inlined% base-line line edit func% shared address instruction mean min median max spread% file rank host files pid on side mpi% shift differs most-in reason row old new diff change% 95%-low 95%-high 95% calls% cost% old-calls new-calls verdict chance% runs-needed kind finding cause evidence cure keys command help manual)' \
	'*--limit=[Hide rows below a share of the time; 0 shows all.]:PERCENT: ' \
	'*--per=[What times are compared per\: a run, the total, the typical function, or the calls to one function.]:run|total|typical|calls FUNCTION: ' \
	'*--group-files=[Group files by host, by group (job), or by rank.]:none|host|group|rank:(none host group rank)' \
	'*--group-ranks=[Ranks that are equal modulo this number are one group (group-files rank).]:NUMBER: ' \
	'*--rules=[Which function a sample is credited to\: the one measured, or the one that gprof credits, the default for its listings; exact does not work with -a, -D and -l.]:exact|gprof:(exact gprof)' \
	'*--cycles=[How cycles pass their time on\: as a whole, as in gprof, or function by function, leaving out the few calls that close the cycle.]:whole|open:(whole open)' \
	'*--profiler=[Time of mcount\: in its own rows, left out, or spread.]:apart|out|spread:(apart out spread)' \
	'*--idle=[Idle time, in which a system waits\: counted or left out.]:in|out:(in out)' \
	'*--idle-names=[Functions in which a system waits, besides those known; or none.]:NAME,...: ' \
	'*--callers=[How time is divided among callers\: by calls, as in gprof, or by the measured cost of calls, if several files with different input show it.]:calls|measured:(calls measured)' \
	'*--copies=[Whether copies of files, or of records in them, count once (auto\: if they cannot be equal by chance) or each time.]:auto|once|added:(auto once added)' \
	'*--sums=[Whether files that are sums of others are left out (auto\: if that cannot be chance) or added up.]:auto|once|added:(auto once added)' \
	'*--snapshots=[Whether files that each contain the one before count only for what they add (auto\: if that cannot be chance) or are added up.]:auto|once|added:(auto once added)' \
	'*--common=[Whether samples that all files share, as after fork(), count once (auto\: if that cannot be chance) or are added up.]:auto|once|added:(auto once added)' \
	'*--inlined=[Inlined functions\: in their callers, or apart.]:in|apart:(in apart)' \
	'*--rows=[Rows of the flat profile\: functions, groups, or lines.]:function|file|folder|class|section|object|thread|cycle|line:(function file folder class section object thread cycle line)' \
	'*--lines=-[The same as --rows\: on is line, off is function.]::off|on:(off on)' \
	'*--group=[The same as --rows; none is --rows function.]:none|file|folder|class|section|object|thread|cycle:(none file folder class section object thread cycle)' \
	'*--sources=-[Show or hide source lines among instructions.]::off|on:(off on)' \
	'*--sides=[With a base\: show code of both sides, or of one.]:both|new|base:(both new base)' \
	'*--theme=[Change the theme; a menu lists them.]:NAME|FILE:{ compadd -- colour-blind contrast default light mono solarized-light solarized; _files; }' \
	'*--ascii=-[Draw lines and bars with ASCII characters only.]::off|on:(off on)' \
	'*--debuginfod=-[Whether to fetch missing debug information from the servers of DEBUGINFOD_URLS.]::off|on:(off on)' \
	'*--objdump=[An objdump for machines that this libopcodes does not support, such as m68k-elf-objdump; or none.]:PROGRAM: ' \
	'*--watch=[Check the files every SECONDS, and reload them when they have changed; URLs are fetched each time.]:SECONDS|off: ' \
	'*--fetch-time=[Give up fetching a URL after so many seconds.]:SECONDS: ' \
	'*--split=[The second pane\: beside the first from 120 columns on, wherever there is room, or not at all.]:auto|on|off:(auto on off)' \
	'*--split-ratio=[Size of the first pane in percent, 20 to 80; until it is set, long names may take more.]:N: ' \
	'*--mouse=-[Mouse on or off\: rows, headings, tabs, menus, wheel.]::off|on:(off on)' \
	'*--zeros=-[Show or hide functions without time and calls.]::off|on:(off on)' \
	'*--paths=[Show the last part of paths, or all.]:last|whole:(last whole)' \
	'*:file:_files'
