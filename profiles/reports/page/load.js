// How busy the processes of each P line are, and how many messages wait for them, over the time of
// the run.

const loadBins = 240, mostLoadGroups = 8;
const busyKinds = [0, 1, 3];  // of `activities`: all but waiting

/** The time of busy kinds in each bin. */
function busyTimes(layer, width) {
  const until = Array.from({length: loadBins + 1}, (_, bin) => {
    const time = bin * width, at = firstEndingAfter(layer, time);
    return busyKinds.reduce((total, kind) => total + timeBefore(layer, kind, at, time), 0);
  });
  return until.slice(1).map((time, bin) => time - until[bin]);
}

/** Adds the time from `from` to `to` to the bins in which it is. */
function addInterval(bins, width, from, to) {
  const first = Math.max(Math.floor(from / width), 0);
  const last = Math.min(Math.floor(to / width), loadBins - 1);
  for (let bin = first; bin <= last; ++bin) {
    bins[bin] += Math.max(Math.min(to, (bin + 1) * width) - Math.max(from, bin * width), 0);
  }
}

/** [{name, clones, busy, queue}] by P line: shares of their time, and mean numbers of messages. */
function loadsOf(timeline) {
  const width = timeline.end / loadBins, groups = new Map(), groupOfTrack = [];
  timeline.tracks.forEach((track) => {
    const name = groupOf(track.name);
    const group = groups.get(name) ||
        {name, clones: 0, busy: new Array(loadBins).fill(0), queue: new Array(loadBins).fill(0)};
    groups.set(name, group);
    groupOfTrack.push(group);
    group.clones += 1;
    busyTimes(track.own, width).forEach((time, bin) => group.busy[bin] += time);
  });
  const {messages} = timeline;
  for (let m = 0; m < messages.count; ++m) {
    if (!messages.isTimer[m]) {
      const end = messages.used[m] === null ? messages.take[m] : messages.used[m];
      addInterval(groupOfTrack[messages.to[m]].queue, width, messages.arrival[m], end);
    }
  }
  for (const group of groups.values()) {
    group.busy = group.busy.map((time) => time / (width * group.clones));
    group.queue = group.queue.map((time) => time / width);
  }
  return [...groups.values()];
}

/** The charts: title, unit, the factor of its values, and the key of a group. */
const loadCharts = [
  ['Computing, sending or taking, of the time of all processes of a P line', '%', 100, 'busy'],
  ['Messages that have arrived and are not yet used', '', 1, 'queue'],
];

function loadTable(groups, width, name, of) {
  const columns = [
    ['time', 'time', 'time'],
    ...groups.flatMap(
        (group, i) => [
            [`${group.name} busy`, 'percent', `busy${i}`],
            [`${group.name} queue`, 'count', `queue${i}`]])
  ];
  const rows = Array.from({length: loadBins}, (_, bin) => {
    const row = {time: (bin + 0.5) * width};
    groups.forEach((group, i) => {
      row[`busy${i}`] = group.busy[bin];
      row[`queue${i}`] = group.queue[bin];
    });
    return row;
  });
  return tableBelow(name, columns, rows, of);
}

/** Two results have the same axes. */
function loadSection() {
  const results = shownResults().filter(timelineOf);
  if (results.length === 0) {
    return [note('The load over time follows from a trace.')];
  }
  const all = results.map((result) => loadsOf(timelineOf(result)));
  const last = Math.max(...results.map((result) => timelineOf(result).end));
  return results.flatMap((result, i) => {
    const shownGroups = all[i].slice(0, mostLoadGroups), width = timelineOf(result).end / loadBins;
    const xs = Array.from({length: loadBins}, (_, bin) => (bin + 0.5) * width);
    return [
      shown.compared ? make('h3', {}, result.name) : null,
      ...loadCharts.flatMap(
          ([title, unit, factor,
            key]) => [make('h4', {}, title), lineChart({
                        label: title,
                        xs,
                        unit,
                        last,
                        most: Math.max(...all.flatMap(
                                  (groups) => groups.flatMap((group) => group[key]))) *
                                factor ||
                            1,
                        series: shownGroups.map((group, k) => ({
                                                  name: group.name,
                                                  colour: `curve${k}`,
                                                  values: group[key].map((value) => value * factor)
                                                }))
                      })]),
      legend(shownGroups.map(
          ({name, clones}, k) => [`curve${k}`, clones > 1 ? `${name} ×${clones}` : name])),
      all[i].length > mostLoadGroups ?
          note(`The first ${mostLoadGroups} of ${all[i].length} P lines; the table has all.`) :
          null,
      loadTable(all[i], width, `load${i ? '-b' : ''}`, letterOf(result))
    ];
  });
}
