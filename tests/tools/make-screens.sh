#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes what the screens in documents show, always the same: make-screens.sh FOLDER.
#
#	old, new   runs of the two builds of the demo program, unpacked
#	json       a run of a C++ program with much inlined code, unpacked
#	heat       16 ranks that relax a grid; rank 0 also writes
#	firmware   8 snapshots of a board, without calls
#	windows    a run of a program that has the profiler in it
#	daemon     a profile that grows, and in later what it becomes
#	board      a program whose profile is served, and in later its second one
#	costs      8 runs in which callers have other shares of the calls
#
# All but these are made up.  In tools is what stands for the objdump of a board.
here=$(cd "$(dirname "$0")" && pwd)
out=$1
rm -rf "$out"
mkdir -p "$out"
for run in demo-run json-run; do
	tar -xJf "$here/../data/$run.tar.xz" -C "$out" || exit 1
done
touch "$out"/*/* # no source is newer than the program, and that is not newer than its files

gmon() { "$here/gmontool.py" write -o "$@"; }

# hist LOW BIN_SIZE TICKS...: a histogram with so many in each bin
hist() {
	low=$1 size=$2 n=0 bins=
	shift 2
	for ticks; do
		bins=$bins,$n=$ticks
		n=$((n + 1))
	done
	printf 'hist:%d:%d:%d:100:seconds:s:%s' "$low" $((low + n * size)) $n "${bins#,}"
}

mkdir "$out/heat"
printf '%s\n' '0x1000 main' '0x1040 relax' '0x1080 norm' '0x10c0 write_step' |
	"$here/mkelf.py" -o "$out/heat/heat" --text 0x1000:0x100 -
rank=0
for relax in 27 31 36 38 45 98 50 54 55 56 60 61 63 66 68 72; do
	set -- 18 21 21 22 24 17 21 24 20 21 24 16 25 23 24 20
	shift $rank
	written='' steps=0
	[ $rank != 0 ] || steps=121 written=arc:0x1010:0x10c4:20
	gmon "$out/heat/gmon.$rank.$((18556 + 2 * rank))" \
		"$(hist 0x1000 0x40 0 $relax "$1" $steps)" \
		arc:0x1010:0x1044:400 arc:0x1014:0x1084:400 $written
	rank=$((rank + 1))
done

mkdir "$out/firmware"
printf '%s\n' '0x8000 crc32 size=0x40' '0x8040 send size=0x40' '0x8080 wait_for_tick size=0x40' |
	"$here/mkelf.py" -m arm -c 32 -t exec --no-mcount -o "$out/firmware/firmware.elf" \
		--text 0x8000:0xc0 -
ticks=$(seq -s ' ' 48 | sed 's/[0-9]*/0/g')
for n in 1 2 3 4 5 6 7 8; do
	bin=0 more=
	for had in $ticks; do
		more="$more $((had + 8 + (n * bin * 5) % 11 - bin / 16 * 3))"
		bin=$((bin + 1))
	done
	ticks=$more
	# shellcheck disable=SC2086
	gmon "$out/firmware/PROFILE.$n" -p 4 "$(hist 0x8000 4 $ticks)"
done

mkdir "$out/tools"
cat >"$out/tools/list-arm" <<'EOF'
#!/bin/sh
cat <<'END'
firmware.elf:     file format elf32-littlearm

00008000 <crc32>:
    8000:	mvn	r3, #0
    8004:	movw	r12, #33568
    8008:	movt	r12, #60856
    800c:	add	r1, r0, r1
    8010:	cmp	r0, r1
    8014:	beq	8038 <crc32+0x38>
    8018:	ldrb	r2, [r0], #1
    801c:	eor	r3, r3, r2
    8020:	mov	r2, #8
    8024:	lsrs	r3, r3, #1
    8028:	eorcs	r3, r3, r12
    802c:	subs	r2, r2, #1
    8030:	bne	8024 <crc32+0x24>
    8034:	b	8010 <crc32+0x10>
    8038:	mvn	r0, r3
    803c:	bx	lr
END
EOF
chmod +x "$out/tools/list-arm"

mkdir "$out/windows"
printf '0x140001%s\n' '000 main' '040 compile_factor' '080 compile_product' '0c0 emit' \
	'100 next_token' '140 __fentry__' '180 _mcount_private' |
	"$here/mkpe.py" -o "$out/windows/prog.exe" --text 0x140001000:0x1c0 -
gmon "$out/windows/gmon.out" -f mingw -p 8 \
	"$(hist 0x140001000 0x40 13 12 17 29 81 41 123)" \
	arc:0x140001010:0x140001084:53723124 arc:0x140001090:0x140001044:70886088 \
	arc:0x140001050:0x140001104:150274670 arc:0x140001094:0x1400010c4:79388582

mkdir -p "$out/daemon/later"
printf '%s\n' '0x1000 main' '0x1040 hot' '0x1080 cold' |
	"$here/mkelf.py" -o "$out/daemon/daemon" --text 0x1000:0xc0 -
gmon "$out/daemon/gmon.out" "$(hist 0x1000 0x40 10 200 100)" \
	arc:0x1010:0x1044:12 arc:0x1014:0x1084:3
gmon "$out/daemon/later/gmon.out" "$(hist 0x1000 0x40 10 230 150)" \
	arc:0x1010:0x1044:12 arc:0x1014:0x1084:3

mkdir -p "$out/board/served" "$out/board/later" "$out/board/profiles"
cp -p "$out/old/demo-program" "$out/board/app.elf"
set -- "$out"/old/gmon.*
cp -p "$1" "$out/board/served/PROFILE.DAT"
cp -p "$2" "$out/board/later/PROFILE.DAT"

# A call of work takes 3160, 316 and 31.6 ns for each of its three callers, and they call it in
# another proportion in each run.
mkdir "$out/costs"
printf '%s\n' '0x1000 main' '0x1040 dear' '0x1080 middle' '0x10c0 cheap' '0x1100 work' |
	"$here/mkelf.py" -o "$out/costs/costs" --text 0x1000:0x140 -
for n in 1 2 3 4 5 6 7 8; do
	dear=$(((1 + n * 3 % 8) * 31)) middle=$(((1 + n * 5 % 8) * 272)) cheap=$(((1 + n % 8) * 2444))
	work=$((dear * 316 + middle * 316 / 10 + cheap * 316 / 100))
	gmon "$out/costs/gmon.$n" \
		"$(hist 0x1000 0x40 0 1 1 1 $(((work + 500) / 1000 + n * 5 % 7 - 3)))" \
		arc:0x1010:0x1044:1 arc:0x1014:0x1084:1 arc:0x1018:0x10c4:1 \
		arc:0x1050:0x1104:$((dear * 1000)) arc:0x1090:0x1104:$((middle * 1000)) \
		arc:0x10d0:0x1104:$((cheap * 1000))
done
