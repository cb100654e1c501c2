#!/usr/bin/python3
"""Opens reports in headless Chromium, from the disk: no error, zoom, search, switch of results and colours.

usage: browser_test.py DPS EXAMPLES [FOLDER]   (FOLDER: keep pages and screenshots there)
"""
import json
import math
import os
import pathlib
import re
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

TIMES = """V t 1
I Job.i 1 Job.m
C Work.c compute {t}
O Job.o Worker.p -t Job.m -b 100 -n 4
F send.f NULL Work.c Job.o NULL
F work.f Job.i Work.c NULL SAME*3,NULL
U master.u send.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 1 worker.u
"""

RING = 1000  # processes
TICKS = pathlib.Path(__file__).parents[2] / "base/plots/ticks.txt"
TICK_CODE = pathlib.Path(__file__).parents[3] / "profiles/reports/page/ticks.js"


class Pages:
    """Reports made by dps in a folder."""

    def __init__(self, dps, folder, examples):
        self.dps, self.folder, self.examples = dps, folder, examples

    def run(self, *words):
        subprocess.run([self.dps, *words], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def time(self, name, time):
        """The report of a program whose messages and functionalities take about `time`."""
        (self.folder / "times.txt").write_text(TIMES)
        self.run("predict", "times.txt", "--machine", "laptop", "--set", f"t={time:e}", "-o", f"{name}.json", "--trace",
                 f"{name}.dpstrace", "-q")
        self.run("report", f"{name}.json", f"{name}.dpstrace", "-o", f"{name}.html")

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
        self.run("sweep", "plan.txt", "--set", "n=10..40:10", "--machine", "laptop", "--machine", "rack_100g", "-o", "sweep.db", "-q")
        self.run("report", "sweep.db", "-o", "sweep.html")
        # The path visits all processes, many of them in one pixel of the axis.
        self.run("predict", f"{self.examples}/ring/blueprint.txt", "--set", f"n={RING}", "--machine", "laptop", "-o", "ring.json",
                 "--trace", "ring.dpstrace", "-q")
        self.run("report", "ring.json", "ring.dpstrace", "-o", "ring.html")


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
        """Checks that the log of the console, which has errors of scripts and violations of the policy, is empty."""
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


def tick_value(label):
    """The number of a label; None if it is not the label of a tick."""
    units = {"": 0, "s": 0, "ms": -3, "µs": -6, "ns": -9, "ps": -12, "B": 0, "kB": 3, "MB": 6, "GB": 9, "TB": 12, "%": 0}
    found = re.fullmatch(r"\+?(-?[\d,]+(?:\.\d+)?)(?:e(-?\d+))?(?: (\D+))?", label)
    if not found or (found[3] or "") not in units:
        return None
    return float(f"{found[1].replace(',', '')}e{int(found[2] or 0) + units[found[3] or '']}")


def check_ticks(where, ticks, is_logarithmic=False):
    """Checks that there are at least two ticks (label, place), all different, each at the place of its value."""
    labels = [label for label, _ in ticks]
    assert len(set(labels)) == len(labels) >= 2, (where, labels)
    values = [tick_value(label) for label in labels]
    assert None not in values, (where, labels)
    if labels[1].startswith("+"):
        values[0] = 0
    if is_logarithmic:
        values = [math.log(value) for value in values]
    places = [place for _, place in ticks]
    for value, place in zip(values, places):
        exact = places[0] + (places[-1] - places[0]) * (value - values[0]) / (values[-1] - values[0])
        assert abs(place - exact) < 1.1, (where, labels, places)


def test_table_of_ticks(browser):
    """The ticks of pages follow the same rules as those of other pictures."""
    code = TICK_CODE.read_text() + """
        const [kind, least, most, count, unit] = arguments[0];
        return roundTicks({least: Number(least), most: Number(most), unit: unit === '-' ? '' : unit,
                           isLogarithmic: kind === 'logarithmic', isWhole: kind === 'whole'},
                          Number(count)).map((tick) => tick.label);"""
    for line in TICKS.read_text().splitlines():
        if not line.startswith("#"):
            axis, *labels = line.split("; ")
            assert browser.script(code, axis.split()) == labels, line


def svg_ticks(browser, svg, axis):
    key = "x" if axis == "x" else "y"
    return browser.script("""return [...arguments[0].querySelectorAll(`text.${arguments[1]}.tick`)].map(
        (text) => [text.textContent, Number(text.getAttribute(arguments[2]))])""", svg, axis, key)


def texts_of_one_drawing(browser):
    """The texts at the axis of the timeline after a key that changes nothing."""
    browser.driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => { window.texts = []; done(); }))")
    browser.find("canvas").send_keys(",")
    browser.wait(lambda: browser.script("return window.texts.length > 0"), "it is drawn again")
    return browser.script("return window.texts")


