#!/usr/bin/python3
"""Measures the speed of the studio in headless Chromium: each row is a limit of bench/README.md.

From a key press (the time stamp of its event) to the frame that shows what follows from it: the letter, the makespan
with its bars, the critical path and waits. Each press of `keys` changes a number of the blueprint and back.

usage: studio_keys.py DPS SOURCE [--presses N] [--rows ROW…] [--edits N]

Exits with 1 if a limit is exceeded. --edits: only the row `edits`, with one edit a second and this many of them.
"""
import argparse
import collections
import os
import pathlib
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/studio"))

from selenium.webdriver.common.keys import Keys  # noqa: E402

from browser import Browser  # noqa: E402
from studio import Page, Studio, exchange  # noqa: E402

# ms: p50, p95
LIMITS = {"key": (None, 50), "makespan": (60, 150), "path": (250, None)}
LEAST_A_SECOND, MOST_TO_IDLE, MOST_TO_OPEN, MOST_BYTES = 10, 100, 1000, 1_500_000

# The instants of the frames after which a key press, the makespan, and the details are on the screen.
WATCH = """
window.times = [];
window.shownAt = [];  // of each makespan
const shown = (name, at) => requestAnimationFrame(() => {
  const channel = new MessageChannel();  // after the frame was painted
  channel.port1.onmessage = () => {
    if (name === 'makespan') shownAt.push(performance.now());
    if (at && !(name in at)) at[name] = performance.now() - at.begin;
  };
  channel.port2.postMessage(null);
});
document.addEventListener('keydown', (event) => { times.push({begin: event.timeStamp}); shown('key', times.at(-1)); }, {capture: true});
const take = studio.answer.take.bind(studio.answer);
studio.answer.take = (machine, part, answer) => {
  take(machine, part, answer);
  if (answer.kind === 'result') shown({summary: 'makespan', why: 'path'}[part] || part, times.at(-1));
};
"""

# Moves a slider at each frame for three seconds, as a user does.
SLIDE = """
const done = arguments[0], slider = document.querySelector('.variable input[type=range]');
shownAt.length = 0;
const begin = performance.now();
let position = Number(slider.value);
const move = () => {
  const now = performance.now();
  if (now - begin > 3000) { done(shownAt.filter((at) => at < begin + 3000).length / 3); return; }
  slider.value = String(position++ % 2 ? 99 : 101);
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  requestAnimationFrame(move);
};
move();
"""

# A master that feeds two workers: two messages for each job.
JOBS = """V jobs {jobs}
I Result.i 1 Result.m
I All.i {{jobs}} Result.m
I Job.i 1 Job.m
I Stop.i 1 Stop.m
C Work.c compute 200us
O First.o Worker.p -t Job.m -b 4096
O Job.o ACK -t Job.m -b 4096
O Result.o ACK -t Result.m -b 8
O Stop.o Worker.p -t Stop.m
F start.f NULL NULL First.o SAME
F next.f Result.i NULL Job.o SAME
F done.f All.i NULL Stop.o NULL
F work.f Job.i Work.c Result.o SAME
F stop.f Stop.i NULL NULL NULL
U master.u start.f next.f done.f
U worker.u work.f stop.f
P Master.p 1 master.u
P Worker.p {workers} worker.u
"""


def jobs(count, workers=2):
    return JOBS.format(jobs=count, workers=workers)


def chain(lines):
    """A blueprint of this many lines, in which each process sends one message to the next one."""
    count = lines // 6
    made = []
    for i in range(count):
        made += [f"I A{i}.i 1 A{i}.m", f"C W{i}.c compute 1us", f"O S{i}.o P{(i + 1) % count}.p -t A{(i + 1) % count}.m -b 400",
                 f"F f{i}.f {'NULL' if i == 0 else f'A{i}.i'} W{i}.c S{i}.o {'end.f' if i == 0 else 'NULL'}",
                 f"U u{i}.u f{i}.f", f"P P{i}.p 1 u{i}.u"]
    return "\n".join(["F end.f A0.i NULL NULL NULL", *made]) + "\n"


def quantile(values, share):
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)]


