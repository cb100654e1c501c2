// The page of a sweep: a chart with any figure and any axis, and a table of all points.

/** A figure with its unit. */
function figureText(value, unit) {
  const texts = {s: timeText, share: percentText, '/s': (rate) => `${digits(rate)}/s`};
  return isNumber(value) ? (texts[unit] || digits)(value) : unknown;
}

/** The values of an axis in the order of the points. */
function valuesOn(sweep, i) { return [...new Set(sweep.points.map((point) => point.values[i]))]; }

/** What the chart shows at first: the makespan over the axis with the most numbers. */
function firstChoice(sweep) {
  const lengths = sweep.axes.map((axis, i) => (axis.is_number ? valuesOn(sweep, i).length : 0));
  const xAxis = lengths.indexOf(Math.max(...lengths));
  return {xAxis, figure: 0, chosen: sweep.axes.map(() => ''), isLogX: false, isLogY: false};
}

function sweepControls(sweep, state, redraw) {
  const set = (key, value) => {
    state[key] = value;
    redraw();
  };
  return make(
      'div', {class: 'tools'},
      choice(
          'Figure', sweep.figures.map(({name}, i) => [String(i), name]), String(state.figure),
          (value) => set('figure', Number(value))),
      choice(
          'over', sweep.axes.map(({name}, i) => [String(i), name]), String(state.xAxis),
          (value) => {
            state.chosen[Number(value)] = '';
            set('xAxis', Number(value));
          }),
      curveAxes(sweep, state.xAxis)
          .map(
              (i) => choice(
                  sweep.axes[i].name,
                  [['', 'all'], ...valuesOn(sweep, i).map((value) => [value, value || 'none'])],
                  state.chosen[i],
                  (value) => {
                    state.chosen[i] = value;
                    redraw();
                  })),
      tick('logarithmic x', state.isLogX, (value) => set('isLogX', value)),
      tick('logarithmic y', state.isLogY, (value) => set('isLogY', value)));
}

/** How to see a point, and what it has. */
function pointDetails(sweep, point) {
  const file = sweep.name.replace(/\.db:.*$/, '.db');
  return make(
      'div', {class: 'details'},
      make(
          'dl', {}, make('dt', {}, 'point'), make('dd', {}, point.selector),
          make('dt', {}, 'its report'),
          make('dd', {}, `dps report '${file}:${point.selector}' -o point.html`),
          ...(point.reason ? [make('dt', {}, 'failed'), make('dd', {}, point.reason)] : []),
          ...sweep.figures.flatMap(
              ({name, unit}, i) => isNumber(point.figures[i]) ?
                  [make('dt', {}, name), make('dd', {}, figureText(point.figures[i], unit))] :
                  [])));
}

function curveLegend(sweep, state) {
  const curves = curvesOf(sweep, state.xAxis, state.chosen);
  const entries = curves.slice(0, mostCurves).map(({name}, i) => [`curve${i}`, name]);
  return [
    entries.length > 1 ? legend(entries) : null,
    curves.length > mostCurves ?
        note(`The first ${mostCurves} of ${curves.length} curves; choose a value above.`) :
        null
  ];
}

function sweepSection() {
  const sweep = report.sweep, state = firstChoice(sweep);
  const controls = make('div', {}), chart = make('div', {}), details = make('div', {});
  const redraw = () => {
    controls.replaceChildren(sweepControls(sweep, state, redraw));
    chart.replaceChildren(
        ...[sweepChart(
                sweep, state, (point) => details.replaceChildren(pointDetails(sweep, point))),
            ...curveLegend(sweep, state)]
            .filter((part) => part !== null));
  };
  redraw();
  return [
    controls, chart,
    note('A click on a point shows all of its figures, and how to open its report.'), details
  ];
}

/** The kind of a table's column for a unit. */
const columnKinds = {
  s: 'time',
  share: 'percent'
};

function sweepTable() {
  const sweep = report.sweep;
  const columns = [
    ...sweep.axes.map((axis, i) => [axis.name, 'text', (point) => point.values[i]]),
    ['status', 'text', (point) => point.reason || (point.status === 0 ? 'complete' : point.status)],
    ['runs', 'count', 'runs'],
    ...sweep.figures.map(
        ({name, unit}, i) => [name, columnKinds[unit] || 'count', (point) => point.figures[i]])
  ];
  return [
    make('div', {class: 'wide'}, tableOf(columns, sweep.points)),
    make(
        'p', {},
        button(
            'CSV', () => download('sweep.csv', csvOf(columns, sweep.points), 'text/csv'),
            'Save sweep.csv'))
  ];
}

function sweepNotes() {
  return report.sweep.notes.length === 0 ?
      [note('The results have no notes.')] :
      [make('ul', {class: 'notes'}, report.sweep.notes.map((text) => make('li', {}, text)))];
}

const sweepSections = [
  ['chart', 'Figures', sweepSection], ['points', 'Points', sweepTable],
  ['notes', 'Notes', sweepNotes]
];
