#!/usr/bin/python3
"""The size of a report and the frames that its timeline draws while it is zoomed, in headless Chromium.

usage: report_frames.py DPS
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

# A ring in which 64 balls go round; nine events for each step of a ball.
RING = """V n 100
I Ball.i 1 Ball.m
C Play.c compute 20us
O First.o Ring.p[{(self+1)%count}] -t Ball.m -b 100
O Next.o  Ring.p[{(self+1)%count}] -t Ball.m -b 100
F serve.f NULL   NULL   First.o SAME
F play.f  Ball.i Play.c Next.o  SAME*{n-1},end.fu
F last.f  Ball.i NULL   NULL    NULL
U ring.fu serve.f play.f
U end.fu  -early last.f
P Ring.p  64 ring.fu end.fu
"""

# Zooms in for 30 frames and out for 30, twice. The time between frames, and that of drawing one.
FRAMES = """
const done = arguments[0], canvas = document.querySelector("canvas");
canvas.scrollIntoView();
const next = window.requestAnimationFrame.bind(window), draws = [], gaps = [];
window.requestAnimationFrame = (draw) => next((time) => {
  const begin = performance.now();
  draw(time);
  draws.push(performance.now() - begin);
});
let count = 0, last = 0;
function frame(time) {
  gaps.push(time - last);
  last = time;
  if (++count > 120) {
    const middle = (times) => times.slice(1).sort((a, b) => a - b)[times.length >> 1];
    done([middle(gaps), middle(draws)]);
    return;
  }
  canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: count % 60 < 30 ? -60 : 60, ctrlKey: true, cancelable: true}));
  next(frame);
}
next(frame);
"""

MOST_BYTES = {100_000: 5_000_000}
MOST_MILLISECONDS = 1000 / 30


def frames(page):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,1100"):
        options.add_argument(word)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        driver.set_script_timeout(120)
        driver.get(page.as_uri())
        return driver.execute_async_script(FRAMES)
    finally:
        driver.quit()


def measure(dps, folder, events):
    """Prints a row; returns True if it is within the limits."""
    def run(*words):
        subprocess.run([dps, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    (folder / "ring.txt").write_text(RING)
    run("predict", "ring.txt", "--machine", "rack_100g", "--set", f"n={events // (64 * 9)}", "-o", "ring.json",
        "--trace", "ring.dpstrace", "--quiet")
    run("report", "ring.json", "ring.dpstrace", "-o", "ring.html")
    size = (folder / "ring.html").stat().st_size
    gap, draw = frames(folder / "ring.html")
    limit = MOST_BYTES.get(events, sys.maxsize)
    print(f"{events:>9,} events: {size / 1e6:6.2f} MB; a frame every {gap:5.1f} ms, drawn in {draw:5.1f} ms "
          f"(limit {MOST_MILLISECONDS:.1f} ms)", flush=True)
    return size <= limit and gap <= MOST_MILLISECONDS


def main():
    dps = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        results = [measure(dps, pathlib.Path(folder), events) for events in (100_000, 1_000_000)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
