// Axes and drawings in SVG.

function drawing(width, height, label) {
  return makeSvg(
      'svg',
      {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'drawing'});
}

function svgText(x, y, text, attributes) { return makeSvg('text', {x, y, ...attributes}, text); }

/**
 * A chart of series over a common axis. `series`: [{name, colour, values}]; gaps are null.
 * `xs` are the abscissas, in seconds; `last` and `most` the ends of the axes; `unit` that of y.
 */
function lineChart({label, xs, series, unit, last, most, height = 130}) {
  const width = 900, left = 80, right = 30, bottom = 22, top = 12;
  const svg = drawing(width, height, label);
  const x = (value) => left + (width - left - right) * value / last;
  const y = (value) => height - bottom - (height - bottom - top) * value / most;
  for (const tick of roundTicks({least: 0, most, unit}, 4)) {
    const at = y(tick.value);
    svg.append(
        makeSvg('line', {x1: left, x2: width - right, y1: at, y2: at, class: 'grid'}),
        svgText(left - 6, at + 4, tick.label, {class: 'end y tick'}));
  }
  for (const tick of roundTicks({least: 0, most: last, unit: 's'}, 8)) {
    svg.append(svgText(x(tick.value), height - 5, tick.label, {class: 'middle x tick'}));
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