def test_ticks(browser, name):
    """The ticks of every picture of a page are exact; those of the timeline also when it is magnified."""
    browser.driver.execute_cdp_cmd("Page.enable", {})
    hook = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.texts = [];
        const fill = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function(text, x, y, ...others) {
          if (y < 24) { window.texts.push([text, x]); }
          return fill.call(this, text, x, y, ...others);
        };"""})["identifier"]
    browser.open(f"{name}.html")
    canvas = browser.find("canvas")
    browser.wait(lambda: canvas.get_attribute("data-to"), "the timeline is drawn")
    for step in range(10):
        ticks = [tick for tick in texts_of_one_drawing(browser) if tick_value(tick[0]) is not None]
        check_ticks((name, "timeline", step), ticks)
        begin = browser.shown_time()[0]
        canvas.send_keys("++++" + Keys.ARROW_RIGHT)
        browser.wait(lambda: browser.shown_time()[0] > begin, "it is magnified and moved")
    assert browser.all("#rates svg.drawing") and browser.all("#load svg.drawing")
    for number, svg in enumerate(browser.all("#rates svg.drawing, #load svg.drawing")):
        for axis in ("x", "y"):
            check_ticks((name, "rates", number, axis), svg_ticks(browser, svg, axis))
    svgs = browser.all("#distributions svg.drawing")
    assert len(svgs) == 1
    check_ticks((name, "distributions"), svg_ticks(browser, svgs[0], "x"), True)
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": hook})


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


def test_tracks(browser):
    """The filter hides tracks. Folded, both workers of each result are one track, and the search finds elements in it."""
    height = lambda: browser.script("return parseFloat(document.querySelector('.spacer').style.height)")
    whole, filter_field = height(), browser.find("input[aria-label^='Show only']")
    filter_field.send_keys("worker.p[1] master")
    browser.wait(lambda: abs(height() - (whole - 2 * 30)) < 1, "four of six tracks")
    fold = browser.find("#timeline .tools label:nth-of-type(1) input")
    filter_field.clear()
    filter_field.send_keys("Worker")
    fold.click()
    browser.wait(lambda: abs(height() - (whole - 4 * 30)) < 1, "a track for each result")
    search = browser.find("input[aria-label='Search the timeline']")
    search.send_keys("work.c" + Keys.ENTER)
    browser.wait(lambda: "Worker.p[0]" in browser.find(".details").text, "a match has its process")
    search.clear()
    search.send_keys(Keys.ENTER)
    filter_field.clear()
    filter_field.send_keys("nobody")
    browser.wait(lambda: abs(height() - (whole - 5 * 30)) < 1, "an empty timeline has the height of a track")
    filter_field.clear()
    filter_field.send_keys(" ")
    fold.click()
    browser.wait(lambda: abs(height() - whole) < 1, "all tracks")


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


def test_sweep(browser):
    """There is a curve for each machine over n, and any figure can be shown; a click on a point names its report."""
    svg = lambda: browser.find("#chart svg.drawing")
    assert len(browser.all("#chart path.line")) == 2 and len(browser.all("#chart circle.point")) == 8
    assert svg().get_attribute("aria-label") == "makespan over n"
    for axis in ("x", "y"):
        check_ticks(("sweep", axis), svg_ticks(browser, svg(), axis))
    Select(browser.all("#chart select")[0]).select_by_visible_text("count(work.f)")
    browser.wait(lambda: svg().get_attribute("aria-label") == "count(work.f) over n", "another figure")
    Select(browser.all("#chart select")[2]).select_by_visible_text("laptop")
    browser.wait(lambda: len(browser.all("#chart path.line")) == 1, "one machine")
    browser.all("#chart circle.point")[-1].click()
    browser.wait(lambda: "dps report 'sweep.db:kind=predict,machine=laptop,n=40'" in browser.find("#chart .details").text, "a point")
    assert "80" in browser.find("#chart .details").text
    assert [cell.text for cell in browser.all("#points tbody td:nth-child(2)")] == ["10", "20", "30", "40"] * 2
    Select(browser.all("#chart select")[1]).select_by_visible_text("machine")
    browser.wait(lambda: "over machine" in svg().get_attribute("aria-label"), "an axis of names")
    names = [text for text, _ in svg_ticks(browser, svg(), "x")]
    assert names == ["laptop", "rack_100g"], names


def test_load(browser):
    """Worker.p[0] and [1] compute 120 ms each; the other jobs wait for them meanwhile."""
    browser.script("arguments[0].open = true", browser.find("#load details"))
    browser.wait(lambda: browser.all("#load details tbody tr"), "the table is filled")
    heads = [head.text.strip() for head in browser.all("#load details thead th")]
    assert heads == ["time", "Master.p busy", "Master.p queue", "Worker.p busy", "Worker.p queue"], heads
    rows = browser.script("""return [...document.querySelectorAll("#load details tbody tr")].map(
        (row) => [...row.cells].map((cell) => cell.textContent))""")
    middle = rows[len(rows) // 2]
    assert middle[3] == "100 %", middle
    assert 34 < float(middle[4]) < 44, middle
    assert float(rows[-1][4]) < 4, rows[-1]


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
    assert browser.all("details")
    for details in browser.all("details"):
        browser.script("arguments[0].open = true", details)
    browser.wait(lambda: all(browser.script("return arguments[0].querySelector('table, p') !== null", one)
                             for one in browser.all("details")), "every table is filled")


def test_sorting(browser):
    """A click on the head of a column sorts; the next one reverses the order."""
    browser.script("arguments[0].open = true", browser.find("#bars details"))
    browser.wait(lambda: browser.all("#bars details thead button"), "the table is filled")
    heads = browser.all("#bars details thead button")
    names = lambda: [cell.text for cell in browser.all("#bars details tbody td:first-child")]
    real = [head.text.strip() for head in heads].index("messages out")
    counts = lambda: [int(cell.text) for cell in browser.all(f"#bars details tbody td:nth-child({real + 1})")]
    heads[real].click()
    assert counts() == sorted(counts(), reverse=True) and len(set(counts())) > 1, counts()
    heads[real].click()
    assert counts() == sorted(counts()), counts()
    heads[0].click()
    assert names() == ["Master.p[0]", "Worker.p[0]", "Worker.p[1]"], names()


def test_print(browser, rows):
    """On paper, the timeline has all its tracks, and is as wide as the page."""
    frame, canvas = browser.find(".timeline"), browser.find("canvas")
    seen = browser.script("return arguments[0].height / devicePixelRatio", canvas)
    assert seen < rows * 9, "the page shows a part"
    browser.script("dispatchEvent(new Event('beforeprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 720, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    sizes = browser.script("""const [frame, canvas] = arguments, box = canvas.getBoundingClientRect();
        return [canvas.height, box.height / box.width - canvas.height / canvas.width, box.right - document.documentElement.clientWidth,
                frame.getBoundingClientRect().bottom - box.bottom];""", frame, canvas)
    assert sizes[0] >= rows * 9 and abs(sizes[1]) < 0.01 and sizes[2] <= 0 and sizes[3] >= -1, sizes
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.script("dispatchEvent(new Event('afterprint'))")
    browser.wait(lambda: abs(browser.script("return arguments[0].height / devicePixelRatio", canvas) - seen) < 2, "the page is as before")


def test_path_of_all_tracks(browser, rows):
    """Every track on the path has a mark of it, also where many tracks are in one pixel."""
    browser.script("dispatchEvent(new Event('beforeprint'))")
    marked = browser.script("""const canvas = document.querySelector("canvas"), rows = arguments[0], context = canvas.getContext("2d");
        const path = getComputedStyle(document.documentElement).getPropertyValue("--path").trim();
        const wanted = [1, 3, 5].map((at) => parseInt(path.slice(at, at + 2), 16)), ratio = canvas.height / parseFloat(canvas.style.height);
        const left = Math.round(150 * ratio), width = canvas.width - left;
        const {data} = context.getImageData(left, 0, width, canvas.height);  // at once: Chromium warns of many reads
        const isPath = (i) => wanted.every((value, k) => Math.abs(data[i + k] - value) < 60);
        let count = 0;
        for (let row = 0; row < rows; ++row) {
          const top = Math.round((24 + row * 9 + 5) * ratio), bottom = top + Math.round(4 * ratio);
          let isMarked = false;
          for (let i = 4 * width * top; i < 4 * width * bottom && !isMarked; i += 4) { isMarked = isPath(i); }
          count += isMarked;
        }
        return count;""", rows)
    browser.script("dispatchEvent(new Event('afterprint'))")
    assert marked == rows, f"the path is on {marked} of {rows} tracks"


def make_mpi_page(folder):
    """The page of a result with call sites, as MPI programs have them."""
    begin = '<script type="application/json" id="data">'
    before, data = (folder / "why.html").read_text().split(begin)
    data, after = data.split("</script>", 1)
    report = json.loads(data)
    report["results"][0]["blueprint"]["text"] = ""
    report["results"][0]["run"]["mpi"] = {"sites": [
        {"function": "MPI_Send", "place": "life.cc:42", "calls": 10, "ranks": 2, "bytes": 80, "total_s": 0.5, "idle_s": 0.25},
        {"function": "MPI_Recv", "place": "life.cc:50", "calls": 10, "ranks": 2, "bytes": 80, "total_s": 1.5, "idle_s": None}]}
    report["results"][0]["run"]["sources"] = [
        {"file": "life.cc", "lines": [[41, "  // <b>a</b>"], [42, "  MPI_Send(x);"], [50, "  MPI_Recv(x);"]]}]
    (folder / "mpi.html").write_text(before + begin + json.dumps(report).replace("<", "\\u003c") + "</script>" + after)


def test_mpi(browser):
    """The page has call sites in place of a blueprint, and neither O lines nor a hint to name a result."""
    text = browser.find("#blueprint").text
    assert "Calls of MPI" in text and "Name the result" not in text and "name it, too" not in text, text
    rows = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")] for row in browser.all("#blueprint .wide table:not(.source) tbody tr")]
    assert rows == [["MPI_Recv", "life.cc:50", "10", "2", "80 B", "1.5 s", "unknown"],
                    ["MPI_Send", "life.cc:42", "10", "2", "80 B", "500 ms", "250 ms"]], rows
    source = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")] for row in browser.all("#blueprint .source tbody tr")]
    assert source == [["…", ""], ["41", "", "", "  // <b>a</b>"], ["42", "10", "500 ms", "  MPI_Send(x);"],
                      ["…", ""], ["50", "10", "1.5 s", "  MPI_Recv(x);"]], source
    assert "of rank" in browser.find("#why").text and " messages." not in browser.find("#why").text
    labels = [cell.text for cell in browser.all("#summary table.summary th")]
    assert "command" in labels and "blueprint" not in labels, labels


def test_phone(browser):
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True})
    for details in browser.all("details"):
        browser.script("arguments[0].open = true", details)
    browser.script("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wide = browser.script("""const limit = document.documentElement.clientWidth + 1;
        const fits = (element) => element.getBoundingClientRect().right <= limit || element.closest(".wide, svg");
        return [...document.querySelectorAll("body *")].filter((element) => !fits(element)).map(
            (element) => `${element.tagName}.${element.className} in ${element.closest("section")?.id}`);""")
    assert not wide, wide[:10]
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    dps = os.path.abspath(sys.argv[1])
    if not shutil.which("chromedriver") or not shutil.which("chromium"):
        print("skipped: there is no chromium with chromium-driver")
        return SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else temporary)
        pages = Pages(dps, folder, os.path.abspath(sys.argv[2]))
        pages.make()
        browser = Browser(folder)
        try:
            browser.open("both.html")
            for test in (test_timeline, test_tracks, test_search, test_blueprint, test_download, test_load, test_results, test_theme, test_harm, test_tables,
                         test_requests):
                test(browser)
                browser.check_log(test.__name__)
                print("ok", test.__name__)
            browser.open("sweep.html")
            test_sweep(browser)
            browser.check_log("sweep")
            print("ok test_sweep")
            browser.open("plain.html")
            test_sorting(browser)
            browser.open("ring.html")
            browser.wait(lambda: browser.find("canvas").get_attribute("data-to"), "the timeline is drawn")
            test_print(browser, RING)
            test_path_of_all_tracks(browser, RING)
            test_phone(browser)
            print("ok print, path and phone")
            make_mpi_page(folder)
            browser.open("mpi.html")
            test_mpi(browser)
            print("ok test_mpi")
            test_table_of_ticks(browser)
            for power in range(-9, 6, 2):
                name = f"time{power}"
                pages.time(name, 1.3 * 10.0**power)
                test_ticks(browser, name)
            print("ok test_ticks")
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
