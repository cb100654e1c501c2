#!/usr/bin/python3
"""The form for the keys of a machine in headless Chromium: values and mistakes by keyboard, and the file that it saves.

usage: machine_form_test.py DPS SOURCE [FOLDER]   (FOLDER: keep screenshots there)
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from browser import Browser
from selenium.webdriver.common.keys import Keys
from studio import Studio, first_blueprint


def key_input(name):
    return f".key-row input[type=text][aria-label='{name}']"


def enter(browser, name, value):
    """Enters a value by keyboard into the field of a key."""
    browser.run("document.querySelector(arguments[0]).focus()", key_input(name))
    browser.chord(Keys.CONTROL, "a")
    browser.press(value + Keys.ENTER)


def value_of(browser, name):
    """The value of the field, or None while the form of another machine has not arrived."""
    return browser.run("return document.querySelector(arguments[0])?.value ?? null", key_input(name))


def changes(browser):
    return browser.run("return studio.machines.chosen[0].changes")


def wait_for_changes(browser, expected):
    browser.wait(lambda: changes(browser) == expected, f"the changes {expected}")
    browser.wait_for_answer()


def check_opening(browser, dps):
    """The button of the machine opens a form with all keys of the command line, in groups."""
    browser.run("document.querySelector('.keys-button').focus()")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all(".key-groups details"), "the groups")
    browser.wait(lambda: value_of(browser, "network.latency") == "4us", "the open group")
    assert browser.run("return document.activeElement.type") == "search"
    listed = dict(line.split(None, 1) for line in subprocess.run([dps, "machine", "keys", "rack_100g"], capture_output=True, text=True, check=True).stdout.splitlines())
    keys = {each["name"]: each["value"] or "-" for each in browser.run("return studio.machines.form.keys")}
    assert keys == listed, (keys, listed)
    assert not browser.all(key_input("cost.send")), "a folded group has rows"
    browser.show("keys")
    browser.press("send")
    browser.wait(lambda: browser.all(key_input("cost.send")) and not browser.all(key_input("network.latency")), "the keys with a word")
    browser.chord(Keys.CONTROL, "a")
    browser.press(Keys.BACKSPACE)
    browser.wait(lambda: browser.all(key_input("network.latency")), "all keys")


def check_values(browser, dps, folder):
    """A value is predicted at once; a wrong one is refused in the words of the command line."""
    before = browser.text(".makespan")
    enter(browser, "network.latency", "10ms")
    wait_for_changes(browser, ["network.latency=10ms"])
    assert browser.text(".makespan") != before
    assert "1 changed" in browser.text(".key-groups")
    enter(browser, "network.latency", "fast")
    browser.wait(lambda: browser.text(".mistake"), "the mistake")
    said = subprocess.run([dps, "machine", "show", "rack_100g", "--set-machine", "network.latency=fast"], capture_output=True, text=True)
    assert said.returncode != 0 and browser.text(".mistake") in said.stderr, (browser.text(".mistake"), said.stderr)
    assert changes(browser) == ["network.latency=10ms"], "a wrong value is used"
    assert browser.run("return document.querySelector(arguments[0]).getAttribute('aria-invalid')", key_input("network.latency")) == "true"
    browser.show("keys_mistake")
    enter(browser, "network.latency", "20us")
    wait_for_changes(browser, ["network.latency=20us"])
    assert browser.text(".mistake") == "" and value_of(browser, "network.latency") == "20us"
    assert browser.run("return document.querySelector('.choice-row input').value") == "network.latency=20us"
    enter(browser, "network.bandwidth", "10Gbit/s")
    wait_for_changes(browser, ["network.latency=20us", "network.bandwidth=10Gbit/s"])
    command = browser.run("return studio.answer.command.textContent")
    repeated = subprocess.run([*shlex.split(command.replace("dps", dps, 1)), "-q"], cwd=folder, capture_output=True, text=True)
    assert f"makespan {browser.text('.makespan').replace('µ', 'u')};" in repeated.stdout, (command, repeated.stdout, repeated.stderr)


def check_sliders(browser):
    browser.run("document.querySelector('input[type=range][aria-label^=\"network.latency\"]').focus()")
    browser.press(Keys.ARROW_RIGHT * 30)
    browser.wait(lambda: changes(browser)[-1].startswith("network.latency=") and changes(browser)[-1] == f"network.latency={value_of(browser, 'network.latency')}", "the value of the slider")
    assert re.fullmatch(r"[\d.]+us", value_of(browser, "network.latency")), value_of(browser, "network.latency")
    browser.wait_for_answer()
    browser.run("document.querySelector(arguments[0]).closest('.key-row').querySelector('button').click()", key_input("network.latency"))
    wait_for_changes(browser, ["network.bandwidth=10Gbit/s"])
    assert value_of(browser, "network.latency") == "4us"
    browser.run("const field = document.querySelector('.choice-row input'); field.value = 'cost.send*=2'; field.dispatchEvent(new Event('change'))")
    browser.run("[...document.querySelectorAll('.key-groups summary')].find((one) => one.textContent.startsWith('cost')).click()")
    browser.wait(lambda: browser.all(key_input("cost.send")) and value_of(browser, "cost.send") == "4us", "a change of the field in the form")
    browser.click("Reset all", ".machine-form")
    wait_for_changes(browser, [])
    assert value_of(browser, "cost.send") == "2us"


def save_as(browser, name):
    browser.click("Save machine as …", ".machine-form")
    browser.wait(lambda: browser.all("dialog[open] form input") and "Folder" in browser.text("dialog"), "the dialog")
    browser.run("document.querySelector('dialog input').focus()")
    browser.chord(Keys.CONTROL, "a")
    browser.press(name + Keys.ENTER)
    browser.wait(lambda: "Save the machine as" not in browser.text("dialog"), "the end of the dialog")


def check_refused_files(browser, folder):
    """Nothing is written over another kind of file, or outside of the folder."""
    plan = (folder / "plan.txt").read_text()
    for name, reason in (("plan.txt", "open as a text"), ("other.txt", "is a blueprint, not a machine file"), ("../out.toml", "begin with a dot"),
                         ("/tmp/out.toml", "relative"), ("up/out.toml", "up/out.toml"), ("link.toml", "link.toml"), ("laptop", "machine of the library")):
        save_as(browser, name)
        browser.wait(lambda reason=reason: reason in browser.text(".machine-form > .failure"), f"why {name} is refused")
    assert (folder / "plan.txt").read_text() == plan and (folder / "other.txt").read_text() == plan
    assert not (folder.parent / "out.toml").exists() and (folder.parent / "target.toml").read_text() == "kept"
    browser.show("keys_refused")


def check_saving(browser, dps, folder):
    enter(browser, "network.latency", "7us")
    wait_for_changes(browser, ["network.latency=7us"])
    makespan = browser.run("return studio.answer.makespanOf('rack_100g')")
    check_refused_files(browser, folder)
    save_as(browser, "sub/mine.toml")
    browser.wait(lambda: browser.run("return studio.machines.chosen[0].name") == "sub/mine.toml", "the file in place of the machine")
    shown = subprocess.run([dps, "machine", "show", "rack_100g", "--set-machine", "network.latency=7us"], capture_output=True, text=True, check=True).stdout
    assert (folder / "sub/mine.toml").read_text() == shown
    browser.wait_for_answer()
    assert changes(browser) == [] and browser.run("return studio.answer.makespanOf('sub/mine.toml')") == makespan
    assert "--machine sub/mine.toml" in browser.run("return studio.answer.command.textContent")
    browser.wait(lambda: value_of(browser, "network.latency") == "7us", "the form of the file")
    enter(browser, "network.latency", "8us")
    wait_for_changes(browser, ["network.latency=8us"])
    save_as(browser, "sub/mine.toml")
    browser.wait(lambda: "exists" in browser.text("dialog"), "the question")
    browser.click("Cancel", "dialog")
    assert (folder / "sub/mine.toml").read_text() == shown
    save_as(browser, "sub/mine.toml")
    browser.wait(lambda: "exists" in browser.text("dialog"), "the question")
    browser.click("Replace", "dialog")
    browser.wait(lambda: "8us" in (folder / "sub/mine.toml").read_text(), "the new file")
    wait_for_changes(browser, [])
    browser.run("document.documentElement.dataset.theme = 'dark'")
    browser.show("keys_dark")
    browser.click("Close", ".machine-form")
    assert not browser.text(".machine-form")
    assert browser.run("return document.activeElement.className") == "keys-button"


def check_half_written(browser):
    """The form also opens beside a blueprint with errors."""
    browser.set_text("I \n")
    browser.click("Keys …")
    browser.wait(lambda: browser.all(key_input("network.latency")) and value_of(browser, "network.latency") == "8us", "the keys")
    enter(browser, "network.latency", "9us")
    browser.wait(lambda: changes(browser) == ["network.latency=9us"], "the change")


def main():
    dps, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    shots = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        folder = pathlib.Path(name)
        work = folder / "work"
        (work / "sub").mkdir(parents=True)
        blueprint = first_blueprint(source)
        (work / "plan.txt").write_text(blueprint)
        (work / "other.txt").write_text(blueprint)
        (folder / "target.toml").write_text("kept")
        (work / "link.toml").symlink_to(folder / "target.toml")
        (work / "up").symlink_to(folder)
        studio = Studio(dps, folder, "plan.txt", "--machine", "rack_100g")
        axe = pathlib.Path(dps).parent.parent / "studio/npm/node_modules/axe-core/axe.min.js"
        browser = Browser(folder, shots, axe.read_text(encoding="utf-8"))
        try:
            browser.open(studio)
            browser.wait_for_answer()
            check_opening(browser, dps)
            check_values(browser, dps, work)
            check_sliders(browser)
            check_saving(browser, dps, work)
            check_half_written(browser)
            browser.check_log("the form")
        finally:
            browser.driver.quit()
            studio.end()


main()
