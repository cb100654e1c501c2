"""A studio as a child process, and a client of its protocol (docs/protocol_studio.md) without a browser."""
import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess


def first_blueprint(source):
    """The first blueprint of the README."""
    return re.search(r"```blueprint double.txt\n(.*?)```", (source / "README.md").read_text(), re.S).group(1)


class Studio:
    """`dps studio` in a folder. Its children are known, so that a test can find remaining processes."""

    def __init__(self, dps, folder, *words, programs=None, before=()):
        """`programs` is a folder with xdg-open, which the studio then starts. `before` is a command that executes dps."""
        environment = {**os.environ, "TMPDIR": str(folder / "private"), "XDG_STATE_HOME": str(folder / "state")}
        if programs:
            environment["PATH"] = f"{programs}:{environment['PATH']}"
        (folder / "private").mkdir(exist_ok=True)
        work = folder / "work"
        work.mkdir(exist_ok=True)
        self.dps, self.folder, self.private = dps, work, folder / "private"
        self.child = subprocess.Popen([*before, dps, "studio", *([] if programs else ["--no-open"]), *words], cwd=work, env=environment, text=True,
                                      stdout=subprocess.PIPE, start_new_session=True,
                                      preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        line = self.child.stdout.readline()
        found = re.fullmatch(r"dps studio: (http://127\.0\.0\.1:(\d+)/)#([0-9a-f]{32})\n", line)
        assert found, f"the address is {line!r}"
        self.page, self.port, self.token = found.group(1), int(found.group(2)), found.group(3)
        self.address = f"{self.page}#{self.token}"

    def processes(self):
        """All descendants of the studio: [(pid, command line)]."""
        parents, words = {}, {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                    parents[int(name)] = int(stat.read().rpartition(")")[2].split()[1])
                with open(f"/proc/{name}/cmdline", "rb") as line:
                    words[int(name)] = line.read().decode(errors="replace").split("\0")
            except (FileNotFoundError, ProcessLookupError):
                continue
        found = [self.child.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid and child not in found]
        return [(pid, words[pid]) for pid in found[1:]]

    def program(self):
        """The pid of dps-studio."""
        return next(pid for pid, words in self.processes() if words[0].endswith("dps-studio"))

    def end(self, number=signal.SIGINT):
        """Sends the signal, and returns the exit status."""
        self.child.send_signal(number)
        return self.child.wait(timeout=20)


def connect(port, family=socket.AF_INET):
    stream = socket.socket(family, socket.SOCK_STREAM)
    stream.settimeout(20)
    stream.connect(("127.0.0.1" if family == socket.AF_INET else "::1", port))
    return stream


def exchange(port, text, family=socket.AF_INET):
    """Sends a request of HTTP; returns the status and the whole response."""
    with connect(port, family) as stream:
        stream.sendall(text.encode())
        answer = b""
        while part := stream.recv(65536):
            answer += part
    return int(answer.split(b" ", 2)[1]) if answer else 0, answer.decode(errors="replace")


def upgrade(port, host=None, origin=None, path="/socket"):
    """Requests a WebSocket; returns the stream and the status of the response."""
    host = host or f"127.0.0.1:{port}"
    origin = f"http://{host}" if origin is None else origin
    stream = connect(port)
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
             f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
    if origin:
        lines.append(f"Origin: {origin}")
    stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    head = b""
    while b"\r\n\r\n" not in head:
        part = stream.recv(1)
        if not part:
            break
        head += part
    return stream, int(head.split(b" ", 2)[1]) if head else 0


class Closed(Exception):
    """The other side has closed the connection; the code is the argument."""


class Page:
    """The connection of a page."""

    def __init__(self, studio, greets=True):
        self.stream, status = upgrade(studio.port)
        assert status == 101, status
        self.last_id = 0
        if greets:
            self.send(kind="hello", version=1, token=studio.token)
            self.hello = self.receive("hello")

    def send_frame(self, opcode, payload, is_final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if is_final else 0) | opcode])
        head += (bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size) if size < 65536 else
                 bytes([0x80 | 127]) + struct.pack(">Q", size))
        self.stream.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def send(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def ask(self, **message):
        """Sends a request, and returns the first answer to it."""
        self.last_id += 1
        self.send(**message, id=self.last_id)
        while True:
            answer = self.receive()
            if answer.get("id") == self.last_id:
                return answer

    def receive_answer(self, number):
        """The next answer to the request of this id."""
        while (answer := self.receive()).get("id") != number:
            pass
        return answer

    def exactly(self, size):
        data = b""
        while len(data) < size:
            part = self.stream.recv(size - len(data))
            if not part:
                raise Closed(0)
            data += part
        return data

    def receive(self, kind=None):
        """The next message, or the next one of this kind."""
        text = b""
        while True:
            first, second = self.exactly(2)
            size = second & 0x7f
            if size == 126:
                size = struct.unpack(">H", self.exactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.exactly(8))[0]
            payload = self.exactly(size)
            if first & 0xf == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if size >= 2 else 0)
            if first & 0xf > 1:
                continue
            text += payload
            if first & 0x80:
                message = json.loads(text)
                text = b""
                if kind is None or message["kind"] == kind:
                    return message

    def close(self):
        self.stream.close()
