#!/usr/bin/python3
"""The page of the studio in headless Chromium: a blueprint is written by keyboard and its answer seen; hostile
texts and pages; changes from outside; a killed studio.

usage: browser_test.py DPS SOURCE [FOLDER]   (FOLDER: keep screenshots there)
"""
import http.server
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree

from browser import Browser
from selenium.webdriver.common.keys import Keys
from studio import Page, Studio, first_blueprint

# Tags, message types and comments that are markup: none of it may become an element.
HOSTILE = """V n 40 # <img src=x onerror=document.title='harm'>
I <script>document.title='harm'</script> 1 Done.m
I Go.i 1 </script><b>Job.m</b>
C Work.c compute 3ms
O Job.o <b>Worker</b>.p -t </script><b>Job.m</b> -b {2000*n}
O Done.o ACK -t Done.m -b 100
F send.f NULL NULL Job.o SAME
F last.f <script>document.title='harm'</script> NULL NULL NULL
F work.f Go.i Work.c Done.o NULL
U master.u send.f last.f
U worker.u work.f
P <u>Master</u>.p 1 master.u
P <b>Worker</b>.p 1 worker.u
"""

# What a page of another site can try against the port of a studio.
ATTACK = """<!DOCTYPE html><title>attack</title><iframe id="frame" src="http://127.0.0.1:PORT/"></iframe><script>
const found = [];
const socket = new WebSocket('ws://127.0.0.1:PORT/socket');
socket.onopen = () => found.push('a socket opened');
const tries = [
  new Promise((resolve) => socket.onclose = resolve),
  fetch('http://127.0.0.1:PORT/').then((answer) => answer.text()).then(() => found.push('the page was read'), () => 0),
  fetch('http://127.0.0.1:PORT/socket', {method: 'POST', mode: 'no-cors', body: '{}'}).catch(() => 0),
  new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = 'http://127.0.0.1:PORT/studio.js';
    script.onload = () => { found.push('the script was run'); resolve(); };
    script.onerror = resolve;
    document.head.append(script);
  }),
];
Promise.all(tries).then(() => document.title = found.length ? found.join('; ') : 'refused');
</script>"""


def check_writing(browser, studio, source):
    """A blueprint is written by keyboard into an empty page."""
    browser.open(studio)
    assert browser.editor() == ""
    browser.show("empty")
    assert browser.run("return location.href") == studio.page, "the token is in the address"
    blueprint = first_blueprint(source)
    half = blueprint.index("F work.f")
    browser.press(blueprint[:half])
    browser.wait(lambda: browser.all(".cm-lint-marker-error"), "mistakes of a half-written text")
    assert "the text has errors" in browser.wait(lambda: browser.text(".failure"), "the reason")
    browser.show("half")
    browser.press(blueprint[half:])
    assert browser.editor() == blueprint
    browser.wait_for_answer()
    browser.wait(lambda: not browser.all(".cm-lint-marker-error"), "no mistakes")
    assert re.fullmatch(r"1\d\d(\.\d)? ms", browser.text(".makespan")), browser.text(".makespan")
    assert browser.text("#part-bars .name").split() == ["Master.p[0]", "Worker.p[0]", "Worker.p[1]"]
    assert "dps predict blueprint.txt --machine laptop" in browser.text(".repeat")
    browser.wait(lambda: browser.all(".line-cost"), "the costs of lines")
    browser.show("written")
    browser.check_log("writing")
    check_keys(browser)
    check_saving(browser, studio, blueprint)


