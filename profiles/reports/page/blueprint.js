// The blueprint with the cost of each line beside it.

const countNouns = {
  P: 'processes',
  U: 'activations',
  F: 'firings',
  C: 'computations',
  O: 'messages',
  I: 'messages'
};
const timeNouns = {
  P: 'busy (computing, sending, taking)',
  U: 'active',
  F: 'firing',
  C: 'computing',
  O: 'sending',
  I: 'waited for its messages'
};

const costColumns = [
  ['line', 'count', 'line'], ['section', 'text', 'section'], ['tag', 'text', 'tag'],
  ['count', 'count', 'count'], ['time', 'time', 'time_s'], ['bytes', 'bytes', 'bytes'],
  ['critical path', 'time', 'path_s']
];

/** The time of all processes together, of which the bars are shares. */
function allTime(result) { return sum(result.processes, 'real_s'); }

function costOfLine(result, section, tag) {
  return result.lines.find((line) => line.section === section && line.tag === tag) || null;
}

/** The cells of a line: count, time with its bar, and share of the path. */
function costCells(result, cost) {
  if (!cost || (cost.count === null && cost.time_s === null && cost.path_s === 0)) {
    return [make('td', {}), make('td', {}), make('td', {})];
  }
  const total = allTime(result),
        share = total > 0 && isNumber(cost.time_s) ? cost.time_s / total : 0;
  const bar = make('span', {
    class: `share ${
        cost.section === 'I'     ? 'wait' :
            cost.section === 'O' ? 'send' :
                                   'compute'}`
  });
  bar.style.width = `${Math.min(share, 1) * 90}px`;
  const path = result.why && result.why.path_s > 0 ? cost.path_s / result.why.path_s : 0;
  const hint = `${countText(cost.count)} ${countNouns[cost.section]}; ${timeNouns[cost.section]} ${
                   timeText(cost.time_s)}` +
      `, ${percentText(share)} of the time of all processes${
                   isNumber(cost.bytes) ? `; ${bytesText(cost.bytes)} sent` : ''}` +
      `${path > 0 ? `; ${percentText(path)} of the critical path` : ''}`;
  return [
    make('td', {class: 'number', title: hint}, cost.count === null ? '' : countText(cost.count)),
    make(
        'td', {class: 'cost', title: hint},
        make('span', {class: 'value'}, cost.time_s === null ? '' : timeText(cost.time_s)), bar),
    make('td', {class: 'number path-share', title: hint}, path > 0 ? percentText(path) : '')
  ];
}

/** The value of the variable that a V line defines. */
function variableCell(result, text) {
  const words = /^\s*V\s+(\S+)/.exec(text);
  const value = words ? result.blueprint.variables[words[1]] : undefined;
  return value === undefined ?
      null :
      [make('td', {class: 'number'}, `= ${value}`), make('td', {}), make('td', {})];
}

/** The lines of the text, or of the trace if there is no text: [[number, text, cost]]. */
function blueprintLines(result) {
  const byLine =
      new Map(result.lines.filter((line) => line.line > 0).map((line) => [line.line, line]));
  if (result.blueprint.text === '') {
    return result.lines.map((line) => [line.line, `${line.section} ${line.tag} …`, line]);
  }
  return result.blueprint.text.split(/\r?\n/).map(
      (text, i) => [i + 1, text, byLine.get(i + 1) || null]);
}

function headOf(results) {
  const columns = results.flatMap((_, i) => {
    const letter = results.length > 1 ? `${'AB'[i]} ` : '';
    return [`${letter}count`, `${letter}time`, `${letter}path`].map(
        (title) => make('th', {scope: 'col'}, title));
  });
  return make(
      'thead', {},
      make(
          'tr', {}, make('th', {scope: 'col'}, 'line'), columns,
          make('th', {scope: 'col'}, 'blueprint')));
}

function blueprintTable() {
  const results = shownResults(), [first] = results;
  const body = make('tbody', {});
  let lines = blueprintLines(first);
  while (lines.length > 0 && lines[lines.length - 1][1] === '' && first.blueprint.text !== '') {
    lines = lines.slice(0, -1);
  }
  for (const [number, text, cost] of lines) {
    const isComment = /^\s*#/.test(text);
    body.append(make(
        'tr', {id: number > 0 ? `line-${number}` : null, class: isComment ? 'comment' : ''},
        make('td', {class: 'number line'}, number > 0 ? String(number) : ''),
        results.flatMap(
            (result) => variableCell(result, text) ||
                costCells(result,
                          cost &&
                              (result === first ? cost :
                                                  costOfLine(result, cost.section, cost.tag)))),
        make('td', {class: 'code'}, text)));
  }
  return make('div', {class: 'wide'}, make('table', {class: 'blueprint'}, headOf(results), body));
}

