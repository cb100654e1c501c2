#!/usr/bin/python3
"""The picture in headless Chromium: a blueprint is drawn by keyboard alone; edits by pointer; hostile texts; the layout
that is kept.

usage: picture_test.py DPS SOURCE [FOLDER]   (FOLDER: keep screenshots there)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from browser import Browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from studio import Page, Studio

HOSTILE = """V n 40 # <img src=x onerror=document.title='harm'>
I <img/src=x/onerror=document.title='harm'> 1 Done.m
I Go.i 1 <b>Job.m</b>
C <u>Work</u>.c compute 3ms
O <b>Job</b>.o <b>Worker</b>.p -t <b>Job.m</b> -b {2000*n}
O Done.o ACK -t Done.m -b 100
F send.f NULL NULL <b>Job</b>.o SAME
F last.f <img/src=x/onerror=document.title='harm'> NULL NULL NULL
F work.f Go.i <u>Work</u>.c Done.o NULL
U master.u send.f last.f
U <u>worker</u>.u work.f
P <u>Master</u>.p 1 master.u
P <b>Worker</b>.p 1 <u>worker</u>.u
"""


def laid_out(dps, text):
    return subprocess.run([dps, "fmt", "-"], input=text, capture_output=True, text=True, check=True).stdout


def first_blueprint(dps, source):
    """The first blueprint of the README, without its comments."""
    text = re.search(r"```blueprint double.txt\n(.*?)```", (source / "README.md").read_text(), re.S).group(1)
    return laid_out(dps, re.sub(r" *#.*", "", text))


def wait_for_picture(browser):
    browser.wait(lambda: browser.run("return !document.querySelector('.picture.outdated') && studio.picture.data && studio.picture.data.version === studio.language.version"), "the picture")


def places(browser):
    return browser.run("return Object.fromEntries([...studio.picture.elements].map(([key, one]) => { const p = studio.picture.onScreen(one); return [key, [p.x, p.y]]; }))")


def go_to(browser, wanted):
    """Moves to an element by arrow keys. `wanted` has the beginning and the end of its key."""
    seen = set()
    for _ in range(80):
        here, where = browser.run("return studio.picture.current"), places(browser)
        target = next((key for key in where if key.startswith(wanted[0]) and key.endswith(wanted[1])), None)
        assert target, (wanted, list(where))
        if here == target:
            assert browser.run("return document.activeElement === studio.picture.chosen.element"), "the focus"
            return
        dx, dy = (where[target][i] - where[here][i] for i in (0, 1))
        keys = [(abs(dx), Keys.ARROW_RIGHT if dx > 0 else Keys.ARROW_LEFT), (abs(dy), Keys.ARROW_DOWN if dy > 0 else Keys.ARROW_UP)]
        keys.sort(reverse=True)
        key = keys[0][1] if (here, keys[0][1]) not in seen else keys[1][1]
        seen.add((here, key))
        browser.press(key)
    raise AssertionError(f"{wanted} is not reached: {here}")


SEEN = "[...document.querySelectorAll('dialog .field :is(input, select)')].filter((one) => !one.closest('details:not([open])'))"


def enter(browser, value):
    """Enters a value into the field that has the focus. None leaves the field unchanged; True toggles its tick."""
    if value is True:
        browser.press(" ")
    elif value is not None:
        if browser.run("return document.activeElement.tagName") == "INPUT":
            browser.chord(Keys.CONTROL, "a")
            browser.press(value or Keys.DELETE)
        else:
            browser.press(value)


def tab_to(browser, target):
    for _ in range(30):
        if browser.run(f"return document.activeElement === {target}"):
            return
        browser.press(Keys.TAB)
    raise AssertionError(f"{target} is not reached")


def fill(browser, key, *values, more=()):
    """Presses a key, fills the form field by field, and sends it. `more` has the values of the fields below "More"."""
    before = browser.editor()
    browser.press(key)
    browser.wait(lambda: browser.run("return document.querySelector('dialog[open] form')?.contains(document.activeElement)"), "the form")
    for i, value in enumerate(values):
        if i > 0:
            browser.press(Keys.TAB)
        enter(browser, value)
    if more:
        tab_to(browser, "document.querySelector('dialog summary')")
        if not browser.run("return document.querySelector('dialog details').open"):
            browser.press(" ")
        for value in more:
            browser.press(Keys.TAB)
            enter(browser, value)
    tab_to(browser, f"{SEEN}.pop()")
    sent = browser.run("return [...document.querySelectorAll('dialog input, dialog select')].map((one) => one.value)")
    if browser.run("return document.activeElement.tagName") != "INPUT":
        browser.press(Keys.TAB)
    browser.press(Keys.ENTER)
    browser.wait(lambda: not browser.all("dialog"), f"the end of the form: {browser.text('dialog .failure')}")
    assert browser.editor() != before, f"nothing has changed: {sent} {values} {more}"
    wait_for_picture(browser)


def check_drawing(browser, studio, dps, source):
    """The README's first blueprint can be drawn by the picture's keys alone."""
    browser.open(studio)
    browser.wait(lambda: "no process yet" in browser.text(".picture"), "the empty picture")
    browser.shot("picture_empty")
    check_focus_of_forms(browser)
    browser.run("studio.picture.focus()")
    fill(browser, "v", "jobs", "1000")
    fill(browser, "n", "Master.p", "1")
    fill(browser, "n", "Worker.p", "2")
    go_to(browser, ("P:Master.p", ""))
    fill(browser, "m", "Worker.p", "Job.m", "4096", None, None, "First.o")
    assert browser.run("return studio.picture.current") == "M:First.o Master.p Worker.p"
    go_to(browser, ("P:Master.p", ""))
    browser.press(" ")
    go_to(browser, ("P:Worker.p", ""))
    browser.press(" ")
    go_to(browser, ("F:Master.p", " master.f"))
    fill(browser, Keys.ENTER, "start.f")
    go_to(browser, ("F:Worker.p", " worker.f"))
    fill(browser, Keys.ENTER, "work.f")
    go_to(browser, ("F:Worker.p", " work.f"))
    fill(browser, "c", "Work.c", "compute 200us")
    go_to(browser, ("F:Worker.p", " work.f"))
    fill(browser, "m", "Master.p", "Result.m", "8", None, True)
    browser.shot("picture_half")
    go_to(browser, ("F:Master.p", " result.f"))
    fill(browser, Keys.ENTER, "next.f", None, None, None, "SAME")
    go_to(browser, ("F:Master.p", " next.f"))
    fill(browser, "m", "Worker.p", "Job.m", "4096", None, True)
    go_to(browser, ("U:Master.p", " master.fu"))
    fill(browser, "f", "done.f", "{jobs} Result.m", "NULL")
    go_to(browser, ("I:Master.p", " done.i"))
    fill(browser, Keys.ENTER, "All.i")
    go_to(browser, ("F:Master.p", " done.f"))
    fill(browser, "m", "Worker.p", "Stop.m", "")
    go_to(browser, ("F:Worker.p", " work.f"))
    fill(browser, Keys.ENTER, None, None, None, None, "SAME")
    go_to(browser, ("F:Worker.p", " stop.f"))
    fill(browser, Keys.ENTER, None, None, None, None, "NULL")
    text = browser.editor()
    assert laid_out(dps, text) == text, text
    assert sorted(text.split("\n")) == sorted(first_blueprint(dps, source).split("\n")), text
    browser.wait_for_answer()
    assert re.fullmatch(r"1\d\d(\.\d)? ms", browser.text(".makespan")), browser.text(".makespan")
    browser.shot("picture_written")
    check_undo(browser, text)
    return text


def check_focus_of_forms(browser):
    """A field that is chosen as soon as a form is open keeps the focus."""
    kept = browser.driver.execute_async_script("""
        const done = arguments[0];
        studio.picture.forms.newProcess();
        const [first, second] = document.querySelectorAll('dialog input');
        const isSelected = document.activeElement === first;
        second.focus();
        setTimeout(() => setTimeout(() => done([isSelected, document.activeElement === second])));""")
    assert kept == [True, True], kept
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")


def check_undo(browser, text):
    """Undo takes back each of the 15 edits of the picture in one step, and redo repeats them."""
    steps = 0
    while browser.editor() != "":
        before = browser.editor()
        browser.chord(Keys.CONTROL, "z")
        browser.wait(lambda: browser.editor() != before, "undo")
        steps += 1
    assert steps == 15, steps
    wait_for_picture(browser)
    for _ in range(steps):
        before = browser.editor()
        browser.chord(Keys.CONTROL, "y")
        browser.wait(lambda: browser.editor() != before, "redo")
    assert browser.editor() == text
    wait_for_picture(browser)


def check_edits(browser, text):
    """Each edit changes the text, and undo restores it."""
    edits = [[{"edit": "delete", "section": section, "tag": tag}] for section, tag in
             (("P", "Worker.p"), ("O", "Job.o"), ("F", "stop.f"), ("C", "Work.c"))]
    edits += [[{"edit": "rename", "section": section, "tag": tag, "to": "Other"}] for section, tag in
              (("P", "Worker.p"), ("U", "worker.fu"), ("F", "work.f"), ("C", "Work.c"), ("O", "Job.o"), ("I", "Job.i"), ("mtag", "Job.m"))]
    edits += [[{"edit": "rename", "section": "V", "tag": "jobs", "to": "other"}], [{"edit": "unit", "process": "Worker.p", "tag": "Other.fu"}],
              [{"edit": "change", "section": "P", "tag": "Worker.p", "property": "count", "text": "{jobs/10}"},
               {"edit": "change", "section": "C", "tag": "Work.c", "property": "work", "text": "sleep 1ms"}]]
    for edit in edits:
        browser.driver.set_script_timeout(20)
        refusal = browser.driver.execute_async_script("const [edit, done] = arguments; studio.picture.edit(edit).then(done)", edit)
        assert refusal is None, (edit, refusal)
        assert browser.editor() != text, edit
        wait_for_picture(browser)
        browser.run("studio.editor.undo()")
        assert browser.editor() == text, edit
    go_to(browser, ("P:Worker.p", ""))
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("dialog[open] form input"), "the form")
    browser.press("Master.p" + Keys.ENTER)
    browser.wait(lambda: "already exists" in browser.text("dialog .failure"), "the reason of a refusal")
    browser.shot("picture_refused")
    browser.run("studio.picture.draw()")  # as if the picture of an edit arrived now: the focus is not lost
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")
    assert browser.run("return document.activeElement === studio.picture.chosen.element"), "the focus after a form"
    assert browser.editor() == text
    browser.check_log("edits")


def check_hosts_and_choices(browser, text):
    """Forms set the host of a process and of a clone, and the choice of a receiver and a window; undo restores the text."""
    go_to(browser, ("P:Worker.p", ""))
    fill(browser, "t", None, "A", "CORES > 1")
    assert "on A" in browser.run("return studio.picture.elements.get('P:Worker.p').subtitle"), "the host of a closed box"
    go_to(browser, ("P:Worker.p", ""))
    fill(browser, "t", "Worker.p[1]", "B")
    if not browser.run("return studio.picture.open.has('Worker.p')"):
        browser.press(" ")
    go_to(browser, ("T:Worker.p", " Worker.p"))
    fill(browser, Keys.ENTER, None, None, "SPEED >= 10")
    assert re.search(r"\n\nT Worker.p +A +SPEED >= 10\nT Worker.p\[1\] +B\n", browser.editor()), browser.editor()
    browser.shot("picture_hosts")
    go_to(browser, ("T:Worker.p", " Worker.p[1]"))
    browser.press(Keys.DELETE)
    browser.wait(lambda: "T Worker.p[1]" not in browser.editor(), "the deletion of a T line")
    wait_for_picture(browser)
    go_to(browser, ("M:First.o", ""))
    fill(browser, Keys.ENTER, None, None, None, None, None, "one, at", "4")
    assert re.search(r"O First.o .*-window 4 +-pick random|O First.o .*-pick random +-window 4", browser.editor()), browser.editor()
    assert browser.run("return studio.picture.elements.get('M:First.o Master.p Worker.p').isPicked")
    browser.shot("picture_choice")
    undo_to(browser, text, 5)
    browser.check_log("hosts and choices")


def undo_to(browser, text, steps):
    for _ in range(steps):
        browser.chord(Keys.CONTROL, "z")
    browser.wait(lambda: browser.editor() == text, "undo, a step for each edit")
    wait_for_picture(browser)


def check_collective(browser, text):
    """A message of a process to itself becomes a collective operation, whose form has other fields."""
    go_to(browser, ("P:Worker.p", ""))
    fill(browser, "m", "Worker.p", "Sum.m", "8000")
    go_to(browser, ("M:Sum.o", ""))
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("dialog[open] form"), "the form")
    assert not browser.run("return document.querySelector('dialog details').open") and "Collective" not in browser.run(f"return {SEEN}.map((one) => one.ariaLabel).join()")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")
    fill(browser, Keys.ENTER, more=["allreduce"])
    assert re.search(r"\nO Sum.o +Worker.p +-t Sum.m +-collective allreduce +-b 8000\n", browser.editor()), browser.editor()
    go_to(browser, ("M:Sum.o", ""))
    fill(browser, Keys.ENTER, None, None, None, None, None, None, "ring", more=["off"])
    assert re.search(r"\nO Sum.o .*-alg ring", browser.editor()) and re.search(r"\nO Sum.o .*-p off", browser.editor()), browser.editor()
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("dialog[open] details[open]"), "the form, with what has a value")
    browser.show("picture_collective")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")
    undo_to(browser, text, 3)
    browser.check_log("a collective operation")


def check_options(browser, text):
    """Forms make timers, requests, servers, early units and collections of requests by their keys."""
    go_to(browser, ("P:Master.p", ""))
    fill(browser, "m", "Master.p", "Tick.m", "", more=[None, None, None, "10ms"])
    assert re.search(r"\nO Tick.o +Master.p\[\{self\}\] +-t Tick.m +-d 10ms\n", browser.editor()), browser.editor()
    go_to(browser, ("M:Tick.o", ""))
    fill(browser, Keys.ENTER, more=[None, "{exponential(0.01)}"])
    assert re.search(r"\nO Tick.o .*-d {exponential\(0.01\)}\n", browser.editor()), browser.editor()
    go_to(browser, ("M:First.o", ""))
    fill(browser, Keys.ENTER, None, None, None, None, None, None, None, True, more=[None, None, "off", None, None, True])
    assert all(re.search(rf"\nO First.o .*{flag}", browser.editor()) for flag in ("-new", "-p off", "-others")), browser.editor()
    go_to(browser, ("F:Worker.p", " work.f"))
    fill(browser, "m", "Master.p", "Note.m", "8", more=[None, True])
    assert re.search(r"\nO Note.o +ORIGIN +-t Note.m +-b 8\n", browser.editor()), browser.editor()
    go_to(browser, ("P:Master.p", ""))
    fill(browser, "m", "Worker.p", "Job.m", "9", more=["the one"])
    assert re.search(r"\nO Job2.o +Worker.p +-t Job.m +-pick least +-b 9\n", browser.editor()), browser.editor()
    go_to(browser, ("P:Worker.p", ""))
    fill(browser, Keys.ENTER, None, None, True)
    assert re.search(r"\nP Worker.p +2 +-server +worker.fu\n", browser.editor()), browser.editor()
    go_to(browser, ("U:Worker.p", " worker.fu"))
    fill(browser, Keys.ENTER, None, "stop.f work.f", True)
    assert re.search(r"\nU worker.fu +-early +stop.f +work.f\n", browser.editor()), browser.editor()
    go_to(browser, ("I:Worker.p", " Job.i"))
    fill(browser, Keys.ENTER, None, "1/2 Job.m", True)
    assert re.search(r"\nI Job.i +-each +1/2 Job.m\n", browser.editor()), browser.editor()
    browser.shot("picture_options")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.run("return document.querySelector('dialog input[type=checkbox]')?.checked"), "the tick of what is there")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")
    undo_to(browser, text, 8)
    browser.check_log("options")


def check_pointer(browser):
    """A box is dragged; a message is drawn from one box to another; a click chooses."""
    box = "[...document.querySelectorAll('.picture-box')].find((one) => one.textContent.startsWith('Worker.p'))"
    front = browser.run(f"return {box}.querySelector('.picture-name')")
    before = browser.run("return {...studio.picture.boxes.find((one) => one.tag === 'Worker.p')}")
    ActionChains(browser.driver).move_to_element(front).click_and_hold().move_by_offset(30, 40).release().perform()
    place = browser.run("return studio.picture.places['Worker.p']")
    assert abs(place["x"] - before["x"] - 30) < 3 and abs(place["y"] - before["y"] - 40) < 3, (place, before)
    assert browser.run("return studio.picture.current") == "P:Worker.p"
    handle = browser.run("return document.querySelector('.picture-handle')")
    ActionChains(browser.driver).move_to_element(handle).click_and_hold().move_to_element(browser.run(f"return {box}.querySelector('.picture-name')")).release().perform()
    browser.wait(lambda: "New message from Master.p" in browser.text("dialog[open] h2"), "the form of a message")
    assert browser.run("return document.querySelector('dialog select').value") == "Worker.p"
    browser.shot("picture_message")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "the end of the form")


def check_zoom(browser):
    """Zooming changes the size of the picture, and keys still find its elements."""
    browser.run("studio.picture.focus()")
    width = browser.run("return document.querySelector('.picture-front').getBoundingClientRect().width")
    browser.press("++")
    assert browser.run("return document.querySelector('.picture-front').getBoundingClientRect().width") > 1.5 * width
    go_to(browser, ("P:Worker.p", ""))
    go_to(browser, ("P:Master.p", ""))
    browser.press("0")
    assert browser.run("const {scroller} = studio.picture; return scroller.scrollWidth <= scroller.clientWidth && scroller.scrollHeight <= scroller.clientHeight")
    browser.shot("picture_whole")
    browser.run("studio.picture.zoom(1)")


def check_half_written(browser, text):
    browser.run("studio.editor.goTo(studio.editor.text.length)")
    browser.press("P Third.p")
    browser.wait(lambda: browser.all(".picture.outdated"), "the dimmed picture")
    assert len(browser.all(".picture-box")) == 2 and "picture of before" in browser.text(".picture .note")
    browser.shot("picture_dimmed")
    browser.press(" 1 worker.fu\n")
    browser.wait(lambda: len(browser.all(".picture-box")) == 3, "the third process")
    browser.set_text(text)
    wait_for_picture(browser)


def check_layout(browser, studio, text):
    """The places of boxes and parts are kept for each file, and restored after a reload."""
    (studio.folder / "plan.txt").write_text(text)
    browser.run("return studio.connection.ask({kind: 'open', path: 'plan.txt'}).then((opened) => studio.takeFile(opened))")
    wait_for_picture(browser)
    assert browser.run("return Object.keys(studio.picture.places).length") == 0, "the places of another file"
    browser.run("studio.picture.focus()")
    go_to(browser, ("P:Worker.p", ""))
    browser.chord(Keys.SHIFT, Keys.ARROW_DOWN)
    browser.press(" ")
    browser.run("studio.parts.level.focus()")
    browser.press(Keys.ARROW_DOWN * 5)
    browser.run("[...document.querySelectorAll('header label')].find((one) => one.textContent.includes('Answer')).click()")
    kept = browser.run("return JSON.stringify([studio.parts.kept(), studio.picture.keptLayout()])")
    assert '"answer":false' in kept and "Worker.p" in kept, kept
    assert not browser.text(".answer") and browser.text(".picture")
    state = studio.folder.parent / "state/dps/studio"
    browser.wait(lambda: state.exists() and any('"answer":false' in file.read_text() for file in state.iterdir()), "the file of the layout")
    browser.run("studio.hasOpened = false; studio.editor.setText('')")  # nothing asks before the page is left
    browser.open(studio)
    browser.run("return studio.connection.ask({kind: 'open', path: 'plan.txt'}).then((opened) => studio.takeFile(opened))")
    wait_for_picture(browser)
    assert browser.run("return JSON.stringify([studio.parts.kept(), studio.picture.keptLayout()])") == kept
    assert browser.run("return [...document.querySelectorAll('.picture-arrow')].filter((one) => one.getClientRects().length).length") == 4
    browser.shot("picture_kept")
    for part in ("Text", "Picture"):
        browser.run("[...document.querySelectorAll('header label')].find((one) => one.textContent.includes(arguments[0])).click()", part)
        assert not browser.text(f".{part.lower()}")
    browser.run("studio.parts.setKept({})")
    browser.check_log("layout")


def check_reader(browser, studio):
    """While another page edits, the picture can be read and not edited."""
    other = Page(studio)
    opened = other.ask(kind="open", path="plan.txt")
    other.last_id += 1
    other.send(kind="take_over", id=other.last_id)
    browser.wait(lambda: "Another page edits" in browser.text(".notice"), "the notice of a reader")
    before = browser.editor()
    browser.run("studio.picture.focus()")
    browser.press("n" + Keys.DELETE)
    browser.chord(Keys.CONTROL, "z")
    assert not browser.all("dialog") and "can only be read" in browser.text(".message")
    assert browser.run("return [...studio.picture.tools.querySelectorAll('button')].every((one) => one.disabled)")
    assert browser.editor() == before
    other.send(kind="text", number=opened["number"] + 1, text=before.replace("Worker.p", "Other.p"))
    browser.wait(lambda: browser.run("return studio.picture.elements.has('P:Other.p')"), "the picture of the other page's text")
    browser.click("Take over", ".notice")
    browser.wait(lambda: browser.text(".notice") == "", "the page edits again")
    other.close()


def check_hostile(browser):
    browser.set_text(HOSTILE)
    wait_for_picture(browser)
    browser.run("studio.picture.openAll()")
    browser.wait(lambda: "<b>Worker</b>.p" in browser.run("return document.querySelector('.picture-drawing').textContent"), "the tag as text")
    assert browser.run("return document.title") != "harm"
    assert browser.run("return document.querySelectorAll('main b, main u, main img, main script').length") == 0
    browser.run("studio.picture.choose('P:<b>Worker</b>.p', true)")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("dialog[open] form input"), "the form")
    assert browser.run("return document.querySelectorAll('dialog b, dialog u, dialog img').length") == 0
    browser.press(Keys.ESCAPE)
    browser.shot("picture_hostile")
    browser.check_log("hostile")


def check_dark(browser, text):
    browser.set_text(text)
    wait_for_picture(browser)
    browser.run("document.documentElement.setAttribute('data-theme', 'dark')")
    browser.run("studio.picture.openAll(); studio.picture.choose('P:Worker.p', true)")
    browser.wait_for_answer()
    browser.shot("picture_dark")


def main():
    dps, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    shots = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        folder = pathlib.Path(name)
        axe = pathlib.Path(dps).parent.parent / "studio/npm/node_modules/axe-core/axe.min.js"
        browser = Browser(folder, shots, axe.read_text(encoding="utf-8"))
        studio = Studio(dps, folder)
        try:
            text = check_drawing(browser, studio, dps, source)
            check_edits(browser, text)
            check_hosts_and_choices(browser, text)
            check_collective(browser, text)
            check_options(browser, text)
            check_pointer(browser)
            check_zoom(browser)
            check_half_written(browser, text)
            check_layout(browser, studio, text)
            check_reader(browser, studio)
            check_hostile(browser)
            check_dark(browser, text)
        finally:
            browser.driver.quit()
            studio.end()


main()
