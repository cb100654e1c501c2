// The chart of a sweep: figures of its points over one of its axes, a curve for each combination of
// the other axes.

const mostCurves = 8;

/** The indices of axes other than that of x, which distinguish curves. */
function curveAxes(sweep, xAxis) { return sweep.axes.map((_, i) => i).filter((i) => i !== xAxis); }

/** [{name, points}], in the order of the points; `chosen[i]` is a value of axis i, or ''. */
function curvesOf(sweep, xAxis, chosen) {
  const curves = new Map();
  for (const point of sweep.points) {
    if (sweep.axes.some((_, i) => i !== xAxis && chosen[i] && point.values[i] !== chosen[i])) {
      continue;
    }
    const name = curveAxes(sweep, xAxis)
                     .filter((i) => !chosen[i])
                     .map((i) => `${sweep.axes[i].name} = ${point.values[i] || 'none'}`)
                     .join(', ');
    curves.set(name, [...(curves.get(name) || []), point]);
  }
  return [...curves].map(([name, points]) => ({name, points}));
}

/** The places of points on the x axis: numbers, or 0, 1, 2 … for the values of other axes. */
function abscissas(sweep, xAxis) {
  const axis = sweep.axes[xAxis];
  if (axis.is_number) {
    return (point) => point.numbers[xAxis];
  }
  const words = [...new Set(sweep.points.map((point) => point.values[xAxis]))];
  return (point) => words.indexOf(point.values[xAxis]);
}

/**
 * An axis over these values; logarithmic only if all of them are above 0. That of y has some room.
 */
function axisOver(values, unit, wantsLogarithm, isOfY) {
  const isLogarithmic = wantsLogarithm && values.every((value) => value > 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = isOfY && !isLogarithmic && least > 0 ? 0 : least;
  const high = isOfY ? most + Math.abs(most) * 0.05 : most;
  return low < high ? {least: low, most: high, unit, isLogarithmic} :
                      {least: low - 1, most: high + 1, unit, isLogarithmic: false};
}

/** value => its place between `from` and `to` */
function placesOn(axis, from, to) {
  const scale = axis.isLogarithmic ? Math.log : (value) => value;
  const [least, most] = [scale(axis.least), scale(axis.most)];
  return (value) => from + (to - from) * (scale(value) - least) / (most - least);
}

function xTicks(sweep, xAxis, axis) {
  if (sweep.axes[xAxis].is_number) {
    return roundTicks(axis, 8);
  }
  const words = [...new Set(sweep.points.map((point) => point.values[xAxis]))];
  return words.map((label, value) => ({label: label || 'none', value}));
}

/** The points of a curve that have the figure, from left to right: [{x, y, point}]. */
function placed(curve, xOf, figure) {
  return curve.points.map((point) => ({x: xOf(point), y: point.figures[figure], point}))
      .filter(({x, y}) => isNumber(x) && isNumber(y))
      .sort((a, b) => a.x - b.x);
}

/** `choose` gets the point that is clicked or chosen by Enter. */
function sweepChart(sweep, {xAxis, figure, chosen, isLogX, isLogY}, choose) {
  const width = 900, height = 380, left = 90, right = 30, bottom = 46, top = 14;
  const curves = curvesOf(sweep, xAxis, chosen).slice(0, mostCurves);
  const xOf = abscissas(sweep, xAxis), all = curves.map((curve) => placed(curve, xOf, figure));
  const points = all.flat();
  if (points.length === 0) {
    return note('No point has this figure.');
  }
  const {name, unit} = sweep.figures[figure];
  const xs = axisOver(points.map(({x}) => x), sweep.axes[xAxis].unit, isLogX, false);
  const ys = axisOver(points.map(({y}) => y), unit === 'share' ? '' : unit, isLogY, true);
  const x = placesOn(xs, left, width - right), y = placesOn(ys, height - bottom, top);
  const title = `${name} over ${sweep.axes[xAxis].name}`, svg = drawing(width, height, title);
  svg.setAttribute('role', 'group');  // its points are buttons
  for (const tick of roundTicks(ys, 6)) {
    const at = y(tick.value);
    svg.append(
        makeSvg('line', {x1: left, x2: width - right, y1: at, y2: at, class: 'grid'}),
        svgText(left - 6, at + 4, tick.label, {class: 'end y tick'}));
  }
  for (const tick of xTicks(sweep, xAxis, xs)) {
    svg.append(svgText(x(tick.value), height - bottom + 18, tick.label, {class: 'middle x tick'}));
  }
  svg.append(
      svgText((left + width - right) / 2, height - 8, sweep.axes[xAxis].name, {class: 'middle'}));
  all.forEach((curve, i) => {
    const path =
        curve.map((one, k) => `${k ? 'L' : 'M'}${x(one.x).toFixed(1)} ${y(one.y).toFixed(1)}`);
    svg.append(titled(
        makeSvg('path', {d: path.join(''), class: `line curve${i}`}), curves[i].name || name));
    for (const {x: cx, y: cy, point} of curve) {
      const words = `${point.selector}: ${name} ${figureText(cy, unit)}`;
      svg.append(titled(
          makeSvg('circle', {
            cx: x(cx).toFixed(1),
            cy: y(cy).toFixed(1),
            r: 4,
            class: `point curve${i}`,
            tabindex: 0,
            role: 'button',
            'aria-label': words,
            onclick: () => choose(point),
            onkeydown: (event) => event.key === 'Enter' && choose(point)
          }),
          words));
    }
  });
  return svg;
}
