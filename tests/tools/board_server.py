#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A board of 127.0.0.1 for tests: a TFTP server (RFC 1350) and one of HTTP.

usage: board_server.py FOLDER

Prints the ports of both.  The first part of a path says how FILE is sent:
FILE     as it is
lost/FILE    each third block and acknowledgement is lost at first
gone/FILE    no block after the third comes
silent/FILE  nothing comes
empty/FILE   nothing is in it
slow/FILE    HTTP: its first bytes, twenty a second
more/FILE    HTTP: FILE.1, then FILE.2 and so on, as of a board that is never reset
once/FILE    HTTP: only the first time, as if a board were reset; then 404
cut/FILE     HTTP: all but the last byte
moved/FILE   HTTP: redirected to a file of this machine
"""
import http.server
import os
import socket
import struct
import sys
import threading
import time

folder = sys.argv[1]


def contents(name):
    with open(os.path.join(folder, os.path.basename(name)), 'rb') as file:
        return b'' if name.startswith('empty/') else file.read()


asked = {}


def more(name):
    """What a board has that goes on counting."""
    if not name.startswith('more/'):
        return name
    asked[name] = asked.get(name, 0) + 1
    return '%s.%d' % (name, asked[name])


def send(client, name):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(('127.0.0.1', 0))
    s.settimeout(0.3)
    try:
        data = contents(name)
    except OSError:
        s.sendto(struct.pack('>HH', 5, 1) + b'\x1b[2J\0', client)
        return
    how = name.split('/')[0]
    if how == 'silent':
        return
    for number in range(1, len(data) // 512 + 2):
        block = data[512 * (number - 1):512 * number]
        if how == 'gone' and number > 3:
            return
        for attempt in range(20):
            if how != 'lost' or number % 3 or attempt:
                s.sendto(struct.pack('>HH', 3, number & 0xffff) + block,
                         client)
            try:
                answer = s.recvfrom(600)[0]
            except socket.timeout:
                continue
            if how == 'lost' and number % 3 == 1 and not attempt:
                continue
            if answer == struct.pack('>HH', 4, number & 0xffff):
                break


def serve_tftp(s):
    while True:
        request, client = s.recvfrom(600)
        if request[:2] == b'\0\1':
            name = request[2:].split(b'\0')[0].decode('latin1')
            threading.Thread(target=send, args=(client, name.lstrip('/')),
                             daemon=True).start()


taken = set()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.lstrip('/')
        how = name.split('/')[0]
        if how == 'silent':
            time.sleep(60)
        try:
            data = contents(more(name))
        except OSError:
            self.send_error(404)
            return
        if how == 'once':
            if name in taken:
                self.send_error(404)
                return
            taken.add(name)
        self.send_response(302 if how == 'moved' else 200)
        if how == 'moved':
            self.send_header('Location', 'file://' + os.path.abspath(folder) +
                             '/' + os.path.basename(name))
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        try:
            for i in range(len(data) if how == 'slow' else 0):
                self.wfile.write(data[i:i + 1])
                time.sleep(0.05)
            self.wfile.write(data[:1000] if how == 'gone' else
                             data[:-1] if how == 'cut' else data)
        except OSError:
            pass  # given up

    def log_message(self, *words):
        pass


tftp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
tftp.bind(('127.0.0.1', 0))
web = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(tftp.getsockname()[1], web.server_address[1], flush=True)
threading.Thread(target=serve_tftp, args=(tftp,), daemon=True).start()
web.serve_forever()
