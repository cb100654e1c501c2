// Light and dark, and the colours of the canvas, which are those of the style sheet.

/** What processes do, in the order of the kinds of intervals: [class, name]. */
const activities =
    [['compute', 'computing'], ['send', 'sending'], ['wait', 'waiting'], ['take', 'taking']];

/** "auto", "light" or "dark". */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme === 'auto') {
    root.removeAttribute('data-theme');
  } else {
    root.setAttribute('data-theme', theme);
  }
  changed('colours');
}

/** The values of custom properties, until the colours change: reading them takes long. */
let knownColours = new Map();
changes.colours.push(() => {
  knownColours = new Map();
});

/** "#rrggbb" of a custom property such as "--compute". */
function hexOf(name) {
  if (!knownColours.has(name)) {
    knownColours.set(
        name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }
  return knownColours.get(name);
}

/** [red, green, blue] */
function colourOf(name) {
  return [1, 3, 5].map((at) => parseInt(hexOf(name).slice(at, at + 2), 16));
}

function watchColours() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => changed('colours'));
  for (const [event, value] of [['beforeprint', true], ['afterprint', false]]) {
    addEventListener(event, () => {
      document.documentElement.toggleAttribute('data-print', value);
      if (currentTimeline) {
        currentTimeline.setPrinted(value);
      }
      changed('colours');
    });
  }
}