def check_keys(browser):
    """Keys rename, undo and complete."""
    before = browser.editor()
    browser.run("studio.editor.goTo(studio.editor.text.indexOf('Result.i'))")
    browser.press(Keys.F2)
    browser.wait(lambda: browser.all("dialog input"), "the dialog of rename")
    browser.press("Answer.i" + Keys.ENTER)
    browser.wait(lambda: browser.editor() == before.replace("Result.i", "Answer.i"), "the new name")
    browser.chord(Keys.CONTROL, "z")
    browser.wait(lambda: browser.editor() == before, "undo in one step")
    browser.run("studio.editor.goTo(studio.editor.text.length)")
    browser.press("P Other.p 1 mas")
    browser.wait(lambda: "master.fu" in browser.text(".cm-tooltip-autocomplete"), "a completion")
    browser.press(Keys.TAB)
    browser.wait(lambda: browser.editor().endswith("P Other.p 1 master.fu"), "the word that was completed")
    browser.run("studio.editor.setText(arguments[0], true)", before)
    browser.run("const {view} = studio.editor; studio.editor.goToLine(27)")
    browser.check_log("keys")


def check_saving(browser, studio, blueprint):
    browser.chord(Keys.CONTROL, "s")
    browser.wait(lambda: browser.all("dialog[open] form input"), "the dialog of a text without a file")
    browser.wait(lambda: "Folder" in browser.text("dialog"), "the folder")
    browser.show("save_as")
    browser.press(Keys.ENTER) if browser.run("return document.activeElement.tagName") == "INPUT" else browser.click("Save", "dialog")
    browser.wait(lambda: (studio.folder / "blueprint.txt").exists(), "the file")
    assert (studio.folder / "blueprint.txt").read_text() == blueprint
    browser.wait(lambda: browser.text("header .state") == "saved", "the state")
    browser.run("studio.editor.goTo(0)")
    browser.press("# mine\n")
    browser.wait(lambda: browser.text("header .state") == "not saved", "the state")
    browser.chord(Keys.CONTROL, "s")
    browser.wait(lambda: (studio.folder / "blueprint.txt").read_text().startswith("# mine\n"), "the second time")


def check_outside(browser, studio):
    """The file changes outside: the difference is shown, and the page asks."""
    file = studio.folder / "blueprint.txt"
    mine = browser.editor()
    file.write_text(mine.replace("V jobs 1000", "V jobs 3000"))
    browser.wait(lambda: "changed outside" in browser.text(".notice"), "the notice")
    assert browser.text(".difference .removed").startswith("- V jobs 1000"), browser.text(".difference")
    assert browser.text(".difference .added").startswith("+ V jobs 3000")
    browser.show("outside")
    browser.click("Use the text of the file", ".notice")
    assert "V jobs 3000" in browser.editor()
    browser.wait(lambda: browser.text(".notice") == "", "no notice")
    file.write_text(mine)
    browser.wait(lambda: "changed outside" in browser.text(".notice"), "the second notice")
    browser.click("Keep the text of this page", ".notice")
    browser.chord(Keys.CONTROL, "s")
    browser.wait(lambda: "V jobs 3000" in file.read_text(), "the text of the page")


def check_answer(browser):
    """The answer has variables, pins, machines and parts."""
    browser.wait_for_answer()
    browser.click("Pin")
    before = browser.text(".makespan")
    browser.run("document.querySelector('.variable input[type=range]').focus()")
    browser.press(Keys.ARROW_RIGHT * 40)
    browser.wait(lambda: browser.text(".makespan") != before and browser.text(".change").startswith("+"), "the makespan of another value")
    assert "V jobs 3000" in browser.editor()
    assert "--set jobs=" in browser.wait(lambda: browser.run("return studio.answer.command.textContent"), "the command")
    browser.click("Write", ".variable")
    browser.wait(lambda: "V jobs 3000" not in browser.editor(), "the value in the text")
    browser.run("studio.machines.add('rack_100g')")
    browser.wait(lambda: len(browser.all(".machine")) == 2, "two machines")
    for part in ("timeline", "matrix", "distributions", "load", "what_if", "summary", "provenance"):
        browser.run("document.getElementById('part-' + arguments[0]).open = true", part)
        browser.wait(lambda part=part: browser.run("return document.querySelector('#part-' + arguments[0] + ' .part').childElementCount", part), part)
    browser.wait(lambda: browser.all("#part-timeline canvas") and len(browser.all("#part-what_if tbody tr")) > 5, "timeline and what if")
    browser.show("parts")
    browser.check_log("answer")


