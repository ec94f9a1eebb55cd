#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A debuginfod server of 127.0.0.1 for tests.

usage: debug_server.py FOLDER LOG [slow|odd]

Serves FOLDER/BUILD-ID as /buildid/BUILD-ID/debuginfo and the last part of any
/buildid/BUILD-ID/source/PATH from FOLDER, writes each path that it is asked
for to LOG, and prints its address when it listens.  A slow one says
nothing for a minute.  An odd one answers by the first part of the path, which
comes before /buildid then: endless, cut, garbage, local, escapes.
"""
import http.server
import os
import sys
import time

folder, log = sys.argv[1:3]
is_slow = sys.argv[3:] == ['slow']
is_odd = sys.argv[3:] == ['odd']


class Handler(http.server.BaseHTTPRequestHandler):
    def answer_oddly(self, how):
        self.send_response(302 if how == 'local' else 200)
        if how == 'local':
            self.send_header('Location', 'file://' + os.path.abspath(folder))
        if how == 'cut':
            self.send_header('Content-Length', '1000000')
        if how == 'escapes':
            self.send_header('X-DEBUGINFOD-FILE', '\x1b[2J\x9b2J')
        self.end_headers()
        self.wfile.write(b'\x1b[2J' * 1000)
        while how == 'endless':
            self.wfile.write(bytes(65536))

    def do_GET(self):
        with open(log, 'a') as file:
            file.write(self.path + '\n')
        if is_slow:
            time.sleep(60)
        words = self.path.split('/')
        if is_odd:
            self.answer_oddly(words[1])
            return
        kind = words[3] if len(words) > 3 else ''
        name = os.path.join(folder, words[2 if kind == 'debuginfo' else -1])
        if (kind not in ('debuginfo', 'source') or
                not os.path.isfile(name)):
            self.send_error(404)
            return
        with open(name, 'rb') as file:
            data = file.read()
        self.send_response(200)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
server.daemon_threads = True
print('http://127.0.0.1:%d' % server.server_address[1], flush=True)
server.serve_forever()
