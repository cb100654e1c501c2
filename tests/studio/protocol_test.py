#!/usr/bin/python3
"""The protocol of the studio, its safety, and its end, without a browser.

usage: protocol_test.py DPS SOURCE
"""
import hashlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from studio import Closed, Page, Studio, exchange, upgrade

PLAN = """I Job.i 1 Job.m
O Job.o Worker.p -t Job.m -b {n}
V n 4000                           # bytes
F send.f NULL NULL Job.o NULL
F work.f Job.i NULL NULL NULL
U master.u send.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 1 worker.u
"""
LONG = """I Ping.i 1 Ping.m
I Pong.i 1 Pong.m
O Ping.o B.p -t Ping.m
O Pong.o A.p -t Pong.m
F start.f NULL NULL Ping.o SAME
F again.f Pong.i NULL Ping.o SAME*1000000000,NULL
F answer.f Ping.i NULL Pong.o SAME*1000000000,NULL
U a.u start.f again.f
U b.u answer.f
P A.p 1 a.u
P B.p 1 b.u
"""


def closes_with(page, code):
    try:
        while True:
            page.receive()
    except Closed as closed:
        assert closed.args[0] == code, closed.args
    page.close()


def check_http(studio):
    port = studio.port

    def status(head, host=f"Host: 127.0.0.1:{port}\r\n"):
        return exchange(port, f"{head} HTTP/1.1\r\n{host}\r\n")[0]

    code, answer = exchange(port, f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")
    assert code == 200 and studio.token not in answer, answer
    head = answer.partition("\r\n\r\n")[0].lower()
    for header in ("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self' 'nonce-", "frame-ancestors 'none'",
                   "x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-store"):
        assert header in head, (header, head)
    again = exchange(port, f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")[1]
    assert again.partition("nonce-")[2][:32] != answer.partition("nonce-")[2][:32]
    for path in ("/studio.js", "/studio.css"):
        assert status(f"GET {path}") == 200, path
    for path in ("/x", "/../etc/passwd", "/studio.js?x", "//studio.js", "/%2e%2e/plan.txt", "/plan.txt", "http://evil.example/"):
        assert status(f"GET {path}") == 404, path
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PATCH"):
        assert status(f"{method} /") == 405, method
    for host in ("Host: evil.example\r\n", f"Host: evil.example:{port}\r\n", "Host: 127.0.0.1.evil.example\r\n", "Host: localhost:80x\r\n",
                 "Host: 0.0.0.0\r\n", "Host: 127.0.0.1@evil.example\r\n", "Host: \r\n", "", "Host: localhost\r\nHost: evil.example\r\n"):
        assert status("GET /", host) == 403, host
    for host in ("127.0.0.1", "[::1]", "localhost", "localhost:8080", "[::1]:9"):
        assert status("GET /", f"Host: {host}\r\n") == 200, host
    assert status("GET /socket") == 426
    assert exchange(port, f"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")[0] == 400
    assert exchange(port, f"GET / HTTP/1.1\r\nHost: localhost\r\nX: {'x' * 9000}\r\n\r\n")[0] == 431
    assert exchange(port, "\0\1\2\3\r\n\r\n")[0] == 400
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        assert exchange(port, f"GET / HTTP/1.1\r\nHost: [::1]:{port}\r\n\r\n", socket.AF_INET6)[0] == 200
    other = socket.gethostbyname(socket.gethostname())
    if not other.startswith("127."):
        with socket.socket() as stream:
            assert stream.connect_ex((other, port)) != 0, "it listens on another address"


def check_socket(studio):
    port = studio.port
    for host, origin in ((None, "http://evil.example"), (None, ""), (None, f"http://localhost:{port}"), (None, f"https://127.0.0.1:{port}"),
                         (None, "null"), (None, f"http://127.0.0.1:{port + 1}"), ("evil.example", None), (f"evil.example:{port}", None)):
        stream, status = upgrade(port, host, origin)
        stream.close()
        assert status == 403, (host, origin, status)
    stream, status = upgrade(port, path="/")
    stream.close()
    assert status == 404, status
    for first in (dict(kind="hello", version=1, token="0" * 32), dict(kind="hello", version=1, token=""), dict(kind="hello", version=2, token=studio.token),
                  dict(kind="hello", version=1, token=studio.token[:-1]), dict(kind="hello", version=1, token=[1]), dict(kind="open", path="", id=1), {}):
        page = Page(studio, greets=False)
        page.send(**first)
        closes_with(page, 1008)
    for frame in ((2, b"{}"), (1, b"no JSON"), (1, b"[1]"), (1, b"{" * 100_000),
                  *((1, b'{"kind": "%s", "id": 1, "%s": {"x": %s}}' % (kind, member, b"[" * 1_000_000 + b"]" * 1_000_000)) for kind, member in ((b"layout", b"layout"), (b"lsp", b"message")))):
        page = Page(studio)
        page.send_frame(*frame)
        closes_with(page, 1008)
    for wrong in (dict(kind="open"), dict(kind="open", id=1, path=3), dict(kind="text", number="x", text=""), dict(kind="text", number=1, base=0, changes=3), dict(kind="text", number=1, base=7, changes=[]),
                  dict(kind="text", number=1, base=0, changes=[{"from": 0, "to": 10**9, "insert": ""}]), dict(kind=7),
                  dict(kind="predict", id=1), dict(kind="cancel", id={}),
                  dict(kind="run", id=1, number=0), dict(kind="plan_run", id=1, number=0, hosts=3)):
        page = Page(studio)
        if wrong.get("kind") == "text":
            page.ask(kind="open", path="")
        page.send(**wrong)
        closes_with(page, 1008)
    page = Page(studio)
    page.ask(kind="files", folder="")
    page.send(kind="files", folder="", id=1)  # the same id
    closes_with(page, 1008)
    page = Page(studio)
    try:
        page.send_frame(1, b'"' + b"x" * 16_100_000)
        closes_with(page, 1009)
    except (ConnectionError, AssertionError) as lost:
        assert not isinstance(lost, AssertionError) or lost.args[0] in ((0,), (1009,)), lost
    page = Page(studio)
    assert page.ask(kind="walk")["kind"] == "refused"
    page.close()


def check_files(studio):
    work = studio.folder
    outside = work.parent / "outside.txt"
    outside.write_text(PLAN)
    (work / "sub").mkdir()
    (work / "sub/other.txt").write_text(PLAN)
    (work / ".hidden.txt").write_text(PLAN)
    (work / ".secret").mkdir()
    (work / ".secret/plan.txt").write_text(PLAN)
    (work / "link.txt").symlink_to(outside)
    (work / "inner.txt").symlink_to(work / ".hidden.txt")
    (work / "up").symlink_to(work.parent)
    (work / "key.pem").write_text("-----BEGIN PRIVATE KEY-----\nabc\n")
    (work / "data.bin").write_bytes(bytes(range(256)))
    os.mkfifo(work / "pipe")
    page = Page(studio)
    listing = page.ask(kind="files", folder="")
    assert listing["folders"] == ["sub"], listing
    assert [each["name"] for each in listing["files"]] == ["plan.txt"], listing
    assert page.ask(kind="open", path="sub/other.txt")["text"] == PLAN
    for path in ("../outside.txt", "sub/../../outside.txt", str(outside), "link.txt", "inner.txt", "up/outside.txt", ".hidden.txt", ".secret/plan.txt",
                 "sub/./other.txt", "key.pem", "data.bin", "pipe", "sub", "none/x.txt", "x\0y", "sub//other.txt/", "/dev/stdin", "./plan.txt"):
        answer = page.ask(kind="open", path=path)
        assert answer["kind"] == "refused", (path, answer)
        assert page.ask(kind="files", folder=path)["kind"] == "refused" or path == "sub", path
    page.send(kind="text", number=1, text=PLAN + "# mine\n")
    for path in ("../new.txt", "/tmp/new.txt", "link.txt", "up/new.txt", ".new", "sub", "pipe", "", "none/x.txt"):
        answer = page.ask(kind="save_as", path=path, force=True)
        assert answer["kind"] == "refused", (path, answer)
        answer = page.ask(kind="predict", number=1, part="summary", machine=path, changes=[], settings={}, seed=1)
        assert answer["kind"] in ("refused", "failed"), (path, answer)
    assert outside.read_text() == PLAN and not (work.parent / "new.txt").exists()
    assert page.ask(kind="save", force=False)["kind"] == "saved"
    assert (work / "sub/other.txt").read_text() == PLAN + "# mine\n"
    assert page.ask(kind="save_as", path="plan.txt", force=False)["kind"] == "exists"
    assert page.ask(kind="save_as", path="sub/new.txt", force=False)["kind"] == "saved"
    page.close()


def check_changes(studio):
    """Changes of the file from outside, and of the page that edits, are sent to the other pages."""
    plan = studio.folder / "plan.txt"
    first, second = Page(studio), Page(studio)
    opened = first.ask(kind="open", path="plan.txt")
    assert opened["is_mine"] and opened["text"] == PLAN, opened
    assert not second.ask(kind="open", path="plan.txt")["is_mine"]
    first.send(kind="text", number=1, text=PLAN + "# one\n")
    assert second.receive("text")["text"] == PLAN + "# one\n"
    first.send(kind="text", number=2, base=1, changes=[{"from": len(PLAN) + 2, "to": len(PLAN) + 5, "insert": "\u00e9\U0001f600!"}, {"from": 0, "to": 0, "insert": "# top\n"}])
    assert second.receive("text") == {"kind": "text", "number": 2, "text": "# top\n" + PLAN + "# \u00e9\U0001f600!\n"}
    first.send(kind="text", number=3, base=2, changes=[{"from": len(PLAN) + 9, "to": len(PLAN) + 11, "insert": "one"}, {"from": 0, "to": 6, "insert": ""}])
    assert second.receive("text")["text"] == PLAN + "# \u00e9one!\n"
    first.send(kind="text", number=4, text=PLAN + "# one\n")
    assert second.receive("text")["text"] == PLAN + "# one\n"
    second.send(kind="text", number=5, text="")
    assert second.receive("refused")["text"]
    assert second.ask(kind="save", force=True)["kind"] == "refused"
    plan.write_text(PLAN + "# outside\n")
    assert first.receive("changed")["text"] == PLAN + "# outside\n"
    plan.write_text(PLAN + "# again\n")
    answer = first.ask(kind="save", force=False)  # the studio may have noticed the change or not
    assert answer["kind"] == "refused" or plan.read_text() == PLAN + "# one\n", answer
    second.ask(kind="files", folder="")
    second.last_id += 1
    second.send(kind="take_over", id=second.last_id)
    assert second.receive("owner")["is_mine"] and not first.receive("owner")["is_mine"]
    second.close()
    assert first.receive("owner")["is_mine"]
    assert first.ask(kind="save", force=True)["kind"] == "saved"
    assert plan.read_text() == PLAN + "# one\n"
    plan.unlink()
    assert first.receive("changed")["text"] is None
    plan.write_text(PLAN)
    first.close()


def predict(page, number, part="summary", machine="laptop", settings=None, **members):
    """Requests a prediction, and returns all its answers."""
    page.last_id += 1
    page.send(**{"kind": "predict", "id": page.last_id, "number": number, "part": part, "machine": machine, "changes": [],
                 "settings": settings or {}, "seed": 1, **members})
    answers = []
    while not answers or answers[-1]["kind"] not in ("done", "refused"):
        answer = page.receive()
        if answer.get("id") == page.last_id:
            assert answer["kind"] == "refused" or answer["number"] == number, answer
            answers.append(answer)
    return answers


def check_predictions(studio):
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text=PLAN)
    result = predict(page, 1)[0]
    assert result["kind"] == "result" and result["data"]["run"]["makespan_s"] > 0, result
    assert result["variables"] == [{"name": "n", "value": 4000.0, "expression": "4000", "text": "bytes"}], result["variables"]
    larger = predict(page, 1, settings={"n": "4000000"})[0]
    assert larger["data"]["run"]["makespan_s"] > result["data"]["run"]["makespan_s"]
    why = predict(page, 1, "why")[0]["data"]
    assert why["why"] and not why["timeline"]
    details = predict(page, 1, "timeline")[0]["data"]
    assert details["timeline"] and details["why"] == why["why"] and details["run"] == {**details["run"], "makespan_s": result["data"]["run"]["makespan_s"]}
    what_if = predict(page, 1, "what_if")[-2]["what_if"]
    assert what_if["asked"] == len(what_if["rows"]) > 5, what_if
    assert "'none'" in predict(page, 1, machine="none")[-1]["text"]
    deadlock = PLAN.replace("F send.f NULL", "F send.f Job.i")
    for number, (text, words) in enumerate((("I Job.i 1", "the text has errors"), (deadlock, "deadlock"), (PLAN + "A {n} < 2\n", "the text has errors")), 2):
        page.send(kind="text", number=number, text=text)
        failed = [each for each in predict(page, number) if each["kind"] == "failed"]
        assert failed and words in failed[0]["text"], (text, failed)
    page.send(kind="text", number=9, text=PLAN.replace("P Worker.p 1", "P Worker.p {1e6}").replace("-b {n}", "-b {n} -n {1e9}"))
    page.last_id += 1
    page.send(kind="predict", id=page.last_id, number=8, part="summary", machine="laptop", changes=[], settings={}, seed=1)
    page.send(kind="text", number=10, text=PLAN)  # nothing was answered for 8, which is outdated
    assert predict(page, 10)[0]["kind"] == "result"
    page.close()


def dps_json(studio, *words):
    """The JSON output of a command in the folder of the studio."""
    done = subprocess.run([studio.dps, *words], cwd=studio.folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, (words, done)
    return json.loads(done.stdout)


def check_pins(studio):
    """A pin is the file that -o writes, and its verdict is that of compare --designs."""
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text=PLAN)
    other = PLAN.replace("{n}", "{2*n}")
    saved = {"first": predict(page, 1, "saved", settings={"n": "1e6"})[0]["saved"],
             "second": predict(page, 1, "saved", "rack_100g", text=other, changes=["network.latency*=3"])[0]["saved"]}
    for name, text in saved.items():
        (studio.folder / name).write_text(text)
    subprocess.run([studio.dps, "predict", "plan.txt", "--machine", "laptop", "--set", "n=1e6", "--level", "process", "-o", "same"],
                   cwd=studio.folder, check=True, stdout=subprocess.DEVNULL)
    assert (studio.folder / "same").read_text() == saved["first"]
    assert json.loads(saved["second"])["blueprint"]["sha256"] == hashlib.sha256(other.encode()).hexdigest()
    answer = predict(page, 1, "compare", others=[{"name": name, "saved": text} for name, text in saved.items()])[0]
    (studio.folder / "now").write_text(predict(page, 1, "saved")[0]["saved"])
    assert answer["comparison"] == dps_json(studio, "compare", "--designs", "first", "second", "now", "--format", "json")
    for verdict in answer["verdicts"]:
        pair = dps_json(studio, "compare", "--designs", verdict["name"], "now", "--format", "json")
        assert verdict["verdict"] == pair["verdict"] and verdict["explanation"] == pair["designs"][-1]["explanation"], (verdict, pair)
    assert [each["name"] for each in answer["verdicts"]] == list(saved)
    assert "'wrong'" in predict(page, 1, "compare", others=[{"name": "wrong", "saved": "{}"}])[0]["text"]
    for others in ([{"name": "x"}], [{"name": 1, "saved": ""}], {}, None):
        wrong = Page(studio)
        wrong.ask(kind="open", path="plan.txt")
        wrong.send(kind="predict", id=9, number=1, part="compare", machine="laptop", changes=[], settings={}, seed=1, others=others)
        closes_with(wrong, 1008)
    for name in (*saved, "same", "now"):
        (studio.folder / name).unlink()
    page.close()


def check_files_for_users(studio):
    """The files that a user downloads are those of the commands."""
    (studio.folder / "plan.txt").write_text(PLAN)
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text=PLAN)
    words = {"settings": {"n": "77"}, "changes": ["network.latency=3us"]}
    options = ["--set-machine", "network.latency=3us"]
    subprocess.run([studio.dps, "predict", "plan.txt", "--machine", "laptop", "--set", "n=77", *options, "-o", "result"], cwd=studio.folder, check=True,
                   stdout=subprocess.DEVNULL)
    assert predict(page, 1, "result_file", **words)[0]["file"] == (studio.folder / "result").read_text()
    (studio.folder / "result").unlink()
    shown = subprocess.run([studio.dps, "machine", "show", "laptop", *options], cwd=studio.folder, check=True, capture_output=True, text=True)
    assert predict(page, 1, "machine_file", **words)[0]["file"] == shown.stdout
    report = predict(page, 1, "report", **words)[0]["file"]
    assert report.startswith("<!DOCTYPE html>") and "dps report: plan.txt" in report and "network.latency=3us" in report and "Job.m" in report
    page.close()