def check_moving_slider(browser):
    """While a slider moves at each frame, the makespans of intermediate values are shown."""
    before = browser.run("return {...studio.variables.settings}")
    browser.run("""
      window.passed = new Set();
      const slider = document.querySelector('.variable input[type=range]');
      window.isMoving = true;
      const move = (position) => {
        slider.value = String(90 + position % 20);
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        passed.add(document.querySelector('.makespan').textContent);
        isMoving && requestAnimationFrame(() => move(position + 1));
      };
      move(0);""")
    browser.wait(lambda: browser.run("return passed.size") > 4, "makespans of a slider that moves")
    browser.run("isMoving = false")
    browser.wait_for_answer()
    assert browser.run("return studio.answer.results.get(studio.answer.active).summary.variables.find(({name}) => name === 'jobs').value") == float(browser.run("return studio.variables.settings.jobs"))
    browser.run("studio.variables.setAll(arguments[0]); studio.predict()", before)
    browser.wait_for_answer()


def check_pins(browser):
    """A pin is restored, with its variables and its machine, and undone, each in one step."""
    browser.click("Remove", ".pin")
    browser.wait(lambda: not browser.all(".pin"), "no pin")
    text, before = browser.editor(), browser.run("return studio.variant()")
    browser.wait_for_answer()
    browser.click("Pin")
    browser.run("studio.variables.set('jobs', 500, null, document.querySelector('.variable input[type=number]'))")
    browser.set_text(text.replace("compute 200us", "compute 100us"))
    browser.run("studio.answer.activate('rack_100g')")
    browser.wait(lambda: browser.text("[data-pin='now'] .variant") == "rack_100g, jobs = 500" and
                 browser.text("[data-pin='pin 2'] .verdict").startswith("now is fastest: "), "the verdict on the pin and the present text")
    assert "pin 2 takes" in browser.text("[data-pin='pin 2'] .verdict") and "another text" in browser.text("[data-pin='pin 2'] .variant")
    browser.wait(lambda: browser.text("[data-pin='pin 2'] .change").startswith("+"), "the change")
    browser.click("Pin")
    browser.wait(lambda: len(browser.all(".pin .bar .send")) == 3 and browser.text("[data-pin='pin 3'] .verdict"), "the bars of two pins and now")
    browser.show("pins")
    changed, after = browser.editor(), browser.run("return studio.variant()")
    assert changed != text and after != before
    browser.click("Restore", "[data-pin='pin 2']")
    assert browser.editor() == text and browser.run("return studio.variant()") == before
    browser.run("studio.editor.focus()")
    browser.chord(Keys.CONTROL, "z")
    assert browser.editor() == changed and browser.run("return studio.variant()") == after
    browser.chord(Keys.CONTROL, "y")
    assert browser.editor() == text and browser.run("return studio.variant()") == before
    browser.click("Rename", "[data-pin='pin 3']")
    browser.wait(lambda: browser.all("dialog[open] input"), "the dialog of rename")
    browser.press("<b>faster</b>" + Keys.ENTER)
    browser.wait(lambda: "<b>faster</b> is fastest" in browser.text("[data-pin='<b>faster</b>'] .verdict"), "the verdict with the new name")
    browser.run("document.documentElement.dataset.theme = 'dark'")
    browser.show("pins_dark")
    browser.run("delete document.documentElement.dataset.theme")
    for _ in range(2):
        browser.click("Remove", ".pin")
    browser.check_log("pins")


def type_into(browser, place, *texts):
    """Types the texts by keyboard, each into the next field."""
    browser.run("document.querySelectorAll(arguments[0])[0].focus()", f"{place} input[type=text]")
    for text in texts:
        browser.chord(Keys.CONTROL, "a")
        browser.press((text or Keys.DELETE) + Keys.TAB)


