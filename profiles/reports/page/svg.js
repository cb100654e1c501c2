// Axes and drawings in SVG.

/** Round steps (1, 2 or 5 times a power of ten) that divide a range into at most `most` parts. */
function stepOf(range, most) {
  const rough = range / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => power * factor >= rough * (1 - 1e-9)) || 10);
}

function ticksOf(from, to, most) {
  if (!(to > from)) {
    return [];
  }
  const step = stepOf(to - from, most);
  const ticks = [];
  for (let k = Math.ceil(from / step); k * step <= to * (1 + 1e-12); ++k) {
    ticks.push(k * step);
  }
  return ticks;
}

function drawing(width, height, label) {
  return makeSvg(
      'svg',
      {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'drawing'});
}

function svgText(x, y, text, attributes) { return makeSvg('text', {x, y, ...attributes}, text); }

/**
 * A chart of series over a common axis. `series`: [{name, colour, values}]; gaps are null.
 * `xs` are the abscissas, in seconds; `last` and `most` the ends of the axes.
 */
function lineChart({label, xs, series, textOfY, last, most, height = 130}) {
  const width = 900, left = 80, right = 30, bottom = 22, top = 12;
  const svg = drawing(width, height, label);
  const x = (value) => left + (width - left - right) * value / last;
  const y = (value) => height - bottom - (height - bottom - top) * value / most;
  for (const value of ticksOf(0, most, 4)) {
    svg.append(
        makeSvg('line', {x1: left, x2: width - right, y1: y(value), y2: y(value), class: 'grid'}),
        svgText(left - 6, y(value) + 4, textOfY(value), {class: 'end'}));
  }
  for (const value of ticksOf(0, last, 8)) {
    svg.append(svgText(x(value), height - 5, timeText(value), {class: 'middle'}));
  }
  for (const one of series) {
    let path = '', isDown = false;
    one.values.forEach((value, i) => {
      if (isNumber(value)) {
        path += `${isDown ? 'L' : 'M'}${x(xs[i]).toFixed(1)} ${y(value).toFixed(1)}`;
        path += isDown ? '' : 'h0.1';
      }
      isDown = isNumber(value);
    });
    svg.append(titled(makeSvg('path', {d: path, class: `line ${one.colour}`}), one.name));
  }
  return svg;
}

/** The names of colours: [class, text]. */
function legend(entries) {
  return make(
      'ul', {class: 'legend'},
      entries.map(
          ([colour, text]) => make(
              'li', {}, make('span', {class: `swatch ${colour}`, 'aria-hidden': 'true'}), ' ',
              text)));
}
