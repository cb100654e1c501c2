#!/usr/bin/python3
"""Opens reports in headless Chromium, from the disk: no error, zoom, search, switch of results and colours.

usage: browser_test.py DPS EXAMPLES [FOLDER]   (FOLDER: keep pages and screenshots there)
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    print("skipped: there is no python3-selenium")
    sys.exit(SKIPPED)

# A program whose tags are markup: none of it may become an element.
HOSTILE = """V n 40
I Job.i 1 </script><script>document.title='harm'</script>
I Go.i {2*n} Done.m
C Work.c compute 3ms
O Job.o Worker.p -t </script><script>document.title='harm'</script> -b 2000 -n {n}
O Done.o ACK -t Done.m -b 100
F send.f NULL NULL Job.o SAME
F last.f Go.i NULL NULL NULL
F work.f Job.i Work.c Done.o SAME*{n-1},NULL
U master.u send.f last.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 2 worker.u
"""


class Pages:
    """Reports made by dps in a folder."""

    def __init__(self, dps, folder):
        self.dps, self.folder = dps, folder

    def run(self, *words):
        subprocess.run([self.dps, *words], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def predict(self, name, *words):
        self.run("predict", "plan.txt", "--machine", "laptop", "-o", f"{name}.json", "--trace", f"{name}.dpstrace", "-q", *words)

    def make(self):
        (self.folder / "plan.txt").write_text(HOSTILE)
        self.predict("a")
        self.predict("b", "--set", "n=60")
        self.run("report", "a.json", "a.dpstrace", "b.json", "b.dpstrace", "-o", "both.html")
        self.run("report", "a.json", "-o", "plain.html")
        self.run("predict", "plan.txt", "--machine", "laptop", "--why", "-o", "why.json", "-q")
        self.run("report", "why.json", "-o", "why.html")
        self.run("report", "a.dpstrace", "-o", "alone.html")


class Browser:
    def __init__(self, folder):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,1000",
                     "--force-prefers-color-scheme=light", f"--user-data-dir={folder / 'browser'}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.folder = folder

    def open(self, name):
        self.driver.get((self.folder / name).as_uri())
        self.check_log(name)

    def check_log(self, where):
        """Errors of scripts, and violations of the policy, are in the log of the console."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        assert not messages, f"{where}: {messages}"

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def script(self, text, *words):
        return self.driver.execute_script(text, *words)

    def wait(self, condition, what):
        WebDriverWait(self.driver, 10).until(lambda _: condition(), what)

    def shown_time(self):
        canvas = self.find("canvas")
        return float(canvas.get_attribute("data-from")), float(canvas.get_attribute("data-to"))

    def colours(self):
        """The number of different colours of the canvas: 1 if nothing is drawn."""
        return self.script("""const c = document.querySelector("canvas");
            return new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size;""")

    def picture(self, name):
        self.driver.save_screenshot(str(self.folder / name))


def test_timeline(browser):
    canvas = browser.find("canvas")
    browser.wait(lambda: canvas.get_attribute("data-to"), "the timeline is drawn")
    assert browser.colours() > 5
    begin, end = browser.shown_time()
    canvas.send_keys("+")
    browser.wait(lambda: browser.shown_time()[1] < end, "plus zooms in")
    near = browser.shown_time()
    assert abs((near[1] - near[0]) - (end - begin) / 2) < 1e-9
    canvas.send_keys(Keys.ARROW_RIGHT)
    browser.wait(lambda: browser.shown_time()[0] > near[0], "an arrow key moves")
    canvas.send_keys("0")
    browser.wait(lambda: browser.shown_time() == (begin, end), "0 shows all")
    browser.script("arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -300, ctrlKey: true, cancelable: true}))", canvas)
    browser.wait(lambda: browser.shown_time()[1] < end, "the wheel zooms")
    canvas.send_keys("0")