def check_proposals(browser):
    """The field of the axis lists the keys of the machine, and proposes values around that of the key."""
    browser.run("document.querySelector('.curves').open = true")
    browser.wait(lambda: "network.latency" in browser.run("return [...document.querySelectorAll('#curve-names option')].map((one) => one.value)"), "the keys among the names")
    type_into(browser, ".curves", "cost.send")
    browser.wait(lambda: browser.run("return studio.curves.values.value") == "0.75..12us*2", "values around 3us")
    browser.wait(lambda: browser.run("return studio.curves.curves.length > 0 && studio.curves.curves.every((one) => one.points.length === 5 && !one.problem)"), "the curve of a key")
    browser.run("studio.curves.over.value = studio.curves.values.value = ''")


def check_curves(browser, studio):
    """There is a curve for each machine and pin, with the figures of the command that is shown."""
    browser.click("Pin")
    browser.chord(Keys.CONTROL, "s")
    browser.wait(lambda: browser.text("header .state") == "saved", "the file")
    browser.run("document.querySelector('.curves').open = true")
    type_into(browser, ".curves", "jobs", "10..1000*10", "utilisation(Worker.p)")
    browser.wait(lambda: browser.text(".curves .note").startswith("9 points"), "the points of three curves")
    assert len(browser.all(".curves .point")) == 9 and len(browser.all(".curves .legend li")) == 3
    browser.run("document.querySelector('.curves').scrollIntoView()")
    browser.show("curves")
    points = browser.run("return studio.curves.curves[0].points")
    words = shlex.split(browser.run("return document.querySelector('.curves .command').textContent"))
    assert words[:5] == ["dps", "sweep", "blueprint.txt", "--machine", "laptop"], words
    swept = json.loads(subprocess.run([studio.dps, *words[1:], "--format", "json"], cwd=studio.folder, check=True, capture_output=True, text=True).stdout)
    assert {each["value"]: (each["makespan_s"], each["column"]) for each in points} == {
        f"{each['variables']['jobs']:g}": (each["predict"]["mean_s"], each["predict"]["columns"]["utilisation(Worker.p)"]) for each in swept["points"]}
    browser.run("document.querySelector('.curves .point').focus()")
    browser.press(Keys.ENTER)
    assert "jobs = 10: makespan" in browser.text(".curves .note"), browser.text(".curves .note")
    type_into(browser, ".curves", "network.latency", "1us,10us,-1us", "")
    browser.wait(lambda: "-1us" in browser.text(".curves .reasons"), "the reason of a point that fails")
    browser.wait(lambda: len(browser.all(".curves .point")) == 6, "the other points")
    browser.run("document.documentElement.dataset.theme = 'dark'")
    browser.show("curves_dark")
    browser.run("delete document.documentElement.dataset.theme")
    type_into(browser, ".curves", "jobs", "1..<b>2")
    browser.wait(lambda: "<b>2" in browser.text(".curves .reasons") and not browser.all(".curves b"), "a mistake in the values")
    browser.run("document.querySelector('.curves').open = false")
    browser.click("Remove", ".pin")
    browser.check_log("curves")


def check_downloads(browser):
    """Each kind of file can be downloaded."""
    browser.run("window.saved = []; const made = URL.createObjectURL; URL.createObjectURL = (blob) => { saved.push(blob); return made.call(URL, blob); }")
    begins = [("blueprint", browser.editor()[:20]), ("result_file", '{"format": "dps-result"'), ("report", "<!DOCTYPE html>"), ("machine_file", "#"), ("0", "<svg")]
    for value, begin in begins:
        browser.run("const select = document.querySelector('select[aria-label=Download]'); saved.length = 0; select.focus(); select.value = arguments[0];"
                    "select.dispatchEvent(new Event('change'))", value)
        browser.wait(lambda: browser.run("return saved.length"), f"the download of {value}")
        text = browser.driver.execute_async_script("saved[0].text().then(arguments[0])")
        assert text.startswith(begin), (value, text[:100])
        if value == "0":
            drawing = xml.etree.ElementTree.fromstring(text)
            assert drawing.findall(".//{http://www.w3.org/2000/svg}text") and "var(" not in text and "class=" not in text
    browser.check_log("downloads")


