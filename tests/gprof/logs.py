#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles in logs of consoles: logs.py GPTUI TOOLS PROGRAM PROFILE SEED

In each form the log is read as the profile itself; with a line lost or bent, it
is refused, or a fault names the line, and no count is more than it was.
"""
import csv
import importlib.util
import os
import random
import subprocess
import sys

FORMS = ['nuttx', 'hexdump-C', 'hexdump', 'hexdump-big', 'xxd', 'od', 'md', 'gdb', 'zephyr',
         'base64', 'intel', 'srec']
# A line that is lost behind a "*" is taken for what that repeats, and at the
# end of a form without one it may be a whole record: what is left says nothing
# of it.
STARS = {'hexdump-C', 'hexdump', 'hexdump-big', 'od'}
# Forms in which a bent byte can be seen: letters or sums tell.
BENT = {'nuttx', 'hexdump-C', 'xxd', 'md', 'zephyr', 'intel', 'srec'}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors='replace')


class Checker:
    def __init__(self, gptui, tools, program, profile, seed):
        self.gptui, self.program, self.profile = gptui, program, profile
        spec = importlib.util.spec_from_file_location('make_log', tools + '/make-log.py')
        self.maker = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.maker)
        self.dice = random.Random(int(seed))
        self.failed = {}
        self.right = self.counts(self.report('flat', profile))
        assert self.right

    def report(self, view, profile):
        columns = ['--columns', 'self,calls,function'] if view == 'flat' else []
        return run(self.gptui, '--no-config', '--report', view, '--format', 'csv', *columns,
                   self.program, profile)

    @staticmethod
    def counts(result):
        rows = list(csv.DictReader(result.stdout.splitlines()))
        return {row['function']: (float(row['self'] or 0), float(row['calls'] or 0))
                for row in rows}

    def make(self, form, *options):
        lines = self.maker.make(self.maker.parse(['--base', '0x20001000', *options, form,
                                                  self.profile]))
        with open('log', 'w', newline='') as file:
            file.write(''.join(lines))
        os.utime('log', (1, 1))  # one that is new is waited for, if it is cut off
        return [line.rstrip('\r\n') for line in lines]

    def say(self, name, ok, *why):
        """The first failure of each test is the one that is shown."""
        if not ok and not self.failed.get(name):
            self.failed[name] = [str(w) for w in why]
        self.failed.setdefault(name, [])

    def check_whole(self, form):
        for i in range(3):
            seed = self.dice.randrange(10 ** 6)
            self.make(form, *(['--noise', str(seed)] if i else []))
            result = self.report('flat', 'log')
            self.say(form, self.counts(result) == self.right, 'noise', seed, result.stderr)
            health = self.report('health', 'log').stdout
            self.say(form, 'a dump in a log' in health and 'damaged' not in health, 'noise',
                     seed, health)

    def check_spoilt(self, form, what):
        lines = self.make(form)
        name = form + '-' + what
        for i in range(6):
            number = [1, 2, len(lines) - 2, len(lines)][i] if i < 4 else self.dice.randrange(
                1, len(lines) + 1)
            if form in STARS and what == 'drop' and '*' in lines[max(number - 3, 0):number]:
                continue
            self.make(form, '--' + what, str(number))
            result = self.report('flat', 'log')
            if result.returncode:
                self.say(name, 'log: ' in result.stderr and len(result.stderr) < 500, number,
                         result.stderr)
                continue
            found = self.counts(result)
            if found == self.right and (lines[number - 1].endswith(
                    (':', '==', 'END PROFILE-----', 'BEGIN PROFILE-----', 'FF')) or ':0200000' in lines[number - 1]):
                continue  # a line without bytes, which is not needed
            less = all(a <= b for f in found for a, b in zip(found[f], self.right.get(f, ())))
            self.say(name, less, 'line', number, lines[number - 1], 'more than there was')
            health = self.report('health', 'log').stdout
            faults = [row for row in csv.reader(health.splitlines())
                      if 'fault' in row[0] or 'warning' in row[0]]
            told = 'line %d is garbled' % number if what == 'bend' else \
                'line is missing after line %d,' % (number - 1)
            text = health.replace(' ', ' ') + ','
            self.say(name, 'cut off' in text or 'ends it is missing' in text or
                     told.rstrip(',') in text, 'line', number, lines[number - 1], health[:1500])

    def check(self):
        for form in FORMS:
            self.check_whole(form)
            self.check_spoilt(form, 'drop')
            if form in BENT:
                self.check_spoilt(form, 'bend')
            for name, why in self.failed.items():
                if why:
                    print('\n'.join(why))
                print('%s logs-%s' % ('not ok' if why else 'ok', name), flush=True)
            self.failed = {}


if __name__ == '__main__':
    Checker(*sys.argv[1:6]).check()