def check_machines(studio):
    """A machine has the keys of the commands, and its file has the changes."""
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text="half of a line")
    answers = predict(page, 1, "machine_keys", changes=["network.latency=10us", "cost.send*=2"])
    keys = {each["name"]: each for each in answers[0]["keys"]}
    assert answers[0]["more_keys"] == 0 and answers[-1]["kind"] == "done"
    assert keys["network.latency"] == {"name": "network.latency", "value": "10us", "of_file": "50us", "is_number": True}, keys["network.latency"]
    assert keys["cost.send"]["value"] == "6us" and keys["cost.wait"] == {"name": "cost.wait", "value": "block", "of_file": "block", "is_number": False}
    for change, words in (("network.latency=soon", "expected a time"), ("network.latncy=1us", "did you mean 'network.latency'"), ("x", "KEY=VALUE")):
        failed = predict(page, 1, "machine_keys", changes=[change])[0]
        assert failed["kind"] == "failed" and words in failed["text"], failed
    machine = predict(page, 1, "machine_file", changes=["network.latency=10us"])[0]["file"]
    work = studio.folder
    for path in ("../new.toml", "/tmp/new.toml", "link.txt", "up/new.toml", ".new", "sub", "pipe", "", "none/x.toml", "plan.txt", "sub/other.txt", "key.pem", "laptop"):
        answer = page.ask(kind="save_machine", path=path, text=machine, force=True)
        assert answer["kind"] == "refused", (path, answer)
    assert page.ask(kind="save_machine", path="a.toml", text=PLAN, force=True)["kind"] == "refused"
    assert not (work / "a.toml").exists()
    assert page.ask(kind="save_machine", path="sub/m.toml", text=machine, force=False)["kind"] == "saved_machine"
    assert (work / "sub/m.toml").read_text() == machine
    assert page.ask(kind="save_machine", path="sub/m.toml", text=machine + "# more\n", force=False)["kind"] == "exists"
    assert (work / "sub/m.toml").read_text() == machine
    assert page.ask(kind="save_machine", path="sub/m.toml", text=machine + "# more\n", force=True)["kind"] == "saved_machine"
    reader = Page(studio)
    reader.ask(kind="open", path="plan.txt")
    assert reader.ask(kind="save_machine", path="sub/theirs.toml", text=machine, force=False)["kind"] == "refused"
    page.send(kind="text", number=2, text=PLAN)
    assert predict(page, 2, machine="sub/m.toml")[0]["kind"] == "result"
    (work / "sub/m.toml").unlink()
    reader.close()
    page.close()