def check_run(browser, studio):
    """The programs that a run would execute are shown first; the profile of the run is beside the prediction."""
    text = browser.editor()
    browser.set_text(re.sub(r"compute \d+us", "exec touch <b>ran</b>\u202e", text))
    browser.run("document.querySelector('.run').open = true")
    browser.click("Run …")
    browser.wait(lambda: browser.all("dialog[open] .executed li"), "what would be executed")
    shown = browser.text("dialog")
    assert "executes the program touch '<b>ran</b>\\u202e'" in shown and "this machine: 3 processes, in the folder " in shown and "Worker.p ×2" in shown, shown
    assert not browser.all("dialog b")
    browser.show("run_shown")
    browser.click("Cancel", "dialog")
    browser.wait(lambda: not browser.all("dialog"), "no dialog")
    browser.set_text(text)
    (studio.folder / "lab.hosts").write_text("node1.invalid slots=8 path=/tmp/mine folder=/elsewhere address=10.0.0.1\n")
    browser.run("studio.run.setHosts('lab.hosts')")
    browser.click("Run …")
    browser.wait(lambda: browser.all("dialog[open] .hosts li"), "the hosts")
    shown = browser.text("dialog")
    assert "node1.invalid, by ssh: 3 processes, in the folder /elsewhere, at the address 10.0.0.1; ssh executes /tmp/mine/dps-simulator there" in shown, shown
    assert "Nothing but dps itself" not in shown and "the programs of the hosts above" in shown, shown
    browser.show("run_hosts")
    browser.click("Cancel", "dialog")
    browser.wait(lambda: not browser.all("dialog"), "no dialog")
    browser.run("studio.run.setHosts('')")
    (studio.folder / "lab.hosts").unlink()
    browser.click("Run …")
    browser.wait(lambda: "Nothing but dps itself" in browser.text("dialog"), "the plan")
    browser.click("Run it", "dialog")
    browser.wait(lambda: "The run is complete" in browser.text(".run .note"), "the end of the run")
    browser.wait(lambda: "makespan A" in browser.text(".run .comparison"), "the comparison")
    browser.wait(lambda: browser.text(".run .bars .name").count("Worker.p[1]") == 1 and len(browser.all(".run .bars .bar")) == 6, "the bars of both")
    browser.run("document.querySelector('.run').scrollIntoView()")
    browser.show("run")
    browser.run("document.documentElement.dataset.theme = 'dark'")
    browser.show("run_dark")
    browser.run("delete document.documentElement.dataset.theme")
    browser.run("document.querySelector('.run').open = false")
    browser.check_log("run")


def check_two_pages(browser, studio):
    other = Page(studio)
    opened = other.ask(kind="open", path="blueprint.txt")
    assert not opened["is_mine"] and opened["text"] == browser.editor()
    other.last_id += 1
    other.send(kind="take_over", id=other.last_id)
    browser.wait(lambda: "Another page edits" in browser.text(".notice"), "the notice of a reader")
    before = browser.editor()
    browser.run("studio.editor.focus()")
    browser.press("x")
    assert browser.editor() == before, "a reader could write"
    other.send(kind="text", number=opened["number"] + 1, text="# theirs\n" + before)
    browser.wait(lambda: browser.editor().startswith("# theirs"), "the text of the other page")
    browser.click("Take over", ".notice")
    browser.wait(lambda: browser.text(".notice") == "", "the page edits again")
    other.close()


