#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs all fuzz targets for a long time, and counts: `make fuzz-long`.

usage: long.py [--jobs N] [--percent N] [--only TARGET,...] [--keep-going]
               [--report] SRCDIR BUILDDIR

Each target runs until it had its number of executions (GOALS), in turns, so
that all are equally far.  What was executed is added up in
BUILDDIR/build-fuzz/long/executions.tsv, so a run that was interrupted goes on
where it was; corpora grow in long/corpus.  A finding stops everything unless
--keep-going is given: the input is in long/finds, with the command that repeats
it in long/findings.txt.  At the end, or with --report at once, the report:
executions and findings of each target, and the coverage of each source file.
"""
import argparse
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

# In millions: 5 of the whole path, 20 of it from recordings, 50 of DWARF and
# lines, 20 of stacks, 145 of all.
GOALS = dict(whole=5, recordings=20, lines=30, dwarf=20, gmon=11, bsd=5, shobj=5, stacks=20,
             symspec=5,
             demangle=5, symbols=3, theme=3, texts=3, logs=5, sums=2, fit=2,
             matching=2, code=1.3, frames=1.2, packed=1, filter=0.6,
             object=0.4, config=0.3, debug=0.2)
BATCH_S = 1200  # each batch begins by running its whole corpus
LIMITS = ['-timeout=10', '-rss_limit_mb=2000', '-print_final_stats=1',
          '-close_fd_mask=2']
# Memory that was freed is not kept for long: otherwise each input gets new
# pages, which takes as long as reading it.
ASAN = ('quarantine_size_mb=4:thread_local_quarantine_size_kb=128:'
        'malloc_context_size=4:check_printf=0')


class Folders:
    def __init__(self, source, build):
        self.source = os.path.abspath(source)
        self.fuzz = os.path.join(os.path.abspath(build), 'build-fuzz')
        self.cover = os.path.join(os.path.abspath(build), 'build-cover')
        self.long = os.path.join(self.fuzz, 'long')
        self.log = os.path.join(self.long, 'executions.tsv')
        self.findings = os.path.join(self.long, 'findings.txt')

    def program(self, target, build=None):
        return os.path.join(build or self.fuzz, 'build', 'tests', 'fuzz',
                            'fuzz_' + target)

    def made(self, *names):
        path = os.path.join(self.long, *names)
        os.makedirs(path, exist_ok=True)
        return path

    def inputs(self, target):
        """The corpus that grows, then those that are given and made."""
        given = [os.path.join(self.source, 'tests', 'fuzz', 'corpus', target),
                 os.path.join(self.long, 'seeds', target)]
        return [self.made('corpus', target)] + [
            path for path in given if os.path.isdir(path)]


def revision(folders):
    """Of the source that is run."""
    shown = subprocess.run(['git', '-C', folders.source, 'describe', '--always',
                            '--dirty'], capture_output=True, text=True)
    return shown.stdout.strip() or 'unknown'


def executed(folders):
    """Executions and findings of each target, by all runs so far."""
    done = collections.Counter()
    findings = collections.Counter()
    by_revision = collections.Counter()
    if os.path.exists(folders.log):
        with open(folders.log, encoding='ascii') as log:
            for line in log:
                _, target, source, count, _, result = line.split('\t')
                done[target] += int(count)
                by_revision[source] += int(count)
                findings[target] += result.strip() != 'ok'
    return done, findings, by_revision


class Runner:
    """Runs batches of targets until all goals are reached."""

    def __init__(self, folders, goals, keep_going):
        self.folders, self.goals = folders, goals
        self.keep_going = keep_going
        self.revision = revision(folders)
        self.done = executed(folders)[0]
        self.lock = threading.Lock()
        self.running = {}  # process: target
        self.is_over = False
        self.nfindings = 0
        self.memory = tempfile.mkdtemp(
            prefix='gptui-fuzz-',
            dir='/dev/shm' if os.path.isdir('/dev/shm') else None)

    def next_target(self):
        """The one that is furthest behind; those that run count less."""
        active = collections.Counter(self.running.values())
        left = [t for t in self.goals if self.done[t] < self.goals[t]]
        return min(left, default=None, key=lambda t: (
            active[t], self.done[t] / self.goals[t]))

    def command(self, target, count):
        ours = os.path.join(self.folders.source, 'tests', 'fuzz', target)
        command = [self.folders.program(target), f'-runs={count}',
                   f'-max_total_time={BATCH_S}',
                   '-artifact_prefix=' +
                   self.folders.made('finds', target) + '/'] + LIMITS
        if os.path.exists(ours + '.dict'):
            command.append('-dict=' + ours + '.dict')
        if os.path.exists(ours + '.options'):
            with open(ours + '.options', encoding='ascii') as options:
                command += options.read().split()
        return command + self.folders.inputs(target)

    def start(self):
        """Starts a batch; None when there is nothing left to do."""
        with self.lock:
            target = None if self.is_over else self.next_target()
            if not target:
                return None
            log = open(os.path.join(
                self.folders.made('logs'),
                f'{target}-{time.time():.0f}.log'), 'w+b')
            process = subprocess.Popen(
                self.command(target, self.goals[target] - self.done[target]),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment(self.folders, self.memory))
            self.running[process] = target
            return process, target, log

    def finish(self, process, target, log, began):
        """Counts what a batch did, and keeps what it found."""
        log.seek(0)
        text = log.read().decode('utf-8', 'replace')
        counts = re.findall(r'number_of_executed_units: (\d+)', text) or \
            re.findall(r'^#(\d+)', text, re.M) or ['0']
        stopped = self.is_over and process.returncode in (-2, -15, 72, 130)
        found = process.returncode != 0 and not stopped
        with self.lock:
            del self.running[process]
            self.done[target] += int(counts[-1])
            with open(self.folders.log, 'a', encoding='ascii') as out:
                out.write('\t'.join((
                    time.strftime('%Y-%m-%dT%H:%M:%S'), target, self.revision,
                    counts[-1], f'{time.time() - began:.0f}',
                    'finding' if found else 'ok')) + '\n')
            if found:
                self.keep_finding(target, text, log.name)
        log.close()
        if not found:
            os.unlink(log.name)

    def keep_finding(self, target, text, log):
        self.nfindings += 1
        unit = re.findall(r'Test unit written to (\S+)', text)
        summary = re.findall(r'^SUMMARY: (.*)', text, re.M)
        lines = (f'{target}: {summary[-1] if summary else "it ended"}\n'
                 f'\trepeat: {self.folders.program(target)} '
                 f'{unit[-1] if unit else "?"}\n\tlog: {log}\n')
        with open(self.folders.findings, 'a', encoding='utf-8') as out:
            out.write(lines)
        print(lines, end='', flush=True)
        if not self.keep_going:
            self.stop()

    def stop(self):
        self.is_over = True
        for process in self.running:
            process.send_signal(signal.SIGINT)

    def work(self):
        while True:
            began = time.time()
            started = self.start()
            if not started:
                return
            started[0].wait()
            self.finish(*started, began)

    def run(self, jobs):
        def interrupt(number, frame):
            self.is_over = True
            for process in list(self.running):
                process.send_signal(signal.SIGINT)

        signal.signal(signal.SIGINT, interrupt)
        signal.signal(signal.SIGTERM, interrupt)
        threads = [threading.Thread(target=self.work) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(1)
        shutil.rmtree(self.memory, ignore_errors=True)


def environment(folders, memory):
    lsan = os.path.join(folders.source, 'tests', 'tools', 'lsan.supp')
    return dict(os.environ, TMPDIR=memory, ASAN_OPTIONS=ASAN,
                LSAN_OPTIONS=f'suppressions={lsan}:print_suppressions=0')


def report_executions(folders, goals):
    done, findings, by_revision = executed(folders)
    print(f'{"target":<12}{"executions":>14}{"goal":>14}{"findings":>10}')
    for target in sorted(goals, key=lambda t: -goals[t]):
        print(f'{target:<12}{done[target]:>14,}{goals[target]:>14,}'
              f'{findings[target]:>10}')
    dwarf = done['dwarf'] + done['lines']
    print(f'all {sum(done.values()):,}; dwarf and lines {dwarf:,}; '
          f'whole {done["whole"]:,}')
    for source, count in by_revision.items():
        print(f'revision {source}: {count:,}')


def llvm_tool(name):
    shown = subprocess.run(['clang', f'-print-prog-name={name}'],
                           capture_output=True, text=True)
    return shutil.which(shown.stdout.strip())


def report_coverage(folders, goals):
    """Runs each input once, with a build that counts."""
    profdata, cov = llvm_tool('llvm-profdata'), llvm_tool('llvm-cov')
    programs = [folders.program(t, folders.cover) for t in goals]
    programs = [p for p in programs if os.path.exists(p)]
    if not profdata or not cov:
        print('no coverage: llvm-profdata and llvm-cov are not installed')
        return
    if not programs:
        print('no coverage: `make fuzz-long\' builds what counts it')
        return
    with tempfile.TemporaryDirectory(dir=folders.long) as work:
        for target in goals:
            subprocess.run(
                [folders.program(target, folders.cover), '-runs=0',
                 '-timeout=60', '-close_fd_mask=3'] + folders.inputs(target),
                env=dict(environment(folders, work), LLVM_PROFILE_FILE=(
                    os.path.join(work, target + '.profraw'))),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
        raw = [os.path.join(work, f) for f in os.listdir(work)
               if f.endswith('.profraw')]
        merged = os.path.join(work, 'all.profdata')
        subprocess.run([profdata, 'merge', '-o', merged] + raw, check=True)
        shown = subprocess.run(
            [cov, 'report', '-instr-profile', merged,
             '-ignore-filename-regex=/tests/', programs[0]] +
            [word for p in programs[1:] for word in ('-object', p)],
            capture_output=True, text=True, check=True)
    print_coverage(shown.stdout)


def print_coverage(table):
    """Of the columns of llvm-cov: regions, those missed, covered; lines."""
    print(f'{"file":<44}{"regions":>9}{"covered":>9}{"lines":>9}{"covered":>9}')
    for line in table.splitlines():
        columns = line.split()
        if len(columns) >= 10 and columns[1].isdigit():
            print(f'{columns[0]:<44}{columns[1]:>9}{columns[3]:>9}'
                  f'{columns[7]:>9}{columns[9]:>9}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--percent', type=float, default=100)
    parser.add_argument('--only', default='', help='targets, with commas')
    parser.add_argument('--keep-going', action='store_true')
    parser.add_argument('--report', action='store_true')
    parser.add_argument('source')
    parser.add_argument('build')
    args = parser.parse_args()
    folders = Folders(args.source, args.build)
    goals = {t: int(n * args.percent * 1e4) for t, n in GOALS.items()
             if os.path.exists(folders.program(t)) and
             t in (args.only.split(',') if args.only else GOALS)}
    if not goals:
        sys.exit('long.py: no targets: clang and its sanitizers are needed')
    runner = None
    if not args.report:
        if not os.path.isdir(os.path.join(folders.long, 'seeds')):
            subprocess.run([os.path.join(folders.source, 'tests', 'fuzz',
                                         'make_seeds.py'),
                            folders.made('seeds')], check=True)
        runner = Runner(folders, goals, args.keep_going)
        runner.run(args.jobs)
    report_executions(folders, goals)
    report_coverage(folders, goals)
    sys.exit(1 if runner and runner.nfindings else 0)


main()
