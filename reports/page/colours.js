// Light and dark, and the colours of the canvas, which are those of the style sheet.

/** What processes do, in the order of the kinds of intervals: [class, name]. */
const activities = [["compute", "computing"], ["send", "sending"], ["wait", "waiting"], ["take", "taking"]];

let isPrinting = false;

/** "auto", "light" or "dark". */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") {
    root.removeAttribute("data-theme");
  } else {
    root.setAttribute("data-theme", theme);
  }
  changed("colours");
}

/** [red, green, blue] of a custom property such as "--compute". */
function colourOf(name) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

function hexOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function watchColours() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => changed("colours"));
  for (const [event, value] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {
      isPrinting = value;
      document.documentElement.toggleAttribute("data-print", value);
      changed("colours");
    });
  }
}