def check_hostile(browser, studio):
    elements = "return document.querySelectorAll('main b, main u, main img, main script').length"
    browser.set_text(HOSTILE)
    browser.wait_for_answer()
    browser.run("document.querySelectorAll('details').forEach((one) => one.open = true)")
    browser.wait(lambda: "<b>Worker</b>.p" in browser.text("#part-bars"), "the tag as text")
    browser.run("studio.editor.goTo(studio.editor.text.indexOf('Work.c Done.o'))")
    browser.chord(Keys.CONTROL, Keys.SPACE)
    browser.wait(lambda: browser.all(".cm-tooltip-autocomplete li"), "completions")
    assert browser.run("return document.title") != "harm" and browser.run(elements) == 0
    browser.set_text(HOSTILE.replace("F work.f Go.i", "F work.f <img/src=x>"))
    browser.wait(lambda: browser.all(".cm-lint-marker-error"), "mistakes")
    browser.run("studio.editor.goToLine(9)")
    browser.press(Keys.F8)
    name = "<img src=x onerror=document.title='harm'>.txt"
    (studio.folder / name).write_text(HOSTILE)
    browser.click("Open …")
    browser.wait(lambda: browser.all("dialog[open]"), "a dialog")
    if "not saved" in browser.text("dialog"):
        browser.click("Leave", "dialog")
    browser.wait(lambda: name in browser.text(".files"), "the name as text")
    browser.run("[...document.querySelectorAll('.files button')].find((one) => one.textContent.startsWith('<img')).click()")
    browser.wait(lambda: browser.text("header .file") == name, "the file")
    browser.wait_for_answer()
    assert browser.run("return document.title") != "harm" and browser.run(elements) == 0
    browser.check_log("hostile")


def check_attack(browser, studio):
    """A page of another origin gets no data of the studio."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(ATTACK.replace("PORT", str(studio.port)).encode())

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.driver.get(f"http://localhost:{server.server_port}/")
        browser.wait(lambda: browser.driver.title not in ("attack", ""), "the end of the attack")
        title = browser.driver.title
        framed = browser.run("try { return document.getElementById('frame').contentDocument !== null } catch { return false }")
        browser.driver.close()
        browser.driver.switch_to.window(tab)
        server.shutdown()
    assert title == "refused" and not framed, (title, framed)
    browser.driver.get_log("browser")


def check_death(browser, studio):
    browser.set_text("# not saved\n" + first_blueprint_text)
    os.kill(studio.program(), signal.SIGKILL)
    browser.wait(lambda: "has ended" in browser.text(".notice"), "the notice of the end")
    assert "Download the text" in browser.text(".notice button")
    assert browser.editor().startswith("# not saved\n")
    browser.run("studio.editor.focus()")
    browser.press("# more\n")
    assert "# more" in browser.editor()
    browser.show("ended")
    assert studio.child.wait(timeout=20) == 1


def main():
    global first_blueprint_text
    dps, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    shots = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None
    first_blueprint_text = first_blueprint(source)
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        folder = pathlib.Path(name)
        studio = Studio(dps, folder)
        axe = pathlib.Path(dps).parent.parent / "studio/npm/node_modules/axe-core/axe.min.js"
        browser = Browser(folder, shots, axe.read_text(encoding="utf-8"))
        try:
            for check in (lambda: check_writing(browser, studio, source), lambda: check_outside(browser, studio), lambda: check_answer(browser),
                          lambda: check_moving_slider(browser),
                          lambda: check_pins(browser),
                          lambda: check_proposals(browser),
                          lambda: check_curves(browser, studio),
                          lambda: check_downloads(browser),
                          lambda: check_run(browser, studio),
                          lambda: check_two_pages(browser, studio), lambda: check_hostile(browser, studio), lambda: check_attack(browser, studio),
                          lambda: check_death(browser, studio)):
                check()
        finally:
            browser.driver.quit()


main()
