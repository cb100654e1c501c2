#!/usr/bin/python3
"""The picture by the protocol of the studio: its elements, edits that are refused, and the layout that is kept.

usage: picture_protocol_test.py DPS SOURCE
"""
import json
import pathlib
import sys
import tempfile

from studio import Closed, Page, Studio

PLAN = """I Job.i 1 Job.m
O Job.o Worker.p -t Job.m -b 4000
F send.f NULL NULL Job.o NULL
F work.f Job.i NULL NULL NULL
U master.u send.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 2 worker.u
"""
INVALID, FAILED = -32602, -32803


class Writer(Page):
    """A page with a language server that has its text."""

    def __init__(self, studio, path):
        super().__init__(studio)
        self.opened = self.ask(kind="open", path=path)
        self.requests = 0
        self.lsp("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})
        self.document = {"uri": self.opened["uri"]}
        self.notify("textDocument/didOpen", {"textDocument": {**self.document, "languageId": "dps", "version": 1, "text": self.opened["text"]}})

    def notify(self, method, params):
        self.send(kind="lsp", message={"jsonrpc": "2.0", "method": method, "params": params})

    def lsp(self, method, params):
        self.requests += 1
        self.send(kind="lsp", message={"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params})
        while True:
            message = self.receive("lsp")["message"]
            if message.get("id") == self.requests:
                return message

    def edit(self, *edits, version=1):
        return self.lsp("dps/edit", {"textDocument": self.document, "version": version, "edits": list(edits)})


def check_picture(page):
    picture = page.lsp("dps/picture", {"textDocument": page.document})["result"]
    assert [(one["tag"], one["count"], one["units"]) for one in picture["processes"]] == [("Master.p", 1, ["master.u"]), ("Worker.p", 2, ["worker.u"])]
    assert [(one["output"], one["from"], one["to"], one["count"], one["bytes"]) for one in picture["messages"]] == [("Job.o", 0, 1, 2, 4000)]
    answer = page.edit({"edit": "change", "section": "O", "tag": "Job.o", "property": "size", "text": "8kB"})
    assert answer["result"] == [{"range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
                                 "newText": "O Job.o Worker.p -t Job.m -b 8kB\n"}], answer

def check_hosts_and_choices(page):
    """Edits make and remove T lines and the flags of an O line, and the picture shows them."""
    terrain = {"edit": "terrain", "process": "Worker.p[1]", "host": "B", "conditions": "MEMORY >= 1G"}
    change = {"edit": "change", "section": "O", "tag": "Job.o"}
    answer = page.edit(terrain, {**terrain, "process": "Worker.p", "host": "A", "conditions": ""}, {**change, "property": "pick", "text": "least"},
                       {**change, "property": "window", "text": "2"})
    new = "\n".join(edit["newText"] for edit in answer["result"])
    assert "-window 2 -pick least" in new and "T Worker.p[1]  B  MEMORY >= 1G\n" in new and "T Worker.p     A\n" in new, new
    lines = PLAN.split("\n")
    for edit in reversed(answer["result"]):
        lines[edit["range"]["start"]["line"]:edit["range"]["end"]["line"]] = edit["newText"].split("\n")[:-1]
    page.notify("textDocument/didChange", {"textDocument": {**page.document, "version": 1}, "contentChanges": [{"text": "\n".join(lines)}]})
    picture = page.lsp("dps/picture", {"textDocument": page.document})["result"]
    assert [(one["tag"], one["process"], one["host"], one["conditions"]) for one in picture["terrain"]] == [
        ("Worker.p[1]", "Worker.p", "B", "MEMORY >= 1G"), ("Worker.p", "Worker.p", "A", "")], picture["terrain"]
    job = picture["outputs"][0]
    assert (job["pick"], job["window"], job["operation"]) == ("least", "2", ""), job
    assert picture["messages"][0]["is_picked"]
    assert "result" in page.edit({**terrain, "host": ""}, {**change, "property": "window", "text": ""})
    page.notify("textDocument/didChange", {"textDocument": {**page.document, "version": 1}, "contentChanges": [{"text": PLAN}]})


def check_new_messages(page):
    """One edit makes an O line with a choice or to the origin; dps chooses a free name."""
    message = {"edit": "message", "from": "Master.p", "to": "Worker.p", "type": "Job.m", "size": "9", "tag": "", "functionality": "", "answer": False}
    picked, plain = ("".join(edit["newText"] for edit in page.edit(each)["result"]) for each in ({**message, "pick": "least", "origin": False}, message))
    assert "O Job2.o Worker.p -t Job.m -pick least -b 9\n" in picked, picked
    assert "O Job2.o Worker.p -t Job.m -b 9\n" in plain, plain
    request = {"edit": "change", "section": "O", "tag": "Job.o", "property": "request", "text": "on"}
    answer = page.edit(request, {**message, "from": "Worker.p", "to": "Master.p", "type": "Note.m", "origin": True})
    noted = "".join(edit["newText"] for edit in answer["result"])
    assert "O Note.o ORIGIN  -t Note.m -b 9\n" in noted, noted


def check_refusals(page):
    process = {"edit": "process", "tag": "New.p", "count": "1"}
    message = {"edit": "message", "from": "Master.p", "to": "Worker.p", "type": "New.m", "size": "", "tag": "", "functionality": "", "answer": False}
    change = {"edit": "change", "section": "P", "tag": "Master.p", "property": "count", "text": "3"}
    assert "result" in page.edit(process) and "result" in page.edit(message) and "result" in page.edit(change)
    wrong_types = [[3], ["process"], [None], [[]], [{}], [{"edit": 1}], [{"edit": "process"}], [{**process, "tag": 7}], [{**process, "count": 1}],
                   [{**process, "tag": None}], [{**message, "answer": "yes"}], [{**message, "origin": "yes"}], [{**message, "pick": True}], [{**message, "to": ["Worker.p"]}], [{**change, "text": {}}],
                   [{"edit": "rename", "section": "P", "tag": "Master.p", "to": 3}], [process, 3]]
    for edits in wrong_types:
        answer = page.edit(*edits)
        assert answer["error"]["code"] == INVALID, (edits, answer)
    refused = [[], [{**process, "edit": "nonsense", "section": "P"}], [{**change, "section": "X"}], [{**change, "property": "colour"}], [{**change, "property": "size"}],
               [{**process, "tag": "Master.p"}], [{**process, "tag": ""}], [{**process, "tag": "x" * 300}], [{**process, "tag": "x" * 100_000}],
               [{**process, "tag": "a b"}], [{**process, "tag": "a\nP Evil.p 1 master.u"}], [{**process, "tag": "NULL"}], [{**process, "count": "1\nP Evil.p 1 master.u"}],
               [{**process, "count": "1 master.u # "}], [{**process, "count": "{1"}], [{**process, "count": "1\\"}], [{**process, "count": "\u0000"}],
               [{**message, "from": "Nobody.p"}], [{**message, "to": "Nobody.p"}], [{**message, "functionality": "no.f"}], [{**message, "size": "much"}],
               [{**message, "answer": True}], [{**message, "origin": True}], [{**message, "pick": "lest"}], [{**change, "tag": "Nobody.p"}], [{**change, "text": "9" * 5000}], [{**change, "text": "{1/0}"}],
               [{"edit": "delete", "section": "P", "tag": "Nobody.p"}], [{"edit": "delete", "section": "mtag", "tag": "Job.m"}],
               [{"edit": "delete", "section": "U", "tag": "master.u"}], [{"edit": "rename", "section": "P", "tag": "Master.p", "to": "Worker.p"}], [process] * 65,
               [{"edit": "terrain", "process": "Nobody.p", "host": "A", "conditions": ""}], [{"edit": "terrain", "process": "Master.p", "host": "", "conditions": ""}],
               [{"edit": "terrain", "process": "Master.p", "host": "A\nP Evil.p 1 master.u", "conditions": ""}], [{"edit": "terrain", "process": "Master.p", "host": "A", "conditions": "SPEED"}],
               [{**change, "section": "O", "tag": "Job.o", "property": "window", "text": "0"}], [{**change, "section": "O", "tag": "Job.o", "property": "pick", "text": "lest"}]]
    for edits in refused:
        answer = page.edit(*edits)
        assert answer["error"]["code"] == FAILED and answer["error"]["message"], (edits, answer)
    assert page.edit(process, version=0)["error"]["message"] == "the text has changed meanwhile"
    for params in ({}, {"textDocument": page.document}, {"textDocument": page.document, "version": 1}, {"textDocument": {"uri": 3}, "version": 1, "edits": []},
                   {"textDocument": page.document, "version": 1, "edits": 3}, {"textDocument": page.document, "version": 1, "edits": {"edit": "process"}}):
        answer = page.lsp("dps/edit", params)
        assert answer["error"]["code"] in (INVALID, FAILED), (params, answer)
    assert page.lsp("dps/picture", {"textDocument": {"uri": "file:///other"}})["result"] is None


def check_broken_text(page):
    """A text with errors has no picture; an edit may leave the errors that it has."""
    page.notify("textDocument/didChange", {"textDocument": {**page.document, "version": 2}, "contentChanges": [{"text": PLAN + "P Third.p\n"}]})
    answer = page.lsp("dps/picture", {"textDocument": page.document})
    assert answer["error"] == {"code": FAILED, "message": "the text has errors"}, answer
    assert "result" in page.edit({"edit": "process", "tag": "New.p", "count": "1"}, version=2)
    page.notify("textDocument/didChange", {"textDocument": {**page.document, "version": 3}, "contentChanges": [{"text": ""}]})
    assert page.lsp("dps/picture", {"textDocument": page.document})["result"]["processes"] == []


def check_reader(studio, page):
    """A page that does not edit can ask for edits, but its text is refused."""
    other = Writer(studio, "plan.txt")
    assert not other.opened["is_mine"]
    assert "result" in other.edit({"edit": "delete", "section": "P", "tag": "Worker.p"})
    other.send(kind="text", number=other.opened["number"] + 1, text="# theirs\n")
    assert other.receive("refused")["text"] == "another page edits this text"
    other.send(kind="layout", layout={"theirs": True})
    other.ask(kind="files", folder="")
    assert page.ask(kind="open", path="plan.txt")["layout"] == {}
    other.close()


def check_layout(studio, page, state):
    for layout in ({"parts": {"width": 30}}, {"<script>": ["\u00e9", 1e300, None]}):
        page.send(kind="layout", layout=layout)
        opened = page.ask(kind="open", path="plan.txt")
        assert opened["layout"] == layout, opened
    page.send(kind="layout", layout={"x": "x" * 70_000})
    assert page.ask(kind="open", path="plan.txt")["layout"] == layout
    files = list((state / "dps/studio").iterdir())
    assert len(files) == 1 and len(files[0].stem) == 16, files
    files[0].write_text("{")
    assert page.ask(kind="open", path="plan.txt")["layout"] == {}
    page.send(kind="layout", layout={"again": 1})
    assert page.ask(kind="open", path="plan.txt")["layout"] == {"again": 1}
    assert json.loads(files[0].read_text())["layout"] == {"again": 1}
    for wrong in (3, "x", [1], None):
        broken = Page(studio)
        broken.ask(kind="open", path="plan.txt")
        broken.send(kind="layout", layout=wrong)
        try:
            while True:
                broken.receive()
        except Closed as closed:
            assert closed.args[0] == 1008, closed
        broken.close()
    nameless = Page(studio)
    nameless.ask(kind="open", path="")
    nameless.send(kind="layout", layout={"none": 1})
    assert nameless.ask(kind="open", path="")["layout"] == {}
    nameless.close()


def main():
    dps = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        folder = pathlib.Path(name)
        (folder / "work").mkdir()
        (folder / "work/plan.txt").write_text(PLAN)
        studio = Studio(dps, folder)
        page = Writer(studio, "plan.txt")
        check_picture(page)
        check_hosts_and_choices(page)
        check_new_messages(page)
        check_refusals(page)
        check_reader(studio, page)
        check_layout(studio, page, folder / "state")
        check_broken_text(page)
        assert (folder / "work/plan.txt").read_text() == PLAN
        studio.end()


main()
