// How long messages and functionalities took: histograms with quantiles on one logarithmic axis.

const mostDistributions = 24;

const quantileColumns = [
  ['what', 'text', 'name'], ['part', 'text', 'part'], ['count', 'count', 'count'],
  ['min', 'time', 'min_s'], ['mean', 'time', 'mean_s'], ['p50', 'time', 'p50_s'],
  ['p90', 'time', 'p90_s'], ['p99', 'time', 'p99_s'], ['p99.9', 'time', 'p999_s'],
  ['max', 'time', 'max_s']
];

/** [{name, part, figures of docs/result.md}] */
function distributionRows(latencies) {
  const rows = [];
  for (const message of latencies.messages) {
    for (const part of ['total', 'under_way', 'queued', 'kept', 'unknown']) {
      if (message[part]) {
        rows.push({name: message.mtag, part: part.replace('_', ' '), ...message[part]});
      }
    }
    if (message.unclaimed) {
      const {count, longest_s} = message.unclaimed;
      rows.push({name: message.mtag, part: 'unclaimed', count, max_s: longest_s});
    }
  }
  for (const row of latencies.functionalities) {
    rows.push({name: `${row.ptag} ${row.ftag}`, part: 'real', ...row.real});
  }
  for (const row of latencies.requests || []) {
    if (row.age) {
      rows.push({name: `${row.ptag} ${row.ftag}`, part: 'age', ...row.age});
    }
  }
  for (const row of latencies.windows || []) {
    if (row.waited) {
      rows.push({name: `${row.ptag} ${row.otag}`, part: 'waited', ...row.waited});
    }
  }
  for (const row of latencies.collectives || []) {
    for (const part of ['total', 'skew', 'rest']) {
      if (row[part]) {
        const name = `${row.otag} (${row.operation}, ${row.members} members)`;
        rows.push({name, part: part === 'total' ? 'operation' : part, ...row[part]});
      }
    }
  }
  return rows;
}

/** The colours and the legend of the parts that are drawn. */
const drawnParts = {
  total: ['send', 'messages, from the start of the send to the firing that uses them first'],
  real: ['compute', 'functionalities'],
  age: ['take', 'ages of requests, from their begin to the firing'],
  waited: ['sleep', 'messages that wait in their sender for an answer'],
  operation: ['wait', 'collective operations, from the contribution of a member to its completion']
};

/** What is different in an MPI program. */
const partsOfProgram = {
  total: ['send', 'messages, from the start of the send to the end of the receive'],
  real: ['compute', 'calls of MPI'],
};

function legendOf(part, result) {
  return isMpi(result) && partsOfProgram[part] || drawnParts[part];
}

/** The least value of a bucket. Source: docs/result.md, "latencies". */
function leastOf(bucket) {
  const shift = bucket < 128 ? 0 : Math.floor(bucket / 64) - 1;
  return (bucket - 64 * shift) * 2 ** shift;
}

/** The counts of a row in `bins` equal parts of the logarithmic axis. */
function binned(row, perSecond, from, to, bins) {
  const counts = new Array(bins).fill(0);
  for (const [bucket, count] of row.histogram.buckets) {
    const seconds = Math.max((leastOf(bucket) + leastOf(bucket + 1)) / 2 / perSecond, from);
    const place = Math.log(seconds / from) / Math.log(to / from) * bins;
    counts[Math.min(Math.max(Math.floor(place), 0), bins - 1)] += count;
  }
  return counts;
}

function distributionDrawing(rows, perSecond, axis) {
  const left = 210, width = 900, height = 34, bins = 120, [from, to] = axis;
  const svg = drawing(width, rows.length * height + 26, 'Distributions of times');
  const x = (seconds) => left +
      (width - left - 20) *
          Math.min(Math.max(Math.log(seconds / from) / Math.log(to / from), 0), 1);
  for (const tick of roundTicks({least: from, most: to, isLogarithmic: true, unit: 's'}, 11)) {
    const at = x(tick.value);
    svg.append(
        makeSvg('line', {x1: at, x2: at, y1: 0, y2: rows.length * height, class: 'grid'}),
        svgText(at, rows.length * height + 18, tick.label, {class: 'middle x tick'}));
  }
  rows.forEach((row, i) => {
    const base = (i + 1) * height - 8;
    const counts = binned(row, perSecond, from, to, bins), most = Math.max(...counts);
    const step = (width - left - 20) / bins;
    let path = '';
    counts.forEach((count, bin) => {
      const tall = count > 0 ? Math.max((height - 12) * count / most, 1) : 0;
      path += tall > 0 ? `M${(left + bin * step).toFixed(1)} ${base}v${(-tall).toFixed(1)}h${
                             step.toFixed(2)}V${base}z` :
                         '';
    });
    svg.append(
        svgText(
            left - 8, base - 4, row.part === 'real' ? row.name : `${row.name} ${row.part}`,
            {class: 'end'}),
        titled(
            makeSvg('path', {d: path, class: `histogram ${drawnParts[row.part][0]}`}),
            `${row.name}: ${countText(row.count)} values, mean ${timeText(row.mean_s)}`));
    for (const [key, name] of [['p50_s', 'p50'], ['p99_s', 'p99']]) {
      svg.append(titled(
          makeSvg('line', {
            x1: x(row[key] || from),
            x2: x(row[key] || from),
            y1: base - height + 12,
            y2: base + 3,
            class: `quantile ${name}`
          }),
          `${name}: ${timeText(row[key])}`));
    }
  });
  return svg;
}

/** From the least positive time to the longest one, of both results. */
function axisOf(all) {
  const times = all.filter((row) => row.histogram)
                    .flatMap((row) => [row.p50_s, row.min_s, row.max_s])
                    .filter((time) => time > 0);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return times.length === 0 ? [1e-9, 1] : [least * 0.8, Math.max(most * 1.25, least * 1.6)];
}

function distributionsSection() {
  const results = shownResults();
  const all = results.map((result) => (result.latencies ? distributionRows(result.latencies) : []));
  const axis = axisOf(all.flat());
  return results.flatMap((result, i) => {
    const title = shown.compared ? make('h3', {}, result.name) : null;
    if (!result.latencies) {
      return [
        title,
        note(
            'This result has no latencies. A trace has, and so have predictions ' +
            'at level functionality.')
      ];
    }
    const drawn = all[i].filter((row) => drawnParts[row.part] && row.max_s > 0);
    const parts = Object.keys(drawnParts).filter((part) => drawn.some((row) => row.part === part));
    return [
      title,
      drawn.length > mostDistributions ?
          note(`The first ${mostDistributions} of ${drawn.length} are drawn.`) :
          null,
      drawn.length > 0 ?
          make(
              'div', {class: 'wide'},
              distributionDrawing(
                  drawn.slice(0, mostDistributions), result.latencies.ticks_per_second, axis)) :
          note('Nothing took time.'),
      legend([...parts.map((part) => legendOf(part, result)), ['p50', 'p50'], ['p99', 'p99']]),
      tableBelow('latencies', quantileColumns, all[i])
    ];
  });
}
