#!/usr/bin/env python3
"""Works on the jobs of a queue over the beanstalkd protocol, with the standard library only.

usage: worker.py HOST:PORT QUEUE
"""

import socket
import sys


class Beanstalkd:
    """A connection to a Duetime server, or to beanstalkd."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.answers = self.socket.makefile("rb")

    def call(self, command):
        self.socket.sendall(command.encode() + b"\r\n")
        line = self.answers.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("the server closed the connection")
        return line.decode().split()

    def watch(self, queue):
        self.call(f"watch {queue}")
        self.call("ignore default")

    def reserve(self):
        """Waits for a job, and returns its number and its payload."""
        answer = self.call("reserve")
        while answer[0] != "RESERVED":
            answer = self.call("reserve")
        payload = self.answers.read(int(answer[2]) + 2)[:-2]
        return answer[1], payload.decode()


def send(mail):
    if not mail:
        raise ValueError("the mail is empty")
    print(f"sent {mail}", flush=True)


def main(address, queue):
    server = Beanstalkd(address)
    server.watch(queue)
    while True:
        number, mail = server.reserve()
        try:
            send(mail)
        except Exception as failure:
            print(f"job {number} failed: {failure}", file=sys.stderr, flush=True)
            # Tried again after 10 s with the default priority, as often as its retry policy allows.
            server.call(f"release {number} 1024 10")
        else:
            server.call(f"delete {number}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        pass