def check_curves(studio):
    """A curve has the points of dps sweep, whose command it names."""
    (studio.folder / "plan.txt").write_text(PLAN)
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text=PLAN)

    def curve(values, name="n", of_machine=False, column="", **members):
        """Requests a curve; returns the axis and the points by value, or the failure and None."""
        answers = predict(page, 1, "sweep", sweep={"of_machine": of_machine, "name": name, "values": values, "column": column}, **members)
        assert answers[-1]["kind"] == "done", answers
        if answers[0]["kind"] == "failed":
            return answers[0], None
        return answers[0]["axis"], {each["point"]["value"]: each["point"] for each in answers[1:-1]}

    for words in (dict(values="1000..64000*4", column="p99(Job.m)"), dict(values="8000,1e6", settings={"n": "5"}),
                  dict(values="1..64us*2", name="network.latency", of_machine=True, settings={"n": "9000"}, changes=["network.latency=1ms", "cost.send*=2"]),
                  dict(values="1,4", name="network.latency*", of_machine=True, changes=["network.latency=1ms"], column="max(Job.m) / makespan")):
        axis, points = curve(**words)
        swept = dps_json(studio, *axis["command"][1:], "--format", "json")["points"]
        assert len(swept) == len(points) == len(axis["values"]) > 1, (axis, swept)
        for value, row in zip(axis["values"], swept):
            assert points[value]["makespan_s"] == row["predict"]["mean_s"], (points[value], row)
            assert words.get("column", "") == "" or points[value]["column"] == row["predict"]["columns"][words["column"]], (points[value], row)
    axis, points = curve("-1..1")
    assert "problem" in points["-1"] and points["1"]["makespan_s"] > 0, points
    assert curve("1us,2ms", "network.latency", True)[0]["numbers"] == [1e-6, 2e-3]
    failed, points = curve("1", "network.latency ", True)  # the axis of this command is "network.latency"
    assert points is None and "no axis of the curve" in failed["text"], failed
    _, points = curve("1,2", "network.latncy", True)
    assert "network.latency" in points["1"]["problem"], points
    for words, text in ((dict(values="1.."), "values are wrong"), (dict(values="1..2000"), "1,000 values"), (dict(values="1,2", column="p99(Nope.m)"), "Nope.m"),
                        (dict(values="1,2", column="p99("), "--column"), (dict(values="1,2", settings={"x": "1,2"}), "several values"),
                        (dict(values="1,1"), "twice"), (dict(values="1,2", of_machine=True, name=""), "--set-machine")):
        failed, _ = curve(**words)
        assert text in failed["text"] + " ".join(failed["details"]), (words, failed)
    page.send(kind="text", number=2, text=LONG)
    page.last_id += 1
    page.send(kind="predict", id=page.last_id, number=2, part="sweep", machine="laptop", changes=[], settings={}, seed=1,
              sweep={"of_machine": True, "name": "network.latency", "values": "1us,2us", "column": ""})
    assert page.receive("result")["axis"]["values"] == ["1us", "2us"]
    page.send(kind="text", number=3, text=PLAN)
    assert predict(page, 3)[0]["kind"] == "result"
    page.close()


