#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A board of 127.0.0.1 for tests: a TFTP server (RFC 1350) and one of HTTP.

usage: board_server.py FOLDER

Prints the ports of both; each request by TFTP is a line of FOLDER/requests.  The first part of a path says how FILE is sent:
FILE     as it is
lost/FILE    each third block and acknowledgement is lost at first
gone/FILE    no block after the third comes
silent/FILE  nothing comes
late/FILE    TFTP: after 6 seconds, and only the first time
twice/FILE   TFTP: each block two times
foreign/FILE TFTP: among blocks and errors of other ports, and what is no TFTP
error/FILE   TFTP: an error of code 0 and a text
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
taken = set()


def more(name):
    """What a board has that goes on counting."""
    if not name.startswith('more/'):
        return name
    asked[name] = asked.get(name, 0) + 1
    return '%s.%d' % (name, asked[name])


def disturb(number, own, client):
    """What a client has to drop."""
    other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    other.sendto(struct.pack('>HH', 3, number) + bytes(512), client)
    other.sendto(struct.pack('>HH', 5, 0) + b'not mine', client)
    for packet in (b'', b'\0', struct.pack('>HH', 9, number),
                   struct.pack('>HH', 3, number + 1) + bytes(512),
                   struct.pack('>HH', 3, number - 2) + bytes(512)):
        own.sendto(packet, client)


def is_acknowledged(s, number):
    """Whether that comes in time: earlier ones may come twice."""
    try:
        while s.recv(600) != struct.pack('>HH', 4, number):
            pass
        return True
    except socket.timeout:
        return False


def send(client, name):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(('127.0.0.1', 0))
    s.settimeout(0.3)
    how = name.split('/')[0]
    try:
        data = contents(name)
        if how == 'late':
            if name in taken:
                raise OSError
            taken.add(name)
            time.sleep(6)
    except OSError:
        s.sendto(struct.pack('>HH', 5, 1) + b'no \x1b[2Jsuch file\0', client)
        return
    if how == 'silent':
        return
    if how == 'error':
        s.sendto(struct.pack('>HH', 5, 0) + b'counters are busy\nnot this', client)
        return
    for number in range(1, len(data) // 512 + 2):
        block = data[512 * (number - 1):512 * number]
        if how == 'gone' and number > 3:
            return
        for attempt in range(60):
            if how != 'lost' or number % 3 or attempt:
                for _ in range(2 if how == 'twice' else 1):
                    s.sendto(struct.pack('>HH', 3, number) + block, client)
            if how == 'foreign':
                disturb(number + 1, s, client)
            if is_acknowledged(s, number) and (how != 'lost' or number % 3 != 1 or
                                               attempt):
                break


def serve_tftp(s):
    while True:
        request, client = s.recvfrom(600)
        if request[:2] == b'\0\1':
            name = request[2:].split(b'\0')[0].decode('latin1')
            with open(os.path.join(folder, 'requests'), 'a') as file:
                file.write(name + '\n')
            threading.Thread(target=send, args=(client, name.lstrip('/')),
                             daemon=True).start()


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
