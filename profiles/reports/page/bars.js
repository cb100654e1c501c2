// The time of each process, divided by what it did.

/** Above, clones of a P line share a bar. */
const mostBars = 32;

/** The time between the other parts: of a blueprint that of dps itself. */
function restName(result) { return isMpi(result) ? 'in other calls of MPI' : 'the engine of dps'; }

/** The parts of a bar: [class, name, seconds]. What is not known is 0; all waiting may be idle. */
function partsOf(result, process) {
  const known = (value) => (isNumber(value) ? value : 0);
  const sleep = known(process.sleep_s), take = known(process.take_s);
  const idle = isNumber(process.idle_s) ? process.idle_s : known(process.wait_s) - take;
  return [
    ['late', 'start', known(process.start_late_s)],
    ['compute', 'computing', Math.max(known(process.compute_s) - sleep, 0)],
    ['sleep', 'sleeping', sleep],
    ['send', 'sending', known(process.send_s)],
    ['take', 'taking', take],
    ['wait', 'waiting', idle],
    ['engine', restName(result), Math.max(known(process.wait_s) - take - idle, 0)],
  ];
}

function meanOf(processes) {
  const mean = {...processes[0]};
  for (const key of Object.keys(mean).filter((name) => name.endsWith('_s'))) {
    const known = processes.map((process) => process[key]).filter(isNumber);
    mean[key] = known.length ? known.reduce((a, b) => a + b, 0) / known.length : null;
  }
  return mean;
}

/** A row for each process, or for each P line: [{name, process, clones}]. */
function barRows(result, isEach) {
  if (isEach) {
    return result.processes.map((process) => ({name: process.ptag, process, clones: 1}));
  }
  const groups = new Map();
  for (const process of result.processes) {
    const group = groupOf(process.ptag);
    groups.set(group, [...(groups.get(group) || []), process]);
  }
  return [...groups].map(
      ([name, processes]) => ({
        name: processes.length > 1 ? `${name} ×${processes.length}, mean` : processes[0].ptag,
        process: meanOf(processes),
        clones: processes.length
      }));
}

function barOf(result, process, longest) {
  const bar = make('div', {class: 'bar'});
  for (const [colour, name, seconds] of partsOf(result, process)) {
    if (seconds > 0) {
      const part = make('span', {class: colour, title: `${name}: ${timeText(seconds)}`});
      part.style.width = `${100 * seconds / longest}%`;
      bar.append(part);
    }
  }
  return bar;
}

function barList(isEach) {
  const results = shownResults();
  const longest = Math.max(
                      ...results.map((result) => (result.run ? result.run.makespan_s : 0)),
                      ...results.flatMap(
                          (result) => result.processes.map(
                              (process) => (process.start_late_s || 0) + (process.real_s || 0)))) ||
      1;
  const list = make('div', {class: 'bars'});
  const rows = results.map((result) => barRows(result, isEach));
  const names = [...new Set(rows.flatMap((some) => some.map((row) => row.name)))];
  for (const name of names) {
    rows.forEach((some, i) => {
      const row = some.find((one) => one.name === name);
      if (row) {
        const isFirst = i === 0 || !rows[0].find((one) => one.name === name);
        list.append(
            make(
                'div', {class: 'name'}, make('span', {}, isFirst ? name : ''),
                results.length > 1 ? make('small', {}, 'AB'[i]) : null),
            barOf(results[i], row.process, longest),
            make('div', {class: 'number'}, timeText(row.process.real_s)));
      }
    });
  }
  return list;
}

const processColumns = [
  ['process', 'text', 'ptag'],
  ['host', 'text', 'host'],
  ['logical host', 'text', 'htag'],
  ['start', 'time', 'start_late_s'],
  ['real', 'time', 'real_s'],
  ['cpu', 'time', 'cpu_s'],
  ['user', 'time', 'user_s'],
  ['sys', 'time', 'sys_s'],
  ['compute', 'time', 'compute_s'],
  ['sleep', 'time', 'sleep_s'],
  ['send', 'time', 'send_s'],
  ['pack', 'time', 'pack_s'],
  ['wait', 'time', 'wait_s'],
  ['idle', 'time', 'idle_s'],
  ['take', 'time', 'take_s'],
  ['messages in', 'count', 'msgs_in'],
  ['bytes in', 'bytes', 'bytes_in'],
  ['messages out', 'count', 'msgs_out'],
  ['bytes out', 'bytes', 'bytes_out'],
  ['late', 'count', 'late_msgs'],
  ['never used', 'count', 'unclaimed_msgs'],
];

function barsSection() {
  const count = Math.max(...shownResults().map((result) => result.processes.length));
  if (count === 0) {
    return [note('No run took place.')];
  }
  const place = make('div', {});
  const show = (isEach) => place.replaceChildren(barList(isEach));
  show(count <= mostBars);
  return [
    legend([
      ['compute', 'computing'], ['sleep', 'sleeping'], ['send', 'sending'], ['take', 'taking'],
      ['wait', 'waiting'], ['engine', [...new Set(shownResults().map(restName))].join(', ')],
      ['late', 'before its start']
    ]),
    count > mostBars ? tick(`Each of ${countText(count)} processes`, false, show) : null,
    place,
    ...shownResults().map(
        (result, i) => tableBelow(
            `processes${i ? '-b' : ''}`, processColumns, result.processes, letterOf(result))),
  ];
}
