# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for command lines of gprof: its options, and the ways to write them.
"""
import os
import subprocess

# Options without and with a spec; the rest has arguments of its own.
PLAIN = ['-a', '-A', '-B', '-c', '-C', '-D', '-i', '-J', '-l', '-L', '-p',
         '-P', '-q', '-Q', '-r', '-s', '-T', '-x', '-y', '-z', '-Z',
         '--demangle', '--no-demangle', '--inline-file-names']
WITH_SPEC = ['-p', '-P', '-q', '-Q', '-C', '-Z', '-A', '-J']
WANTS_SPEC = ['-e', '-E', '-f', '-F', '-n', '-N']
VALUES = ['-m0', '-m5', '-t0', '-t3', '-w1', '-w40', '-w132', '-Omagic',
          '-Oauto', '-Oprof', '-Ononsense', '-I.:/usr',
          '--demangle=none', '--demangle=auto', '--demangle=gnu-v3',
          '--demangle=java', '--demangle=gnat', '--demangle=dlang',
          '--demangle=rust', '--demangle=nonsense', '-Smap.symbols',
          '-Snosuch', '-Rmap', '-Rnosuch']
ORDERS = ('-r', '-R')
LONG = {'a': 'no-static', 'A': 'annotated-source', 'b': 'brief',
        'c': 'static-call-graph', 'C': 'exec-counts',
        'D': 'ignore-non-functions', 'i': 'file-info',
        'I': 'directory-path', 'J': 'no-annotated-source', 'l': 'line',
        'L': 'print-path', 'm': 'min-count', 'n': 'time', 'N': 'no-time',
        'O': 'file-format', 'p': 'flat-profile', 'P': 'no-flat-profile',
        'q': 'graph', 'Q': 'no-graph', 'r': 'function-ordering',
        'R': 'file-ordering', 's': 'sum', 'S': 'external-symbol-table',
        't': 'table-length', 'T': 'traditional', 'w': 'width',
        'x': 'all-lines', 'y': 'separate-files',
        'z': 'display-unused-functions', 'Z': 'no-exec-counts'}
WANTS_VALUE = 'eEfFkmnNOtwIRS'
ENVIRONMENT = dict(os.environ, LC_ALL='C')


def text_of(command, folder):
    return subprocess.run(command, capture_output=True, cwd=folder,
                          env=ENVIRONMENT).stdout.decode('latin-1')


class Names:
    """What specs can name in an executable; writes the files that options
    name, and one without records, into the folder."""

    def __init__(self, path, folder, rng, endian='little'):
        rows = [line.split() for line in text_of(['nm', path], folder)
                .split('\n')]
        rows = [row for row in rows if len(row) == 3 and row[1] in 'tTwW']
        with open(folder + '/no.records', 'wb') as out:
            out.write(b'gmon' + (1).to_bytes(4, endian) + bytes(12))
        self.names = [row[2] for row in rows] or ['main']
        places = [line.rsplit(':', 2)[0:2] for line in text_of(
            ['gprof', '-b', '-C', '-z', path, 'no.records'], folder)
            .split('\n') if line.count(':') > 1 and line[0] != '<']
        self.files = sorted({place[0].rsplit('/', 1)[-1] for place in places
                             if place[0]})
        self.lines = sorted({place[1] for place in places})
        self.calls = [name for name in self.names if name[0] != '_' or
                      name.startswith('_Z')] or self.names
        with open(folder + '/map.symbols', 'w') as out:
            for row in rows:
                out.write('%s %s %s\n' % (row[0], row[1].lower()
                                          .replace('w', 't'), row[2]))
        with open(folder + '/map', 'w') as out:
            # Of several functions in a file gprof orders any one.
            for i, row in enumerate(rows):
                if rng.random() < .7:
                    out.write('%d.o: %s %s\n' % (i, row[1], row[2]))


def spec(rng, program):
    kind = rng.random()
    if program.files and kind < .2:
        return rng.choice(program.files)
    if program.files and kind < .3:
        return rng.choice(program.files) + ':' + rng.choice(program.calls)
    if program.lines and kind < .35:
        return rng.choice(program.lines)
    if kind < .4:
        return ':' + rng.choice(program.calls)
    if kind < .45:
        return rng.choice(['nosuch', ':', 'nosuch.c', '/', ''])
    return rng.choice(program.calls)


def call_spec(rng, program):
    return (rng.choice([spec(rng, program), '']) + '/' +
            rng.choice([spec(rng, program), '']))


def all_options(rng, program):
    """Options as lists of words, of some kinds several with other specs."""
    options = [[word] for word in PLAIN + VALUES]
    for _ in range(2):
        options += [[word + spec(rng, program)] for word in WITH_SPEC]
        options += [[word, spec(rng, program)] for word in WANTS_SPEC]
        options += [['-k', call_spec(rng, program)],
                    ['-q' + call_spec(rng, program)],
                    ['-Q' + call_spec(rng, program)]]
    return options


def is_compared(words):
    """Not what gprof gets wrong: -r and -R together with a spec for calls."""
    calls = any('/' in word or word == '-k' for word in words)
    orders = any(word.startswith(ORDERS) for word in words)
    return not (calls and orders)


def spelled(rng, words):
    """Another way to write an option: long, cut short, value apart or not.
    Words that are too short are ambiguous, which both have to say."""
    letter, value = words[0][1], words[0][2:] + ''.join(words[1:])
    if words[0].startswith('--') or rng.random() < .4:
        return words
    apart = letter in WANTS_VALUE
    if letter not in LONG or rng.random() < .3:
        if apart and value:
            return rng.choice([['-' + letter, value], ['-' + letter + value]])
        return words
    name = LONG[letter]
    if rng.random() < .4:
        name = name[:rng.randrange(2, len(name) + 1)]
    if apart and rng.random() < .5:
        return ['--' + name, value]
    return ['--' + name + ('=' + value if value or apart else '')]


def arranged(rng, options, executable, profiles, folder):
    """The words of a command line, whose options and files may be in any
    order that means the same; files with the names that gprof expects may be
    left out."""
    files = [executable] + profiles
    if profiles == ['gmon.out'] and rng.random() < .2:
        files.pop()
        if executable == 'a.out' and rng.random() < .5:
            files.pop()
    words = sum(options, [])
    kind = rng.random()
    if kind < .6:
        return words + files
    if kind < .7:
        return files + words
    if kind < .8:
        return files[:1] + words + files[1:]
    if kind < .85:
        return words + ['--'] + files
    if kind < .9 and words:
        name = 'words-%06x' % rng.getrandbits(24)
        with open(folder + '/' + name, 'w') as out:
            for word in words:
                out.write("'%s'\n" % word)
        return ['@' + name] + files
    cut = rng.randrange(len(options) + 1)
    return sum(options[:cut], []) + files + sum(options[cut:], [])
