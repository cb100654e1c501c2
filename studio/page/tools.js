// What the page has in common with a report: elements, numbers as texts, tables, colours.
import {reportParts} from 'dps:report';

export const {make, button, choice, tick, note, timeText, countText, digits, download, tableOf, setTheme, legend, sweepChart} =
    reportParts({results: []});

/** The parts of a report that show these results. */
export function partsOf(...results) { return reportParts({results}); }

/** A command for a terminal: words in the quotes of a shell where they need them. */
export function shellText(words) {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll('\'', '\'\\\'\'')}'`)).join(' ');
}

/** "+12.3 %" */
export function changeText(now, before) {
  if (!(before > 0)) {
    return '';
  }
  const percent = (now / before - 1) * 100;
  return `${percent > 0 ? '+' : ''}${Math.abs(percent) < 0.005 ? '0' : percent.toFixed(Math.abs(percent) < 10 ? 2 : 1)} %`;
}
