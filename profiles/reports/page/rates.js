// Messages and bytes a second, and latencies, over the time of the run.

const rateBins = 240;

function ratesOf(timeline) {
  const {messages, end} = timeline, width = end / rateBins;
  const bins = Array.from(
      {length: rateBins},
      (_, i) =>
          ({time: (i + 0.5) * width, messages: 0, bytes: 0, count: 0, total: 0, longest: null}));
  for (let m = 0; m < messages.count; ++m) {
    if (!messages.isTimer[m]) {
      const bin = bins[Math.min(Math.max(Math.floor(messages.begin[m] / width), 0), rateBins - 1)];
      bin.messages += 1 / width;
      bin.bytes += messages.bytes[m] / width;
      if (messages.used[m] !== null) {
        const latency = messages.used[m] - messages.begin[m];
        bin.count += 1;
        bin.total += latency;
        bin.longest = Math.max(bin.longest, latency);
      }
    }
  }
  bins.forEach((bin) => {
    bin.mean = bin.count > 0 ? bin.total / bin.count : null;
  });
  return bins;
}

const rateColumns = [
  ['time', 'time', 'time'], ['messages per second', 'count', 'messages'],
  ['bytes per second', 'count', 'bytes'], ['mean latency', 'time', 'mean'],
  ['longest latency', 'time', 'longest']
];

/** The charts: title, unit of its values, and series of [name, colour, key]. */
const rateCharts = [
  ['Messages sent per second', '', [['messages per second', 'send', 'messages']]],
  ['Bytes sent per second', 'B', [['bytes per second', 'compute', 'bytes']]],
  [
    'Latency, by the start of the send', 's',
    [['longest', 'path', 'longest'], ['mean', 'take', 'mean']]
  ],
];

/** Two results have the same axes. */
function ratesSection() {
  const results = shownResults().filter(timelineOf);
  if (results.length === 0) {
    return [note('Rates over time follow from a trace.')];
  }
  const all = results.map((result) => ratesOf(timelineOf(result)));
  const last = Math.max(...results.map((result) => timelineOf(result).end));
  const mostOf = (series) =>
      Math.max(...all.flatMap(
          (bins) => series.flatMap(([, , key]) => bins.map((bin) => bin[key] || 0)))) ||
      1;
  return results.flatMap((result, i) => {
    const bins = all[i], xs = bins.map((bin) => bin.time);
    return [
      shown.compared ? make('h3', {}, result.name) : null,
      ...rateCharts.flatMap(
          ([title, unit,
            series]) => [make('h4', {}, title), lineChart({
                           label: title,
                           xs,
                           unit,
                           last,
                           most: mostOf(series),
                           series: series.map(
                               ([name, colour, key]) =>
                                   ({name, colour, values: bins.map((bin) => bin[key])}))
                         })]),
      legend([['take', 'mean'], ['path', 'longest']]),
      tableBelow(`rates${i ? '-b' : ''}`, rateColumns, bins)
    ];
  });
}
