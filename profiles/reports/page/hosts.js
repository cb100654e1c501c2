// Hosts and clocks, and the conditions of the run.

const hostColumns = [
  ['host', 'text', 'name'], ['address', 'text', 'address'], ['type', 'text', 'type'],
  ['speed', 'count', 'speed'], ['cores', 'count', 'cores'], ['memory', 'bytes', 'memory'],
  ['logical hosts', 'text', (row) => (row.htags || []).join(' ')],
  ['processes', 'count', 'processes'], ['clock offset', 'time', 'clock_offset_s'],
  ['± clock error', 'time', 'clock_error_s']
];

function hostRows(result) {
  return objectsOf(result.hosts)
      .map((host) => ({
             ...host,
             processes: result.processes.filter((process) => process.host === host.name).length
           }));
}

function hostsSection() {
  return shownResults().flatMap((result) => {
    const rows = hostRows(result);
    return [
      shown.compared ? make('h3', {}, result.name) : null,
      make('div', {class: 'wide'}, ...tableOf(hostColumns, rows.slice(0, 64))),
      tableBelow('hosts', hostColumns, rows)
    ];
  });
}

function valueText(value) {
  return Array.isArray(value)                     ? value.join(' ') :
      typeof value === 'object' && value !== null ? JSON.stringify(value) :
                                                    String(value);
}

function provenanceSection() {
  return shownResults().flatMap((result) => {
    const rows = [
      ['file', result.name], ['blueprint', isMpi(result) ? '' : result.blueprint.path],
      ['SHA-256 of the blueprint', result.blueprint.sha256], ['level', result.level],
      ...Object.entries(result.environment).map(([name, value]) => [name, valueText(value)]),
      ['report made by', `dps ${report.dps}`]
    ].filter(([, text]) => text !== '');
    return [
      shown.compared ? make('h3', {}, result.name) : null,
      make(
          'table', {class: 'summary'},
          make(
              'tbody', {},
              rows.map(
                  ([name, text]) =>
                      make('tr', {}, make('th', {scope: 'row'}, name), make('td', {}, text))))),
      tableBelow(
          'provenance', [['what', 'text', 'name'], ['value', 'text', 'value']],
          rows.map(([name, value]) => ({name, value})))
    ];
  });
}
