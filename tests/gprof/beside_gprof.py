# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs GNU gprof and gptui alike, and says where they differ."""
import glob
import os
import re
import resource
import shutil
import subprocess

from gmon_sum import Sum
from listing_options import ENVIRONMENT

# Of several messages only the reason counts, not how options are used.
MORE_MESSAGES = re.compile(rb'Usage:.*|[^\n]*-c not supported[^\n]*\n', re.S)
MOST_MEMORY = 4 << 30  # bytes; damaged files make gprof ask for more


class Pair:
    """A folder with profiles and an executable in which both are run; gprof
    may have another folder, with another executable of the same name."""

    def __init__(self, gptui, folder, executable, other_folder=None):
        self.ours, self.theirs = folder, other_folder or folder
        self.executable = executable
        self.bin = folder + '/gptui.bin'
        os.makedirs(self.bin, exist_ok=True)
        if not os.path.lexists(self.bin + '/gprof'):
            os.symlink(os.path.abspath(gptui), self.bin + '/gprof')

    def both(self, words, environment=None):
        """What gprof and gptui do; no answer of gptui where gprof gives no
        reference."""
        wanted = self.run('', self.theirs, words, environment, limit_memory)
        if is_no_reference(wanted):
            return wanted, None
        return wanted, self.run(self.bin + ':', self.ours, words, environment)

    def run(self, path, folder, words, environment, prepare=None):
        for file in written_files(folder):
            os.remove(file)
        env = dict(ENVIRONMENT, PATH=path + ENVIRONMENT['PATH'],
                   **environment or {})
        try:
            done = subprocess.run(['gprof'] + words, cwd=folder, env=env,
                                  capture_output=True, timeout=60,
                                  preexec_fn=prepare)
        except subprocess.TimeoutExpired:
            return 124, b'', b'', {}
        written = {}
        for file in written_files(folder):
            name = os.path.basename(file)
            with open(file, 'rb') as text:
                written[name] = text.read()
            if name == 'gmon.sum':
                written[name] = Sum(written[name], self.executable_of(folder))
        return done.returncode, done.stdout, done.stderr, written

    def executable_of(self, folder):
        return os.path.join(folder, self.executable)

    def keep(self, words, wanted, got):
        """Copies the files that the words name and what both programs gave to
        a new folder, and says where that is."""
        folder = new_folder(self.ours + '/differs')
        with open(folder + '/words', 'w') as out:
            out.write(' '.join(words) + '\n')
        for path in {self.executable_of(self.ours), *named_files(words, self.ours)}:
            shutil.copy(path, folder)
        for name, result in ('gprof', wanted), ('gptui', got):
            os.mkdir(folder + '/' + name)
            written = {'output': result[1], 'messages': result[2], **result[3]}
            for file, data in written.items():
                with open('%s/%s/%s' % (folder, name, file), 'wb') as out:
                    out.write(getattr(data, 'data', data))
        print('\tkept: ' + folder)


def new_folder(root):
    """The first of ROOT/1, ROOT/2 ... that is not there, made."""
    number = 1
    while os.path.exists('%s/%d' % (root, number)):
        number += 1
    os.makedirs('%s/%d' % (root, number))
    return '%s/%d' % (root, number)


def named_files(words, folder):
    """Files that words are or end in, those of -R, -S and @ say."""
    for word in words:
        for path in word, word[1:], word[2:], word.split('=')[-1]:
            path = os.path.join(folder, path)
            if os.path.isfile(path):
                yield path


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def written_files(folder):
    return glob.glob(folder + '/*-ann') + glob.glob(folder + '/gmon.sum')


def is_no_reference(result):
    """gprof dies of a signal, takes too long, runs out of memory or stops with
    "somebody miscounted"."""
    return (result[0] not in (0, 1) or b'somebody miscounted' in result[2] or
            b'out of memory' in result[2])


def without_rate(text):
    """gprof divides by a rate that is 0 or missing, and takes a prefix of the
    unit from behind its table; gptui has times of 0."""
    text = re.sub(rb'.s/call', b' s/call', text)
    text = text.replace(b'counts as inf ', b'counts as 0 ')
    text = text.replace(b'of inf ', b'of 0.00 ').replace(b'  inf', b' 0.00')
    return text.replace(b'-nan', b'0.00')


def differences(wanted, got):
    """Of status, listing, files that were written, and, when both fail, of
    messages; in other words is told how options are used."""
    if wanted[0] != got[0]:
        yield 'status %d, here %d' % (wanted[0], got[0])
    texts = [wanted[1], got[1]]
    if b'inf' in texts[0] or b'-nan' in texts[0]:
        texts = map(without_rate, texts)
    if len(set(texts)) > 1:
        yield 'listing'
    for name in {**wanted[3], **got[3]}:
        files = wanted[3].get(name), got[3].get(name)
        if all(isinstance(file, Sum) for file in files):
            for what in files[1].differences(files[0]):
                yield '%s of %s' % (what, name)
        elif files[0] != files[1]:
            yield 'file ' + name
    messages = [MORE_MESSAGES.sub(b'', result[2]) for result in (wanted, got)]
    if wanted[0] and messages[0] != messages[1]:
        yield 'messages'


def show(wanted, got):
    for name, result in (('wanted', wanted), ('got', got)):
        text = result[2].decode('latin-1').strip()
        if text:
            print('\t%s: %s' % (name, text.split('\n')[0][:150]))
    for a, b in zip(wanted[1].split(b'\n'), got[1].split(b'\n')):
        if a != b:
            print('\tline: %r\n\there: %r' % (a[:110], b[:110]))
            return
