#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings against what a program knows of itself: stacks.py check FOLDER.

stacks.c measures the CPU time of its parts while it is recorded.  Totals must be
those, as far as counting allows (five standard errors, and what the measuring
itself takes), stacks whole, and no function may have a caller that does not call
it.  Where samples fall does not matter.  $GPTUI is the program.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GPTUI = os.environ['GPTUI']
TICK_S = 0.004

# Who calls functions of the program; functions of libraries may call all of
# those that are called by pointer.
CALLERS = {
    'work': {'little', 'much', 'deep', 'jumps_back', 'in_handler'},
    'little': {'callers', 'is_interrupted', 'in_thread'},
    'much': {'callers'}, 'deep': {'deep', 'recursion'},
    'jumps_back': {'jumps_back', 'leaves'}, 'in_handler': {'handler'},
    'library_works': {'throws', 'catches'}, 'throws': {'throws', 'catches'},
    'catches': {'library_runs'}, 'library_runs': {'loaded'},
    'in_thread': {'measure', 'thread'},
    **{f: {'measure', 'main'} for f in (
        'callers', 'recursion', 'sorts', 'leaves', 'is_interrupted', 'loaded')},
}


def result(name, ok, reason=''):
    if not ok:
        print(reason)
    print('ok' if ok else 'not ok', name)


def shown(*arguments):
    out = subprocess.run([GPTUI, '--no-config', *arguments],
                         capture_output=True, text=True, check=True).stdout
    return out


def build(compiler, source, out, *flags):
    return shutil.which(compiler) and not subprocess.run(
        [compiler, '-g', *flags, '-o', out, os.path.join(HERE, source)],
        stderr=subprocess.DEVNULL).returncode


def arcs(folder):
    """Pairs of functions with time between them, by what is exported; calls that
    gmon.out counts are none: it sees the caller of what jumps to a function."""
    names, found = {}, set()
    pair = [None, None]
    for line in shown('--export', 'callgrind', folder).splitlines():
        match = re.match(r'(c?)fn=\((\d+)\)(?: (.*))?$', line)
        if match:
            inner, number, name = match.groups()
            if name:
                names[number] = re.sub(r'\.cold$| <profiler>$', '', name)
            pair[inner == 'c'] = names[number]
            is_cost = False
        elif line.startswith('calls='):
            is_cost = True
        elif line[:1].isdigit() and is_cost:
            if int(line.split()[1]):
                found.add(tuple(pair))
            is_cost = False
    return found


def check_totals(name, said, totals):
    wrong = []
    for function, seconds in said.items():
        spread = 5 * (max(seconds, TICK_S) * TICK_S) ** 0.5
        if abs(totals.get(function, 0) - seconds) > spread + 0.03 * seconds:
            wrong.append(f'{function}: {seconds} s, shown are '
                         f'{totals.get(function, 0)} +- {spread:.3f} s')
    result(f'{name}: totals are the time that it took', not wrong and said,
           '\n'.join(wrong))


def check(name, flags):
    program = f'./{name}'
    if not build(os.environ.get('CC', 'cc').split()[0], 'stacks.c', program,
                 *flags, '-pthread', '-ldl'):
        print(f'skipped {name}: not built')
        return
    folder = f'{name}.record'
    run = subprocess.run([GPTUI, '--no-config', '--record', '--keep', folder,
                          '--report', 'flat', '--format', 'csv', '--columns',
                          'total,function', '--', program],
                         capture_output=True, text=True)
    lines = run.stdout.splitlines()
    head = lines.index('total,function') if 'total,function' in lines else -1
    result(f'{name}: is recorded', run.returncode == 0 and head >= 0,
           run.stdout + run.stderr)
    if head < 0:
        return
    said = {f: float(s) for s, f in (line.split() for line in lines[:head])}
    totals = {row['function']: float(row['total'])
              for row in csv.DictReader(io.StringIO('\n'.join(lines[head:])))}
    check_totals(name, said, totals)
    cut = re.search(r'not be unwound to their end.*?([\d.]+) %',
                    shown('--report', 'health', '--format', 'csv', folder))
    result(f'{name}: 99 % of the stacks are whole',
           not cut or float(cut.group(1)) <= 1, cut and cut.group(0))
    wrong = [f'{caller} calls {callee}' for caller, callee in arcs(folder)
             if callee in CALLERS and caller not in CALLERS[callee] | {callee}]
    result(f'{name}: none has a wrong caller', not wrong, '\n'.join(wrong))


def main():
    if len(sys.argv) != 3 or sys.argv[1] != 'check':
        sys.exit(__doc__)
    if 'no recorder' in shown('--version'):
        print('skipped stacks: gptui was built without a recorder')
        return
    shutil.rmtree(sys.argv[2], ignore_errors=True)
    os.makedirs(sys.argv[2])
    os.chdir(sys.argv[2])
    if not build(os.environ.get('CXX', 'c++'), 'stacks_library.cc',
                 'libstacks.so', '-O2', '-shared', '-fPIC'):
        print('skipped stacks of exceptions: no C++ compiler')
    for name, flags in (('stacks-o2', ['-O2']), ('stacks-o0', ['-O0']),
                        ('stacks-pg', ['-O2', '-pg'])):
        check(name, flags)


main()