def test_search(browser):
    search = browser.find("input[type=search]")
    search.send_keys("work.c")
    browser.wait(lambda: "found" in browser.find(".status").text, "the search ends")
    found = browser.find(".status").text
    assert "80 found" in found or "200 found" in found, found
    search.send_keys(Keys.ENTER)
    browser.wait(lambda: "Work.c" in browser.find(".details").text, "Enter selects a match")
    assert "line 4" in browser.find(".details").text
    search.clear()
    search.send_keys("nothing like this")
    browser.wait(lambda: "nothing found" in browser.find(".status").text, "nothing is found")
    search.clear()
    search.send_keys(Keys.ENTER)


def test_results(browser):
    assert len(browser.all("#blueprint thead th")) == 8  # the costs of both
    Select(browser.all("header select")[1]).select_by_visible_text("none")
    browser.wait(lambda: len(browser.all("#blueprint thead th")) == 5, "one result is shown")
    assert "a.json" in browser.find("#provenance").text and "b.json" not in browser.find("#provenance").text
    Select(browser.all("header select")[0]).select_by_index(1)
    browser.wait(lambda: "b.json" in browser.find("#provenance").text, "the other result is shown")
    Select(browser.all("header select")[1]).select_by_index(1)
    browser.wait(lambda: len(browser.all("#blueprint thead th")) == 8, "both are shown")


def test_theme(browser):
    ground = "return getComputedStyle(document.body).backgroundColor"
    theme = Select(browser.all("header select")[-1])
    assert browser.script(ground) == "rgb(255, 255, 255)"
    theme.select_by_value("dark")
    assert browser.script(ground) != "rgb(255, 255, 255)"
    theme.select_by_value("light")
    assert browser.script(ground) == "rgb(255, 255, 255)"


def test_blueprint(browser):
    """The costs are beside their lines, and the text is as the user wrote it."""
    row = browser.find("#line-4")
    cells = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
    assert cells[0] == "4" and cells[1] == "80" and cells[2] == "240 ms", cells
    assert cells[-1] == "C Work.c compute 3ms", cells
    assert HOSTILE.splitlines()[1] in browser.find("#line-2").text


def test_download(browser):
    """The CSV file of a table has its rows."""
    browser.script("""const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { window.saved = blob; return make.call(URL, blob); };""")
    browser.find("#bars .below button").click()
    rows = browser.driver.execute_async_script("window.saved.text().then(arguments[0])").splitlines()
    assert rows[0].startswith("process,host,logical host,start (s),real (s)"), rows[0]
    assert [row.split(",")[0] for row in rows[1:]] == ["Master.p[0]", "Worker.p[0]", "Worker.p[1]"]


def test_requests(browser):
    assert browser.script("return performance.getEntriesByType('resource').length") == 0


def test_harm(browser):
    assert browser.driver.title == "dps report: a.json + a.dpstrace, b.json + b.dpstrace"
    assert len(browser.all("script")) == 2


def test_tables(browser):
    for details in browser.all("details"):
        browser.script("arguments[0].open = true", details)
    browser.wait(lambda: all(browser.script("return arguments[0].querySelector('table, p') !== null", one)
                             for one in browser.all("details")), "every table is filled")


def main():
    dps = os.path.abspath(sys.argv[1])
    if not shutil.which("chromedriver") or not shutil.which("chromium"):
        print("skipped: there is no chromium with chromium-driver")
        return SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else temporary)
        Pages(dps, folder).make()
        browser = Browser(folder)
        try:
            browser.open("both.html")
            for test in (test_timeline, test_search, test_blueprint, test_download, test_results, test_theme, test_harm, test_tables,
                         test_requests):
                test(browser)
                browser.check_log(test.__name__)
                print("ok", test.__name__)
            browser.open("plain.html")
            assert not browser.all("canvas")
            assert "--trace FILE.dpstrace" in browser.find("#timeline").text
            assert "C and O lines" in browser.find("#blueprint").text
            browser.open("why.html")
            assert browser.all("#line-4 td")[3].text.endswith("%"), "the share of the path is known without a trace"
            browser.open("alone.html")
            browser.wait(lambda: browser.find("canvas").get_attribute("data-to"), "the timeline is drawn")
            assert "RESULT.json" in browser.find("#blueprint").text
        finally:
            browser.driver.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
