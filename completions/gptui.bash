# bash completion for gptui(1), printed by make man
# Adds what compgen finds; only readline knows compopt.
_gptui_add()
{
	[[ $1 == -W ]] || compopt -o filenames 2>/dev/null
	mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
		< <(compgen "$@" -- "$cur")
}

_gptui()
{
	local cur=${COMP_WORDS[COMP_CWORD]} option= n=$COMP_CWORD
	local before=${COMP_WORDS[n-1]}
	COMPREPLY=()
	# readline parts words at '='
	if [[ $cur == '=' ]]; then
		option=$before= cur=
	elif [[ $before == '=' && $n -gt 1 ]]; then
		option=${COMP_WORDS[n-2]}=
	else
		option=$before
	fi
	case $option in
	--flat-profile=)
		return
		;;
	--no-flat-profile=)
		return
		;;
	--graph=)
		return
		;;
	--no-graph=)
		return
		;;
	--exec-counts=)
		return
		;;
	--no-exec-counts=)
		return
		;;
	--annotated-source=)
		return
		;;
	--no-annotated-source=)
		return
		;;
	--file-ordering=|--file-ordering|-R)
		_gptui_add -f
		return
		;;
	--time=|--time|-n)
		return
		;;
	--no-time=|--no-time|-N)
		return
		;;
	-e)
		return
		;;
	-E)
		return
		;;
	-f)
		return
		;;
	-F)
		return
		;;
	-k)
		return
		;;
	--min-count=|--min-count|-m)
		return
		;;
	--width=|--width|-w)
		return
		;;
	--demangle=)
		_gptui_add -W 'none auto gnu-v3 java gnat dlang rust'
		return
		;;
	--table-length=|--table-length|-t)
		return
		;;
	--directory-path=|--directory-path|-I)
		_gptui_add -d
		return
		;;
	--map=|--map)
		return
		;;
	--debug-dir=|--debug-dir)
		_gptui_add -d
		return
		;;
	--files=|--files)
		return
		;;
	--file-names=|--file-names)
		return
		;;
	--base=)
		_gptui_add -f
		_gptui_add -d
		return
		;;
	--calls=)
		_gptui_add -f
		_gptui_add -d
		return
		;;
	--match=|--match)
		return
		;;
	--runs=|--runs)
		return
		;;
	--keep=|--keep)
		_gptui_add -d
		return
		;;
	--external-symbol-table=|--external-symbol-table|-S)
		_gptui_add -f
		return
		;;
	--file-format=|--file-format|-O)
		_gptui_add -W 'auto magic bsd 4.4bsd'
		return
		;;
	--debug=)
		return
		;;
	--report=|--report)
		_gptui_add -W 'flat groups lines graph tree callers source asm runs files diff health help manual'
		return
		;;
	--export=|--export)
		_gptui_add -W 'callgrind dot flame folded html png pprof svg'
		return
		;;
	--from=|--from)
		return
		;;
	--to=|--to)
		return
		;;
	--filter=|--filter)
		return
		;;
	--columns=|--columns)
		return
		;;
	--format=|--format)
		_gptui_add -W 'csv json md text'
		return
		;;
	--fail-on=|--fail-on)
		_gptui_add -W 'slower fault'
		return
		;;
	--slide=|--slide)
		_gptui_add -W 'auto'
		return
		;;
	--keys=|--keys)
		return
		;;
	--size=|--size)
		return
		;;
	--help=)
		_gptui_add -W 'gprof all'
		return
		;;
	--check-format=|--check-format)
		_gptui_add -f
		return
		;;
	--names=|--names)
		_gptui_add -W 'full short raw'
		return
		;;
	--unit=|--unit)
		_gptui_add -W 'time percent parent samples'
		return
		;;
	--sort=|--sort)
		_gptui_add -W 'self% self error cumulative% cumulative now% now now-error base delta inlined divided total% wide total least most calls self-calls base-calls self/call total/call imbalance pattern function where functions group calls-made written-in source parent% children measured measured-error entry part index call-line estimate depth delta-error inlined% base-line line edit func% shared address instruction mean min median max spread% file rank host files pid on side mpi% shift differs most-in reason row old new diff change% 95%-low 95%-high 95% calls% cost% old-calls new-calls verdict chance% runs-needed kind finding cause evidence cure keys command help manual'
		return
		;;
	--limit=|--limit)
		return
		;;
	--per=|--per)
		return
		;;
	--group-files=|--group-files)
		_gptui_add -W 'none host group rank'
		return
		;;
	--group-ranks=|--group-ranks)
		return
		;;
	--rules=|--rules)
		_gptui_add -W 'exact gprof'
		return
		;;
	--cycles=|--cycles)
		_gptui_add -W 'whole open'
		return
		;;
	--profiler=|--profiler)
		_gptui_add -W 'apart out spread'
		return
		;;
	--idle=|--idle)
		_gptui_add -W 'in out'
		return
		;;
	--idle-names=|--idle-names)
		return
		;;
	--callers=|--callers)
		_gptui_add -W 'calls measured'
		return
		;;
	--copies=|--copies)
		_gptui_add -W 'auto once added'
		return
		;;
	--sums=|--sums)
		_gptui_add -W 'auto once added'
		return
		;;
	--snapshots=|--snapshots)
		_gptui_add -W 'auto once added'
		return
		;;
	--common=|--common)
		_gptui_add -W 'auto once added'
		return
		;;
	--inlined=|--inlined)
		_gptui_add -W 'in apart'
		return
		;;
	--rows=|--rows)
		_gptui_add -W 'function file folder class section object thread cycle line'
		return
		;;
	--lines=)
		_gptui_add -W 'off on'
		return
		;;
	--group=|--group)
		_gptui_add -W 'none file folder class section object thread cycle'
		return
		;;
	--sources=)
		_gptui_add -W 'off on'
		return
		;;
	--sides=|--sides)
		_gptui_add -W 'both new base'
		return
		;;
	--theme=|--theme)
		_gptui_add -W 'colour-blind contrast default light mono solarized-light solarized'
		_gptui_add -f
		return
		;;
	--ascii=)
		_gptui_add -W 'off on'
		return
		;;
	--debuginfod=)
		_gptui_add -W 'off on'
		return
		;;
	--objdump=|--objdump)
		return
		;;
	--watch=|--watch)
		return
		;;
	--fetch-time=|--fetch-time)
		return
		;;
	--split=|--split)
		_gptui_add -W 'auto on off'
		return
		;;
	--split-ratio=|--split-ratio)
		return
		;;
	--mouse=)
		_gptui_add -W 'off on'
		return
		;;
	--zeros=)
		_gptui_add -W 'off on'
		return
		;;
	--paths=|--paths)
		_gptui_add -W 'last whole'
		return
		;;
	esac
	if [[ $cur == -* ]]; then
		local options='-p --flat-profile -P --no-flat-profile -q --graph -Q --no-graph -B -C --exec-counts -Z --no-exec-counts -A --annotated-source -J --no-annotated-source -i --file-info -r --function-ordering -R --file-ordering -s --sum -n --time -N --no-time -e -E -f -F -k -a --no-static -D --ignore-non-functions -c --static-call-graph -l --line -z --display-unused-functions -m --min-count -b --brief -T --traditional -w --width -L --print-path --inline-file-names --demangle --no-demangle -x --all-lines -y --separate-files -t --table-length -I --directory-path --map --debug-dir --files --file-names --base --calls --match --record --runs --keep -S --external-symbol-table -O --file-format -d --debug --report --export --from --to --filter --columns --reverse --format --fail-on --slide --no-config --no-color --keys --size -h --help --check-format -v --version --names --unit --sort --limit --per --group-files --group-ranks --rules --cycles --profiler --idle --idle-names --callers --copies --sums --snapshots --common --inlined --rows --lines --group --sources --sides --theme --ascii --debuginfod --objdump --watch --fetch-time --split --split-ratio --mouse --zeros --paths '
		_gptui_add -W "$options"
	else
		_gptui_add -f
	fi
}
complete -F _gptui gptui