class Bench:
    def __init__(self, dps, source, presses):
        self.dps, self.source, self.presses = dps, source, presses
        self.has_failed = False

    def report(self, row, text, is_over):
        self.has_failed |= bool(is_over)
        print(f"{row}: {text}{'  OVER THE LIMIT' if is_over else ''}", flush=True)

    def with_page(self, text, use):
        """Calls use(browser, studio, folder) with a page that shows this text."""
        with tempfile.TemporaryDirectory(prefix="dps-studio-bench-") as name:
            folder = pathlib.Path(name)
            (folder / "work").mkdir()
            (folder / "work/plan.txt").write_text(text)
            studio = Studio(self.dps, folder, "plan.txt", "--machine", "laptop")
            browser = Browser(folder, None)
            try:
                browser.open(studio)
                browser.run(WATCH)
                use(browser, studio, folder)
            finally:
                browser.driver.quit()
                studio.end()

    def press(self, browser, place, names):
        """Presses keys behind this place of the text, and waits for the frames of these names after each."""
        text = browser.editor()
        assert place in text, f"there is no {place!r}"
        browser.run("studio.editor.goTo(arguments[0])", text.index(place) + len(place))
        browser.run("times.length = 0")
        for i in range(self.presses):
            browser.press("0" if i % 2 == 0 else Keys.BACKSPACE)
            browser.wait(lambda i=i: browser.run("const last = times.at(-1); return times.length === arguments[0] && arguments[1].every((name) => last[name])", i + 1, names), "a frame")
        return browser.run("return times")

    def report_times(self, row, times, names):
        for name in names:
            p50, p95 = (quantile([each[name] for each in times], share) for share in (0.5, 0.95))
            most50, most95 = LIMITS[name]
            self.report(row, f"{name} p50 {p50:.0f} ms, p95 {p95:.0f} ms", (most50 and p50 > most50) or (most95 and p95 > most95))

    def keys(self, row, text, place, names, waits=True):
        def use(browser, _studio, _folder):
            if waits:
                browser.wait_for_answer()
            self.report_times(row, self.press(browser, place, names), names)

        self.with_page(text, use)

    # Each method below measures a row.

    def small(self):
        self.keys("matrix_multiply_2", (self.source / "examples/matrix_multiply_2/blueprint.txt").read_text(),
                  "SndMats.o    Worker.p   -t Mat.m   -n 2  -b 400", ["key", "makespan", "path"])

    def messages(self):
        self.keys("100,000 messages", jobs(50_000), "Result.m -b 8", ["key", "makespan", "path"])

    def sliders(self):
        def use(browser, _studio, _folder):
            browser.wait_for_answer()
            browser.driver.set_script_timeout(30)
            rate = browser.driver.execute_async_script(SLIDE)
            self.report("sliders, 100,000 messages", f"{rate:.1f} predictions a second", rate < LEAST_A_SECOND)

        self.with_page(jobs(50_000), use)

    def under_way(self):
        """Each press begins another prediction of 10⁷ messages, which the next one ends."""
        self.keys("10,000,000 messages under way", jobs(5_000_000), "Result.m -b 8", ["key"], waits=False)

    def processes(self):
        self.keys("1,000 processes", jobs(5_000, workers=999), "Result.m -b 8", ["key"])

    def lines(self):
        self.keys("5,000 lines", chain(5_000), "-t A1.m -b 400", ["key"], waits=False)

    def outdated(self):
        """Measures over the protocol: the time until the child has ended, and the CPU time of the studio afterwards."""
        with tempfile.TemporaryDirectory(prefix="dps-studio-bench-") as name:
            studio = Studio(self.dps, pathlib.Path(name), "--machine", "laptop")
            page = Page(studio)
            page.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            page.ask(kind="open", path="")
            ends, busy = [], []
            for number in range(1, 2 * 10, 2):
                page.send(kind="text", number=number, text=jobs(5_000_000))
                page.last_id += 1
                page.send(kind="predict", id=page.last_id, number=number, part="summary", machine="laptop", changes=[], settings={}, seed=1)
                page.receive("progress")
                begin = time.monotonic()
                page.send(kind="text", number=number + 1, text=jobs(10))
                while predicting(studio):
                    pass
                ends.append((time.monotonic() - begin) * 1000)
                before = cpu_ticks(studio)
                time.sleep(0.2)
                busy.append(cpu_ticks(studio) - before)
            page.close()
            studio.end()
        self.report("outdated prediction of 10,000,000 messages", f"ended after p50 {quantile(ends, 0.5):.0f} ms, most {max(ends):.0f} ms; "
                    f"{sum(busy)} ticks of CPU time in {0.2 * len(busy):.0f} s afterwards", max(ends) > MOST_TO_IDLE or sum(busy) > len(busy))

    def first_page(self):
        def use(browser, studio, _folder):
            times = []
            for _ in range(10):
                browser.open(studio)
                times.append(browser.wait(lambda: browser.run("const [paint] = performance.getEntriesByName('first-contentful-paint'); return paint && studio.hasOpened && paint.startTime"), "the page"))
            size = sum(len(exchange(studio.port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")[1].partition("\r\n\r\n")[2].encode())
                       for path in ("/", "/studio.js", "/studio.css"))
            self.report("first page", f"p50 {quantile(times, 0.5):.0f} ms, most {max(times):.0f} ms; {size:,} bytes", max(times) > MOST_TO_OPEN or size > MOST_BYTES)

        self.with_page((self.source / "examples/matrix_multiply_2/blueprint.txt").read_text(), use)

    def edits(self, count):
        """Edits the text and a slider, one edit a second; a tenth of the edits comes before the measurement, as a warm-up."""
        def use(browser, studio, folder):
            browser.wait_for_answer()
            text = browser.editor()
            browser.run("studio.editor.goTo(arguments[0])", text.index("Result.m -b 8") + len("Result.m -b 8"))
            self.edit(browser, max(count // 10, 10))
            before = left_over(browser, studio, folder)
            self.edit(browser, count)
            after = left_over(browser, studio, folder)
            for name, amount in after.items():
                # Memory may grow by a fifth and 8 MB; all counts must not grow.
                most = before[name] * 1.2 + 8 if name.startswith("MB") else before[name]
                self.report(f"{count} edits", f"{name} {before[name]:.0f} before, {amount:.0f} after", amount > most)

        self.with_page(jobs(500), use)

    def edit(self, browser, count):
        for i in range(count // 2 * 2):
            begin = time.monotonic()
            if i % 10 < 8:
                browser.run("studio.editor.focus()")
                browser.press("0" if i % 2 == 0 else Keys.BACKSPACE)
            else:
                browser.run("const slider = document.querySelector('.variable input[type=range]'); slider.value = String(arguments[0]);"
                            "slider.dispatchEvent(new Event('input', {bubbles: true}))", 90 + i % 2)
            time.sleep(max(0, 1 - (time.monotonic() - begin)))


def predicting(studio):
    """The children of workers that answer a request; other children wait for one."""
    found = []
    for pid, words in studio.processes():
        try:
            if "studio-worker" in words and pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "dps-predicts":
                found.append(pid)
        except OSError:
            continue
    return found


def cpu_ticks(studio):
    """The CPU time of all processes of the studio, and of their children that have ended, in ticks."""
    ticks = 0
    for pid, _ in studio.processes():
        try:
            ticks += sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
        except OSError:
            continue
    return ticks


def left_over(browser, studio, folder):
    """The amounts of each kind of resource, after a pause in which processes can end."""
    time.sleep(5)
    browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    amounts = collections.Counter()
    for pid, words in studio.processes():
        amounts["processes"] += 1
        amounts["descriptors"] += len(os.listdir(f"/proc/{pid}/fd"))
        status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
        amounts[f"MB of {pathlib.Path(words[0]).name} {words[1] if len(words) > 1 and not words[1].startswith('-') else ''}".strip()] += int(status["VmRSS"].split()[0]) / 1000
    amounts["files"] = sum(len(files) for part in ("work", "private", "state") for _, _, files in os.walk(folder / part))
    amounts["MB of the page"] = browser.run("return performance.memory.usedJSHeapSize") / 1e6
    return amounts


def main():
    rows = ("small", "messages", "sliders", "under_way", "processes", "lines", "outdated", "first_page")
    parser = argparse.ArgumentParser(usage=__doc__.partition("usage: ")[2].partition("\n")[0])
    parser.add_argument("dps")
    parser.add_argument("source")
    parser.add_argument("--presses", type=int, default=100)
    parser.add_argument("--rows", nargs="+", choices=rows, default=rows)
    parser.add_argument("--edits", type=int, default=0)
    given = parser.parse_args()
    bench = Bench(str(pathlib.Path(given.dps).resolve()), pathlib.Path(given.source).resolve(), given.presses)
    if given.edits:
        bench.edits(given.edits)
    else:
        for row in given.rows:
            getattr(bench, row)()
    sys.exit(1 if bench.has_failed else 0)


main()