EXECUTES = PLAN.replace("F work.f Job.i NULL", "C Touch.c exec touch ran\nF work.f Job.i Touch.c")
CALLS = EXECUTES.replace("F send.f NULL NULL", "C Look.c call nothing_like_it 3\nF send.f NULL Look.c")


def plan_run(page, number, **members):
    """Requests the plan of a run; returns the id and the answer."""
    page.last_id += 1
    page.send(**{"kind": "plan_run", "id": page.last_id, "number": number, "settings": {}, "hosts": "", "runs": 1, "seed": 1, **members})
    return page.last_id, page.receive_answer(page.last_id)


MANY = """C Numbers.c exec touch ran {self}
C Names.c exec touch ran{self}
F work.f NULL Numbers.c,Names.c NULL NULL
U worker.u work.f
P Worker.p 150 worker.u
"""


def check_plans(studio):
    """Instances that differ in numbers alone are counted after the first hundred; all others are shown."""
    page = Page(studio)
    page.ask(kind="open", path="")
    page.send(kind="text", number=1, text=MANY)
    plan = plan_run(page, 1)[1]["plan"]
    executed = plan["executed"]
    assert plan["command"] == [], "a command names a file that is not there"
    words = [tuple(each["words"]) for each in executed["list"]]
    assert len(set(words)) == len(words) == 250 and {("touch", f"ran{i}") for i in range(150)} < set(words), words
    assert executed["hidden"] == [{"line": 1, "tag": "Numbers.c", "count": 50, "numbers_only": True}], executed["hidden"]
    page.close()


