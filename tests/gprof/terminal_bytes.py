#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and sources that would act on a terminal: a terminal gets them escaped,
a file or pipe gets GNU gprof's bytes.

usage: terminal_bytes.py FOLDER GPTUI CC [GPROF]
"""
import os
import pty
import re
import select
import subprocess
import sys

folder, gptui, cc = sys.argv[1:4]
gprof = sys.argv[4] if len(sys.argv) > 4 else None
os.chdir(folder)
here = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, here + '/../tools')
import gmontool  # noqa: E402

# Clears the screen in ASCII, UTF-8 and 8 bits; reversed, hidden, tagged; and
# two lines.
HOSTILE = (b'\x1b[2J', b'\xc2\x9b2J', b'\x9b2J', b'\xe2\x80\xaecod',
           b'\xe2\x80\x8bx', b'\xf3\xa0\x81\x81t', b'f\x7f\x08\x07')
ESCAPED = (b'\\x1b[2J', b'<U+009B>2J', b'\\x9b2J', b'<U+202E>cod',
           b'<U+200B>x', b'<U+E0041>t', b'f\\x7f\\x08\\x07')
SOURCE = b'a\x1b]0;t\x07\nb.c'
SOURCE_SHOWN = b'a\\x1b]0;t\\x07\\x0ab.c'
# Longer than the pieces in which a terminal gets a line.
LONG = b'\xe6\x97\xa5e\xcc\x81' * 10000
LISTINGS = (['-b'], ['-b', '-l'], ['-b', '-L', '-l'], ['-b', '-T'], ['-b', '-C'],
            ['-b', '-A'], ['-b', '-r'], ['-b', '-q', '--inline-file-names'])


def report(name, problem):
    if problem:
        print(problem)
    print('%s terminal-bytes-%s' % ('not ok' if problem else 'ok', name))


def on_terminal(words, locale='C.UTF-8'):
    """What a terminal gets from standard output and standard error, and the
    status."""
    end = b'\0 end of what it gets\0'
    ours, theirs = pty.openpty()
    environment = dict(os.environ, LC_ALL=locale)
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=theirs,
                             stderr=theirs, env=environment)
    text = b''
    is_running = True
    # When the last one closes a terminal, what it has not delivered may be lost.
    while not text.endswith(end):
        if is_running and child.poll() is not None:
            is_running = False
            os.write(theirs, end)
        if select.select([ours], [], [], 0.02)[0]:
            text += os.read(ours, 65536)
    os.close(theirs)
    os.close(ours)
    return re.sub(b'\r+\n', b'\n', text[:-len(end)]), child.wait()


def in_pipe(words):
    found = subprocess.run(words, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return found.stdout, found.stderr


def acts(text, is_utf8=True):
    """The first place where a terminal would act."""
    for at, byte in enumerate(text):
        if byte < 32 and byte not in (9, 10, 12) or byte == 127 or \
                not is_utf8 and byte >= 128:
            return text[max(at - 20, 0):at + 20]
    try:
        odd = [c for c in text.decode() if 0x80 <= ord(c) < 0xa0 or
               c in '\u202e\u200b\U000e0041']
        return odd[0] if odd else None
    except UnicodeDecodeError as error:
        return error


def build():
    """A program whose functions and source have hostile names."""
    with open(SOURCE, 'wb') as out:
        out.write(b'int v0; /* \x1b[2J\xc2\x9b2J \xff\xe2\x80\xae */\r\n')
        for i in range(len(HOSTILE)):
            out.write(b'void f%d(void) { v0 += %d; } /* \x1b]52;c;AAAA\x07 */\n'
                      % (i, i))
        out.write(b'/* %s */\n' % LONG)
        out.write(b'int main(void) { %s return v0; }\n' %
                  b''.join(b'f%d();' % i for i in range(len(HOSTILE))))
    subprocess.run([cc, '-w', '-g', '-O0', '-no-pie', '-c', '-o', 'plain.o', SOURCE],
                   check=True)
    with open('renamed', 'wb') as out:
        for i, name in enumerate(HOSTILE):
            out.write(b'f%d %s\n' % (i, name))
    subprocess.run(['objcopy', '--redefine-syms=renamed', 'plain.o', 'odd.o'],
                   check=True)
    subprocess.run([cc, '-no-pie', '-o', 'odd', 'odd.o'], check=True)
    names = subprocess.run(['nm', 'odd'], check=True, stdout=subprocess.PIPE)
    places = {}
    for line in names.stdout.split(b'\n'):
        words = line.split(b' ', 2)
        if len(words) == 3 and words[0]:
            places[words[2]] = int(words[0], 16)
    low, end = places[HOSTILE[0]], places[b'main'] + 64
    end += -(end - low) % 4
    records = ['hist:%#x:%#x:%d:100:%s' % (
        low, end, (end - low) // 4,
        ','.join('%d=%d' % ((places[n] - low) // 4 + 1, i + 2)
                 for i, n in enumerate(HOSTILE)))]
    for i, name in enumerate(HOSTILE):
        records.append('arc:%#x:%#x:%d' % (places[b'main'] + 8, places[name],
                                           i + 1))
    records.append('bb:' + ','.join('%#x=5' % places[n] for n in HOSTILE))
    gmontool.write_records('g', records)


def check_listings():
    for options in LISTINGS:
        name = ''.join(options[1:]) or '-b'
        words = options + ['odd', 'g']
        shown, status = on_terminal([gptui] + words)
        problem = acts(shown) or status
        if not problem and options[1:] not in (['-A'],):
            lost = [e for e in ESCAPED if e not in shown]
            problem = lost and 'not shown: %s' % lost
        report('terminal' + name, problem)
        shown, status = on_terminal([gptui] + words, 'C')
        report('8-bit-terminal' + name, acts(shown, False) or status)
        bytes_, messages = in_pipe([gptui] + words)
        problem = None
        if options[1:] != ['-A'] and HOSTILE[0] not in bytes_:
            problem = 'escaped in a pipe'
        if gprof and in_pipe([gprof] + words)[0] != bytes_:
            problem = "not gprof's bytes"
        report('pipe' + name, problem)


def check_source():
    shown, _ = on_terminal([gptui, '-b', '-A', 'odd', 'g'])
    wanted = b'int v0; /* \\x1b[2J<U+009B>2J \\xff<U+202E> */\n'
    report('source', None if wanted in shown else shown)
    report('long-line', None if LONG in shown else 'cut characters')
    report('source-name', None if b'*** File ' in shown and
           SOURCE_SHOWN + b':\n' in shown else shown)
    in_pipe([gptui, '-b', '-A', '-y', 'odd', 'g'])
    with open(SOURCE + b'-ann', 'rb') as made:
        report('source-in-file', None if b'\x1b[2J\xc2\x9b2J \xff' in
               made.read() else 'escaped in a file')


def check_messages():
    odd = b'no\x1b[2J\nsuch\xc2\x9b'
    wanted = b'no\\x1b[2J\\x0asuch<U+009B>: '
    with open(odd + b'.bad', 'wb') as out:
        out.write(b'nothing that is a profile')
    cases = {
        'executable': ['-b', odd, 'g'],
        'profile': ['-b', 'odd', odd],
        'exact': ['--rules', 'exact', '-b', 'odd', odd],
        'report': ['--report', 'flat', odd, 'g'],
        'report-profile': ['--report', 'flat', 'odd', odd],
    }
    for name, words in cases.items():
        shown, status = on_terminal([gptui] + words)
        problem = acts(shown) or (None if wanted in shown and
                                  shown.count(b'\n') == 1 else shown)
        report('message-' + name, problem if status else 'no failure')
    shown, _ = on_terminal([gptui, '-b', 'odd', odd + b'.bad'])
    report('message-not-a-profile', acts(shown))
    os.rename(SOURCE, SOURCE + b'.gone')
    shown, _ = on_terminal([gptui, '-b', '-A', 'odd', 'g'])
    os.rename(SOURCE + b'.gone', SOURCE)
    report('message-no-source', acts(shown) or
           (None if SOURCE_SHOWN in shown else shown))
    _, messages = in_pipe([gptui, '-b', odd, 'g'])
    report('message-in-a-pipe', None if odd in messages else messages)


def check_reports():
    for format in 'text', 'csv', 'json', 'md':
        words = [gptui, '--report', 'flat', '--format', format, 'odd', 'g']
        for locale, is_utf8 in ('C.UTF-8', True), ('C', False):
            shown, status = on_terminal(words, locale)
            report('%s-%s' % (format, locale), acts(shown, is_utf8) or status)
        report('%s-file' % format, acts(in_pipe(words)[0].replace(b'\r', b'')))


build()
check_listings()
check_source()
check_messages()
check_reports()
