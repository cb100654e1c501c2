// Search in the timeline, and the description of the interval that is selected.

function byBegin(a, b) { return a.layer.begin[a.i] - b.layer.begin[b.i]; }

/** Intervals whose tag, message type or process contains the text. */
function findAll(timeline, text) {
  const wanted = text.trim().toLowerCase();
  const search = {text: wanted, matches: [], at: -1, byRow: new Map()};
  timeline.search = search;
  if (wanted === '') {
    return;
  }
  const has = (name) => name.toLowerCase().includes(wanted);
  const tracks = timeline.rows.flatMap(
      ({part, tracks: some}, row) => some.map((track) => ({part, track, row})));
  tracks.forEach(({part, track, row}) => {
    const lines = part.timeline.data.lines.map((line) => has(line[2]));
    const types = part.timeline.data.message_types.map(has);
    const isWhole = has(track.name), own = track.own, found = [];
    const takenType = (i) =>
        i + 1 < own.count && own.kind[i + 1] === 3 && types[own.element[i + 1]];
    for (let i = 0; i < own.count; ++i) {
      const kind = own.kind[i];
      const isMatch = kind === 2 ? takenType(i) :
          kind === 3             ? types[own.element[i]] :
                                   lines[own.element[i]];
      if (isWhole || isMatch) {
        found.push({row, track, layer: own, i});
      }
    }
    const functionalities = track.functionalities;
    for (let i = 0; i < functionalities.count && !isWhole; ++i) {
      if (lines[functionalities.element[i]]) {
        found.push({row, track, layer: functionalities, i});
      }
    }
    if (found.length > 0) {
      found.sort(byBegin);
      const before = search.byRow.get(row) || [];
      search.byRow.set(row, before.length === 0 ? found : before.concat(found).sort(byBegin));
      for (const match of found) {
        search.matches.push(match);
      }
    }
  });
  search.matches.sort(byBegin);
}

function goToMatch(timeline, change) {
  const {matches} = timeline.search;
  if (matches.length > 0) {
    timeline.search.at = (timeline.search.at + change + matches.length) % matches.length;
    const match = matches[timeline.search.at];
    timeline.view.show(match.layer.begin[match.i], match.layer.end[match.i]);
    select(timeline, match);
    bringIntoView(timeline);
  }
}

function detailsOf(timeline, {row, layer, i, ...found}) {
  const {part} = timeline.rows[row], track = found.track || timeline.rows[row].track;
  const isFunctionality = layer.kinds === functionalityColours;
  const rows = [
    ['process', track.name],
    [
      isFunctionality ? 'functionality' : activities[layer.kind[i]][1],
      nameOf(part.timeline, layer, i)
    ],
    ['begins at', timeText(layer.begin[i])],
    ['takes', timeText(layer.end[i] - layer.begin[i])],
  ];
  if (isFunctionality || layer.kind[i] < 2) {
    const line = part.timeline.data.lines[layer.element[i]];
    rows.push(['blueprint', lineLink(line[1])]);
  }
  for (const message of messagesOf(part.timeline, track.process, layer, i)) {
    rows.push(...messageRows(part.timeline, message));
  }
  return [make(
      'dl', {}, rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]))];
}

/** The message that an interval sends, takes or waits for; of a send to several receivers all. */
function messagesOf(timeline, process, layer, i) {
  if (layer.kinds === functionalityColours || layer.kind[i] === 0) {
    return [];
  }
  const messages = timeline.messages, isSend = layer.kind[i] === 1, found = [];
  const slack = (layer.end[i] - layer.begin[i]) * 1e-9;
  for (let m = 0; m < messages.count && found.length < 4; ++m) {
    const isOne = isSend ?
        messages.from[m] === process && Math.abs(messages.begin[m] - layer.begin[i]) <= slack :
        messages.to[m] === process && messages.take[m] >= layer.begin[i] - slack &&
            Math.abs(messages.take[m] - (layer.kind[i] === 2 ? layer.end[i] : layer.begin[i])) <=
                slack;
    if (isOne) {
      found.push(m);
    }
  }
  return found;
}

function messageRows(timeline, m) {
  const {messages, data} = timeline;
  const used = messages.used[m];
  const latency = (used === null ? messages.taken[m] : used) - messages.begin[m];
  return [
    [
      'message',
      `${data.message_types[messages.type[m]]} no. ${countText(messages.number[m])} from ` +
          `${data.processes[messages.from[m]]} to ${data.processes[messages.to[m]]}, ${
              bytesText(messages.bytes[m])}`
    ],
    [
      messages.isTimer[m] ? 'timer' : 'latency',
      `${timeText(latency)} (send ${timeText(messages.sent[m] - messages.begin[m])}, ` +
          `arrival ${timeText(messages.arrival[m] - messages.begin[m])}` +
          `${
              messages.isTimer[m] ? '' :
                                    `, take ${timeText(messages.taken[m] - messages.begin[m])}`}` +
          ` after its start${used === null && !messages.isTimer[m] ? '; no firing used it' : ''})`
    ]
  ];
}

/** A link to a line of the blueprint on this page. */
function lineLink(line) {
  return line > 0 ? make('a', {href: `#line-${line}`}, `line ${line}`) : unknown;
}