def check_runs(studio):
    """Nothing runs before the plan is confirmed; only the shown programs run; a run can be ended, and ends with its page."""
    (studio.folder / "sub").mkdir(exist_ok=True)
    (studio.folder / "sub/executes.txt").write_text(EXECUTES)
    ran = studio.folder / "sub/ran"
    page = Page(studio)
    page.ask(kind="open", path="sub/executes.txt")
    page.send(kind="text", number=1, text=CALLS)
    assert "no run" in predict(page, 1, "measured")[0]["text"]
    first, shown = plan_run(page, 1)
    plan = shown["plan"]
    assert plan["hosts"] == [{"name": "localhost", "login": "", "address": "", "path": "", "folder": str(studio.folder / "sub"), "processes": 2}], plan
    assert [(each["kind"], each["line"], each["words"]) for each in plan["executed"]["list"]] == [("call", 4, ["nothing_like_it", "3"]), ("exec", 6, ["touch", "ran"])], plan
    assert plan["processes"] == [{"ptag": "Master.p", "count": 1}, {"ptag": "Worker.p", "count": 1}]
    assert len(plan["problems"]) == 1 and "line 4" in plan["problems"][0] and "nothing_like_it" in plan["problems"][0], plan
    assert plan["command"] == ["dps", "run", "sub/executes.txt", "--launcher", "local"]
    page.send(kind="text", number=2, text=EXECUTES.replace("touch ran", "touch other"))
    for words in (dict(plan=first, number=1), dict(plan=first, number=2), dict(plan=first + 1, number=2)):
        assert page.ask(kind="run", **words)["kind"] == "refused", words
    check_stale_plans(studio, page)
    page.send(kind="text", number=3, text=EXECUTES)
    plan_id, shown = plan_run(page, 3, settings={"n": "77"}, runs=2)
    assert shown["plan"]["problems"] == [] and "n=77" in shown["plan"]["command"], shown
    assert not ran.exists(), "it was executed before it was confirmed"
    answers = finish_run(page, plan_id, 3)
    assert answers[-1]["status"] == 0 and answers[-1]["has_result"], answers
    assert any("phase" in each.get("progress", {}) for each in answers), answers
    assert ran.exists() and not (studio.folder / "sub/other").exists() and not (studio.folder / "ran").exists()
    assert page.ask(kind="run", plan=plan_id, number=3)["kind"] == "refused", "a plan was run twice"
    measured = predict(page, 3, "measured", settings={"n": "77"})[0]
    assert (measured["comparison"]["a"]["kind"], measured["comparison"]["b"]["kind"]) == ("run", "predict") and measured["comparison"]["a"]["runs"] == 2
    assert measured["text"].startswith("makespan A ") and measured["data"]["kind"] == "run" and measured["predicted"]["kind"] == "predict", measured["text"]
    check_another_page(studio, page)
    private = next(studio.private.iterdir())
    assert not [each for each in private.iterdir() if each.name.startswith("run")], "files of the run remain"
    check_run_hosts(studio, page)
    check_end_of_runs(studio, page)


