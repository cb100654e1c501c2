"""Headless Chromium with the page of a studio."""
import sys

SKIPPED = 77

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    print("skipped: there is no python3-selenium")
    sys.exit(SKIPPED)


class Browser:
    def __init__(self, folder, shots, axe=None):
        """`axe` is the script of axe-core, which check_accessibility() needs."""
        self.axe = axe
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,1000",
                     "--force-prefers-color-scheme=light", f"--user-data-dir={folder / 'browser'}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.shots = shots

    def open(self, studio):
        self.driver.get("about:blank")
        self.driver.get(studio.address)
        self.wait(lambda: self.driver.execute_script("return window.studio && studio.hasOpened"), "the page")
        self.driver.execute_script("studio.editor.focus()")
        self.check_log("open")

    def check_log(self, where, *allowed):
        """Checks that the log of the console, which has errors of scripts and violations of the policy, is empty."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        messages = [each for each in messages if not any(word in each for word in allowed)]
        assert not messages, f"{where}: {messages}"

    def wait(self, condition, what, seconds=30):
        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: condition())
        except Exception as error:
            self.shot("failed")
            raise AssertionError(f"{what}: {self.text('.machines')!r} {self.text('.failure')!r} {self.text('.notice')!r}") from error

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        """The text of the visible elements; it is read in one step, since the page replaces elements."""
        return self.run("return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length)"
                        ".map((one) => one.innerText).join(' ').trim()", selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, text):
        ActionChains(self.driver).send_keys(text).perform()

    def chord(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in keys[:-1]:
            chain.key_up(key)
        chain.perform()

    def click(self, text, within=""):
        found = self.run("const found = [...document.querySelectorAll(arguments[0])].find((one) => one.textContent === arguments[1]);"
                         "found && found.click(); return Boolean(found)", f"{within} button", text)
        assert found, f"there is no button {text!r}"

    def check_accessibility(self, where):
        """Checks that axe-core has no finding that is serious or critical."""
        self.run(self.axe + "; window.axe = axe")
        found = self.driver.execute_async_script("axe.run().then(({violations}) => arguments[0](violations))")
        grave = [(each["id"], each["impact"], [(node["html"][:200], node.get("failureSummary", "")[:300]) for node in each["nodes"][:4]])
                 for each in found if each["impact"] in ("serious", "critical")]
        assert not grave, f"{where}: {grave}"

    def show(self, state):
        """Takes a screenshot of one of the main states, and checks its accessibility."""
        self.shot(state)
        self.check_accessibility(state)

    def shot(self, name):
        if self.shots:
            self.driver.save_screenshot(str(self.shots / f"{name}.png"))

    def editor(self):
        return self.run("return studio.editor.text")

    def set_text(self, text):
        self.run("studio.editor.setText(arguments[0], true)", text)

    def wait_for_answer(self):
        self.wait(lambda: self.run("const r = studio.answer.results.get(studio.answer.active);"
                                   "return r && r.summary && !r.isOutdated.summary && r.why && !r.isOutdated.why"), "an answer")
