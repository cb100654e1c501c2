#!/usr/bin/python3
"""The time from a key press in the studio to the frame that shows its answer, in headless Chromium.

Each key press changes a number of the blueprint and back, so that the makespan changes. Prints p50 and p95 of the
key press itself (to the next frame), of the makespan with its bars, and of the critical path; exits with 1 if one
exceeds its limit.

usage: studio_keys.py DPS SOURCE [PRESSES]
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/studio"))

from selenium.webdriver.common.keys import Keys  # noqa: E402

from browser import Browser  # noqa: E402
from studio import Studio  # noqa: E402

LIMITS = {"key": (None, 50), "makespan": (60, 150), "path": (250, None)}  # ms: p50, p95

# The instants of the frames after which a key press, the makespan, and the details are on the screen.
WATCH = """
window.times = [];
const shown = (name) => requestAnimationFrame(() => {
  const channel = new MessageChannel();  // after the frame was painted
  channel.port1.onmessage = () => { const last = times.at(-1); if (last && !(name in last)) last[name] = performance.now() - last.begin; };
  channel.port2.postMessage(null);
});
document.addEventListener('keydown', () => { times.push({begin: performance.now()}); shown('key'); }, {capture: true});
const take = studio.answer.take.bind(studio.answer);
studio.answer.take = (machine, part, answer) => {
  take(machine, part, answer);
  if (answer.kind === 'result') shown({summary: 'makespan', why: 'path'}[part]);
};
"""


def quantile(values, share):
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)]


def main():
    dps, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    presses = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    failed = False
    for name, place in (("matrix_multiply_2", "SndMats.o    Worker.p   -t Mat.m   -n 2  -b 400"),):
        with tempfile.TemporaryDirectory(prefix="dps-studio-bench-") as folder:
            folder = pathlib.Path(folder)
            (folder / "work").mkdir()
            (folder / "work/plan.txt").write_text((source / f"examples/{name}/blueprint.txt").read_text())
            studio = Studio(dps, folder, "plan.txt", "--machine", "laptop")
            browser = Browser(folder, None)
            browser.open(studio)
            browser.wait_for_answer()
            text = browser.editor()
            assert place in text, f"{name} has another text"
            browser.run("studio.editor.goTo(arguments[0])", text.index(place) + len(place))
            browser.run(WATCH)
            for i in range(presses):
                browser.press("0" if i % 2 == 0 else Keys.BACKSPACE)
                browser.wait(lambda i=i: browser.run("const last = times.at(-1); return times.length === arguments[0] && last.makespan && last.path", i + 1), "an answer")
            times = browser.run("return times")
            browser.driver.quit()
            studio.end()
        for key, (most50, most95) in LIMITS.items():
            values = [each[key] for each in times]
            p50, p95 = quantile(values, 0.5), quantile(values, 0.95)
            is_over = (most50 and p50 > most50) or (most95 and p95 > most95)
            failed |= bool(is_over)
            print(f"{name} {key}: p50 {p50:.0f} ms, p95 {p95:.0f} ms{'  TOO LONG' if is_over else ''}")
    sys.exit(1 if failed else 0)


main()