def check_another_page(studio, page):
    """The run of another page keeps the result of the first; of output that imitates progress, only the numbers of known fields are used."""
    program = studio.folder / "prints"
    program.write_text("#!/usr/bin/python3\n"
                       "print('{\"phase\": \"mine\", \"run\": [[1]], \"runs\": 7, \"name\": \"<b>\"}')\n"
                       "print('{\"phase\": ' + '[' * 1_000_000 + ']' * 1_000_000 + '}')\n")
    program.chmod(0o755)
    other = Page(studio)
    other.ask(kind="open", path="")
    other.send(kind="text", number=1, text=EXECUTES.replace("touch ran", "prints"))
    plan, shown = plan_run(other, 1)
    assert shown["plan"]["problems"] == [], shown
    answers = finish_run(other, plan, 1)
    assert answers[-1]["status"] == 0 and answers[-1]["has_result"], answers[-1]
    known = {"phase", "run", "runs", "complete", "processes", "messages", "left_s"}
    for progress in (each["progress"] for each in answers if "progress" in each):
        assert set(progress) <= known and not any(isinstance(value, (dict, list)) for value in progress.values()), progress
    assert sum(len(each.get("output", "")) for each in answers) < 250_000
    assert any("more output is not shown" in each.get("output", "") for each in answers), "the deep line is no output"
    assert predict(page, 3, "measured", settings={"n": "77"})[0]["kind"] == "result"
    other.close()
    program.unlink()


def check_stale_plans(studio, page):
    """A plan is valid for one text in one folder, and each refusal names its reason."""
    def refused(text, plan, number=2):
        answer = page.ask(kind="run", plan=plan, number=number)
        assert answer["kind"] == "refused" and text in answer["text"] and "nothing was started" in answer["text"], answer

    plan, _ = plan_run(page, 2)
    refused("another plan", plan - 1)
    refused("the text has changed", plan, 1)
    assert page.ask(kind="save_as", path="elsewhere.txt", force=False)["kind"] == "saved"
    refused("another file", plan)
    plan, _ = plan_run(page, 2)
    page.ask(kind="open", path="plan.txt")
    page.ask(kind="open", path="sub/executes.txt")
    page.send(kind="text", number=2, text=EXECUTES)
    refused("another file", plan)
    (studio.folder / "elsewhere.txt").unlink()


def finish_run(page, plan, number):
    """Runs the plan, and returns all reports of the run."""
    page.last_id += 1
    page.send(kind="run", id=page.last_id, plan=plan, number=number)
    answers = []
    while not answers or "status" not in answers[-1]:
        answers.append(page.receive("run"))
    return answers


def check_run_hosts(studio, page):
    """The hosts of a run are those that the hosts file had when the plan was shown."""
    hosts = studio.folder / "lab.hosts"
    hosts.write_text("node1.invalid slots=1 login=ann path=/tmp/a:/tmp/b folder=/elsewhere address=10.0.0.1\nnode2.invalid slots=1\n")
    plan_id, shown = plan_run(page, 3, hosts="lab.hosts")
    assert shown["plan"]["hosts"] == [
        {"name": "node1.invalid", "login": "ann", "address": "10.0.0.1", "path": "/tmp/a:/tmp/b", "folder": "/elsewhere", "processes": 1},
        {"name": "node2.invalid", "login": "", "address": "", "path": "", "folder": str(studio.folder / "sub"), "processes": 1}], shown
    assert shown["plan"]["launcher"] == "ssh" and shown["plan"]["command"][3:] == ["--hosts", "lab.hosts"]
    hosts.write_text("elsewhere.invalid\n")
    answers = finish_run(page, plan_id, 3)
    output = "\n".join(each.get("output", "") for each in answers)
    assert answers[-1]["status"] not in (0, 2) and "node1.invalid" in output and "elsewhere" not in output, answers
    for path in ("../lab.hosts", "none.hosts", "plan.txt"):
        assert plan_run(page, 3, hosts=path)[1]["kind"] in ("refused", "failed"), path
    hosts.unlink()


