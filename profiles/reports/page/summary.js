// The summary: the figures of the whole run, its repetitions and its notes.

function summaryRows(result) {
  const totals = result.run ? result.run.totals : {};
  const rows = [
    ['makespan', timeText(result.run ? result.run.makespan_s : null)],
    [
      'kind',
      `${result.kind === 'predict' ? 'prediction' : 'run'}${result.complete ? '' : ', INCOMPLETE'}`
    ],
    ['processes', `${countText(totals.processes)} on ${counted(totals.hosts, 'host')}`],
    ['sent', `${counted(totals.msgs_out, 'message')}, ${bytesText(totals.bytes_out)}`],
    ['late messages', countText(totals.late_msgs)],
    ['never used', countText(totals.unclaimed_msgs)],
    ['ended last', textOf.text(totals.last_ptag)],
    [
      'busiest',
      totals.busiest && totals.busiest.length ?
          `${totals.busiest.join(', ')} (${timeText(totals.busiest_max_s)})` :
          'all alike'
    ],
    [isMpi(result) ? 'command' : 'blueprint', result.blueprint.path],
  ];
  const variables = Object.entries(result.blueprint.variables);
  if (variables.length > 0) {
    rows.push(['variables', variables.map(([name, value]) => `${name}=${value}`).join('  ')]);
  }
  return rows;
}

function summaryTable() {
  const results = shownResults();
  const columns = results.map(summaryRows);
  const body = make('tbody', {});
  const labels = [...new Set(columns.flatMap((rows) => rows.map(([label]) => label)))];
  for (const label of labels) {
    const cells = columns.map((rows) => (rows.find(([name]) => name === label) || ['', ''])[1]);
    body.append(make(
        'tr', {}, make('th', {scope: 'row'}, label), cells.map((text) => make('td', {}, text))));
  }
  const table = make('table', {class: 'summary'});
  if (results.length > 1) {
    table.append(make(
        'thead', {},
        make(
            'tr', {}, make('td', {}),
            results.map((result, i) => make('th', {scope: 'col'}, `${'AB'[i]}: ${result.name}`)))));
  }
  table.append(body);
  return table;
}

/** A dot for the makespan of each run, if there are several. */
function makespans(result) {
  const values = result.makespans_s.filter(isNumber);
  if (values.length < 2) {
    return null;
  }
  const width = 900, height = 46;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = most - least || most * 0.01 || 1;
  const x = (value) => 40 + (width - 80) * (value - least) / range;
  const svg = drawing(width, height, `The makespans of ${values.length} runs`);
  svg.append(makeSvg('line', {x1: 40, x2: width - 40, y1: 16, y2: 16, class: 'grid'}));
  values.forEach(
      (value, i) => svg.append(titled(
          makeSvg('circle', {cx: x(value), cy: 16, r: 4, class: 'dot'}),
          `run ${i + 1}: ${timeText(value)}`)));
  for (const value of new Set([least, most])) {
    svg.append(svgText(x(value), 40, timeText(value), {class: 'middle'}));
  }
  return [
    make('h3', {}, `Makespans of ${values.length} runs: ${result.name}`), svg,
    tableBelow(
        'makespans', [['run', 'count', 'run'], ['makespan', 'time', 'makespan_s']],
        result.makespans_s.map((makespan_s, i) => ({run: i + 1, makespan_s})))
  ];
}

function notesOf(result) {
  return result.notes.length === 0 ? null : [
    make('h3', {}, shown.compared ? `Notes: ${result.name}` : 'Notes'),
    make('ul', {class: 'notes'}, result.notes.map((text) => make('li', {}, text)))
  ];
}

function difference() {
  if (!shown.compared || !shown.result.run || !shown.compared.run) {
    return null;
  }
  const [a, b] = [shown.result.run.makespan_s, shown.compared.run.makespan_s];
  const change = a > 0 ? Math.abs(b / a - 1) * 100 : 0;
  return make(
      'p', {},
      a === b ?
          `A and B take the same time, ${timeText(a)}.` :
          `B takes ${digits(Number(change.toFixed(2)))} % ${b < a ? 'less' : 'more'} time than A.`);
}

function summarySection() {
  return [
    summaryTable(), difference(), ...shownResults().flatMap(makespans),
    ...shownResults().flatMap(notesOf)
  ];
}