function blueprintNotes(result) {
  const notes = [];
  if (result.blueprint.text === '') {
    notes.push(
        'The text of the blueprint is in results, not in traces. Name the result ' +
        'of the same run, too: dps report RESULT.json TRACE.dpstrace.');
  } else if (!result.costs.has_text) {
    notes.push(
        'This dps cannot read the text of the blueprint (it may be of another ' +
        'version), so only lines of the trace have costs.');
  }
  if (!result.costs.has_components) {
    notes.push(
        'The costs of C and O lines follow from a trace: record one with --trace ' +
        'FILE.dpstrace and name it, too.');
  }
  if (result.level === 'process') {
    notes.push(
        'The result has no functional units and functionalities: it was recorded ' +
        'at level process.');
  }
  return notes.map((text) => note(shown.compared ? `${result.name}: ${text}` : text));
}

/** The calls of an MPI program by the place in its text. */
const siteColumns = [
  ['call', 'text', 'function'], ['place', 'text', 'place'], ['calls', 'count', 'calls'],
  ['ranks', 'count', 'ranks'], ['bytes', 'bytes', 'bytes'], ['time', 'time', 'total_s'],
  ['idle', 'time', 'idle_s']
];
const mostSites = 20;

/** The functions that compute between the calls. */
const computingColumns = [
  ['function', 'text', 'name'], ['declared', 'text', 'place'], ['file of code', 'text', 'module'],
  ['ranks', 'count', 'ranks'], ['samples', 'count', 'samples'], ['CPU time', 'time', 'cpu_s'],
  ['most in line', 'text', 'hottest'], ['of it', 'time', 'hottest_s']
];

function computingOf(result, i) {
  const rows = (result.run.mpi.computing || []).map(
      (row) => ({...row, name: row.function || 'unknown code'}));
  return rows.length === 0 ? [] : [
    note('CPU time between the calls of MPI by function, by samples, over all ranks.'),
    make('div', {class: 'wide'}, ...tableOf(computingColumns, rows.slice(0, mostSites))),
    tableBelow(`computing${i ? '-b' : ''}`, computingColumns, rows, letterOf(result))
  ];
}

/** The lines around the calls, with the sums of the calls of each line; "…" where lines are left out. */
function sourceOf(result, {file, lines}) {
  const costs = new Map();
  for (const site of result.run.mpi.sites) {
    const cost = costs.get(site.place) || {calls: 0, total_s: 0};
    cost.calls += site.calls;
    cost.total_s += site.total_s;
    costs.set(site.place, cost);
  }
  const body = make('tbody', {});
  let last = 0;
  for (const [number, text] of lines) {
    if (number > last + 1) {
      body.append(make(
          'tr', {class: 'comment'}, make('td', {class: 'number line'}, '…'),
          make('td', {colspan: 3})));
    }
    const cost = costs.get(`${file}:${number}`);
    body.append(make(
        'tr', {class: cost ? '' : 'comment'}, make('td', {class: 'number line'}, String(number)),
        make('td', {class: 'number'}, cost ? countText(cost.calls) : ''),
        make('td', {class: 'number'}, cost ? timeText(cost.total_s) : ''),
        make('td', {class: 'code'}, text)));
    last = number;
  }
  const head = make(
      'thead', {},
      make('tr', {}, ['line', 'calls', 'time', file].map((title) => make('th', {scope: 'col'}, title))));
  return make('div', {class: 'wide'}, make('table', {class: 'blueprint source'}, head, body));
}

function sourcesOf(result) {
  const sources = result.run.sources || [];
  return sources.length === 0 ?
      [note(
          'The lines around the calls are shown if dps report finds the source: name its folder ' +
          'with --sources DIR. Places need debug information (-g).')] :
      [
        note('The lines around the calls, as the files were when this page was made.'),
        ...sources.map((excerpt) => sourceOf(result, excerpt))
      ];
}

function sitesOf(result, i) {
  const title = shown.compared ? make('h3', {}, result.name) : null;
  if (!result.run || !result.run.mpi) {
    return [
      title,
      note('The table of calls is in the result of an MPI program, which this trace does not name.')
    ];
  }
  const sites = [...result.run.mpi.sites].sort((a, b) => b.total_s - a.total_s);
  return [
    title,
    note('Calls of MPI by the place from which the program makes them: times are sums over all ' +
         'ranks. Idle is the part in which the rank waited for others.'),
    make('div', {class: 'wide'}, ...tableOf(siteColumns, sites.slice(0, mostSites))),
    tableBelow(`sites${i ? '-b' : ''}`, siteColumns, sites, letterOf(result)),
    ...computingOf(result, i),
    ...sourcesOf(result)
  ];
}

function blueprintSection() {
  if (shownResults().every(isMpi)) {
    return shownResults().flatMap(sitesOf);
  }
  const isOther = shown.compared && shown.compared.blueprint.text !== shown.result.blueprint.text;
  return [
    ...shownResults().flatMap(blueprintNotes),
    isOther ? note(
                  'The texts differ. The text is that of A; costs of B are at the line ' +
                  'with the same tag.') :
              null,
    note(
        'Times are sums over all processes. P: computing, sending and taking; U: ' +
        'while the unit was active; F: firing, with its C and O lines; ' +
        'C: computing; O: sending; I: waiting for its messages. A bar is the ' +
        'share of the time of all processes; path is the share of the critical ' +
        'path.'),
    blueprintTable(),
    ...shownResults().map(
        (result, i) =>
            tableBelow(`lines${i ? '-b' : ''}`, costColumns, result.lines, letterOf(result)))
  ];
}