def begin_run(page, number):
    """Begins a run of a program that does not end."""
    page.send(kind="text", number=number, text=LONG)
    plan, shown = plan_run(page, number)
    assert shown["plan"]["executed"] == {"list": [], "hidden": []}, shown
    page.last_id += 1
    page.send(kind="run", id=page.last_id, plan=plan, number=number)
    while page.receive("run").get("progress", {}).get("phase") != "running":
        pass


def watched(studio):
    """A descriptor for each process of a studio, which becomes readable with its end."""
    return [os.pidfd_open(pid) for pid, _ in studio.processes()]


def have_ended(descriptors, where):
    for descriptor in descriptors:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        assert poll.poll(20_000), f"{where}: a process is left"
        os.close(descriptor)


def check_end_of_runs(studio, page):
    before = {pid for pid, _ in studio.processes()}

    def of_run():
        found = [pid for pid, words in studio.processes() if pid not in before and "studio-worker" not in words]
        processes = [os.pidfd_open(pid) for pid in found]
        assert len(processes) >= 4, processes  # dps run, its agent and two simulators
        return processes

    begin_run(page, 4)
    processes = of_run()
    plan, _ = plan_run(page, 4)
    other = page.ask(kind="run", plan=plan, number=4)
    assert other["kind"] == "refused" and "is running" in other["text"], other
    page.send(kind="end_run")
    while "status" not in (answer := page.receive("run")):
        pass
    assert answer["status"] == 130, answer
    have_ended(processes, "end_run")
    begin_run(page, 5)
    processes = of_run()
    page.close()
    have_ended(processes, "a page that closes")


def check_workers(studio):
    """A change ends an outdated prediction; the death of a worker, or of its child, is reported as an answer."""
    page = Page(studio)
    page.ask(kind="open", path="plan.txt")
    page.send(kind="text", number=1, text=LONG)

    def busy():
        for _ in range(3):  # a request may detect that its worker was killed
            page.last_id += 1
            page.send(kind="predict", id=page.last_id, number=1, part="summary", machine="laptop", changes=[], settings={}, seed=1)
            while (answer := page.receive())["kind"] not in ("progress", "failed"):
                pass
            if answer["kind"] == "progress":
                return answer
        raise AssertionError(answer)

    def children_of_workers(name):
        found = []
        for pid, words in studio.processes():
            if "studio-worker" in words:
                with open(f"/proc/{pid}/comm", encoding="utf-8") as comm:
                    found += [pid] if comm.read().strip() == name else []
        return found

    assert busy()["id"] == page.last_id
    os.kill(children_of_workers("dps-predicts")[0], signal.SIGKILL)
    assert "signal 9" in page.receive("failed")["text"]
    waiting = children_of_workers("dps-waits")
    descriptors = [os.pidfd_open(pid) for pid in waiting]
    for pid in waiting:
        os.kill(pid, signal.SIGKILL)
    have_ended(descriptors, "a killed child")
    busy()  # another child takes the request
    workers = [pid for pid, words in studio.processes() if "studio-worker" in words]
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    assert "ended" in page.receive("failed")["text"]
    busy()
    page.send(kind="text", number=2, text=PLAN)
    assert predict(page, 2)[0]["kind"] == "result"
    assert children_of_workers("dps-predicts") == [], "an outdated prediction goes on"
    page.send(kind="lsp", message={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}})
    assert page.receive("lsp")["message"]["result"]["serverInfo"]["name"] == "dps"
    for number in range(3, 103):  # each ends a prediction that records its events
        page.send(kind="text", number=number, text=PLAN)
        page.last_id += 1
        page.send(kind="predict", id=page.last_id, number=number, part="why", machine="laptop", changes=[], settings={}, seed=1)
    page.receive("done")
    assert [each.name[:11] for each in studio.private.iterdir()] == ["dps-studio-"], list(studio.private.iterdir())
    server = next(pid for pid, words in studio.processes() if "language-server" in words)
    os.kill(server, signal.SIGKILL)
    assert page.receive("lsp_ended")
    page.close()


def check_browser(dps, folder):
    """The browser gets a file that only the user can read, and no command line has the token."""
    place = folder / "opening"
    (place / "bin").mkdir(parents=True)
    os.mkfifo(place / "report")
    opener = place / "bin/xdg-open"
    opener.write_text(f"#!/bin/sh\n{{ echo \"$#\" \"$1\"; stat -c %a \"$1\" \"$(dirname \"$1\")\"; cat \"$1\"; }} >{place}/report\n")
    opener.chmod(0o755)
    studio = Studio(dps, place, programs=place / "bin")
    first, mode, mode_of_folder, page = (place / "report").read_text().split("\n", 3)  # waits for it
    words, _, door = first.partition(" ")
    assert (words, mode, mode_of_folder) == ("1", "600", "700"), (words, mode, mode_of_folder)
    assert door.startswith(str(studio.private)) and studio.address in page, (door, page)
    assert not [line for _, line in studio.processes() if studio.token in " ".join(line)]
    Page(studio).close()
    assert not os.path.exists(door), "the file remains after the page has come"
    assert studio.end() == 0


