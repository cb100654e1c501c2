// The difference between two texts, line by line.
import {make} from './tools.js';

const mostCells = 4_000_000;

/** [[' ' | '-' | '+', line]…]: lines of both, of `before` alone, of `after` alone. */
export function differenceOf(before, after) {
  const a = before.split('\n'), b = after.split('\n');
  let first = 0, lastA = a.length, lastB = b.length;
  while (first < lastA && first < lastB && a[first] === b[first]) {
    ++first;
  }
  while (lastA > first && lastB > first && a[lastA - 1] === b[lastB - 1]) {
    --lastA;
    --lastB;
  }
  const same = (lines) => lines.map((line) => [' ', line]);
  return [...same(a.slice(0, first)), ...middleOf(a.slice(first, lastA), b.slice(first, lastB)), ...same(a.slice(lastA))];
}

/** The longest common subsequence; of very long texts all lines differ. */
function middleOf(a, b) {
  if (a.length * b.length > mostCells) {
    return [...a.map((line) => ['-', line]), ...b.map((line) => ['+', line])];
  }
  const width = b.length + 1, longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i) {
    for (let k = b.length - 1; k >= 0; --k) {
      longest[i * width + k] = a[i] === b[k] ? longest[(i + 1) * width + k + 1] + 1 :
                                               Math.max(longest[(i + 1) * width + k], longest[i * width + k + 1]);
    }
  }
  const rows = [];
  for (let i = 0, k = 0; i < a.length || k < b.length;) {
    if (i < a.length && k < b.length && a[i] === b[k]) {
      rows.push([' ', a[i++]]);
      ++k;
    } else if (k === b.length || (i < a.length && longest[(i + 1) * width + k] >= longest[i * width + k + 1])) {
      rows.push(['-', a[i++]]);
    } else {
      rows.push(['+', b[k++]]);
    }
  }
  return rows;
}

/** Only lines near a change are shown. */
export function differenceView(before, after) {
  const rows = differenceOf(before, after), near = 2;
  const isNear = (at) => rows.slice(Math.max(at - near, 0), at + near + 1).some(([sign]) => sign !== ' ');
  const place = make('pre', {class: 'difference', tabindex: '0', 'aria-label': 'The difference; a minus: only in this page, a plus: only in the file'});
  let hasGap = false;
  rows.forEach(([sign, line], i) => {
    if (isNear(i)) {
      place.append(make('span', {class: {'-': 'removed', '+': 'added', ' ': ''}[sign]}, `${sign} ${line}\n`));
      hasGap = false;
    } else if (!hasGap) {
      place.append('…\n');
      hasGap = true;
    }
  });
  return place;
}