LIBRARY = """#include <stdio.h>
#include "dps_user.h"

static void leave_mark(void) { fclose(fopen("marked", "w")); }
DPS_FUNCTIONS(DPS_PLAIN(leave_mark));

__attribute__((constructor)) static void note_load(void) { fclose(fopen("loaded", "w")); }
"""


def check_libraries(dps, source, folder):
    """Only a run loads a library, and only the file that the plan has shown."""
    place = folder / "libraries"
    place.mkdir()
    library = place / "mine.so"
    compiler = ["cc", "-shared", "-fPIC", "-I", source / "userfuncs", "-x", "c", "-"]
    subprocess.run([*compiler, "-o", library], input=LIBRARY, text=True, check=True)
    library.chmod(0o755)
    (place / "work").mkdir()
    missing = subprocess.run([dps, "studio", "--no-open", "--userfuncs", "none.so"], cwd=place, capture_output=True, text=True)
    assert missing.returncode == 2 and "none.so" in missing.stderr, missing
    studio = Studio(dps, place, "--userfuncs", "../mine.so")
    page = Page(studio)
    page.ask(kind="open", path="")
    text = PLAN.replace("F work.f Job.i NULL", "C Mark.c call leave_mark\nF work.f Job.i Mark.c")
    page.send(kind="text", number=1, text=text)
    plan = plan_run(page, 1)[1]["plan"]
    assert plan["libraries"] == [str(library)] and plan["problems"] == [], plan
    predict(page, 1)
    library.write_bytes(library.read_bytes())
    page.last_id += 1
    refused = page.ask(kind="run", plan=page.last_id - 2, number=1)
    assert refused["kind"] == "refused" and "mine.so' has changed" in refused["text"], refused
    assert not (studio.folder / "loaded").exists(), "a prediction or a plan has loaded the library"
    answers = finish_run(page, plan_run(page, 1)[0], 1)
    assert answers[-1]["status"] == 0, answers
    assert (studio.folder / "marked").exists() and (studio.folder / "loaded").exists()
    page.close()
    assert studio.end() == 0


def check_memory(dps, folder):
    """A prediction that exceeds the memory has an answer with the reason, and the next prediction has a result."""
    (folder / "memory").mkdir()
    studio = Studio(dps, folder / "memory", "--memory", "256MB")
    page = Page(studio)
    page.ask(kind="open", path="")
    page.send(kind="text", number=1, text=PLAN.replace("P Worker.p 1", "P Worker.p 900000"))
    assert "256 MB of --memory" in predict(page, 1)[0]["text"]
    page.send(kind="text", number=2, text=PLAN)
    assert predict(page, 2)[0]["kind"] == "result"
    assert studio.end() == 0


def check_end(dps, folder):
    """No process and no file remains, however the studio ends."""
    for name, number, whom in (("interrupt", signal.SIGINT, "dps"), ("terminate", signal.SIGTERM, "dps"), ("hangup", signal.SIGHUP, "dps-studio"),
                               ("kill", signal.SIGKILL, "dps"), ("kill_program", signal.SIGKILL, "dps-studio")):
        place = folder / name
        place.mkdir()
        studio = Studio(dps, place)
        page = Page(studio)
        page.send(kind="lsp", message={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}})
        page.receive("lsp")
        page.ask(kind="open", path="")
        begin_run(page, 1)
        processes = watched(studio)
        assert len(processes) >= 8, processes
        os.kill(studio.child.pid if whom == "dps" else studio.program(), number)
        status = studio.child.wait(timeout=20)
        assert status == (-9 if name == "kill" else 1 if name == "kill_program" else 0), (name, status)
        have_ended(processes, name)
        assert not list(studio.private.iterdir()), (name, list(studio.private.iterdir()))
        page.close()


def check_mistakes(dps, folder):
    for words, text in ((["-"], "standard input"), (["--machine", "lap"], "no file 'lap'"), (["--memory", "1MB"], "256 MB"), (["none/x.txt"], "no folder"),
                        ([str(folder)], "is a folder"), (["--nope"], "nope")):
        done = subprocess.run([dps, "studio", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2 and text in done.stderr, (words, done)
    alone = folder / "bin"
    alone.mkdir()
    shutil.copy(dps, alone / "dps")
    done = subprocess.run([alone / "dps", "studio"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "scripts/build studio" in done.stderr, done


def main():
    dps = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        folder = pathlib.Path(name)
        check_mistakes(dps, folder)
        (folder / "work").mkdir()
        (folder / "work/plan.txt").write_text(PLAN)
        studio = Studio(dps, folder, "plan.txt", "--machine", "laptop")
        for check in (check_http, check_socket, check_files, check_changes, check_predictions, check_pins, check_files_for_users, check_machines, check_curves, check_plans, check_runs, check_workers):
            print(check.__name__, flush=True)
            check(studio)
        assert studio.end() == 0
        check_browser(dps, folder)
        check_libraries(dps, pathlib.Path(sys.argv[2]).resolve(), folder)
        check_memory(dps, folder)
        check_end(dps, folder)


main()
