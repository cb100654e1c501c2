// The timeline of a result, from its columns: a track for each process, messages, and the path.

const functionalityColours = 6;
const kindOfActivity = [-1, -1, -1, 0, 1, 2, 3];  // by SpanKind: computation, send, wait, take

function timelineOf(result) {
  if (result.timeline && !result.decoded) {
    result.decoded = decodeTimeline(result.timeline);
  }
  return result.decoded || null;
}

function decodeTimeline(data) {
  const seconds = 1 / data.ticks_per_second;
  const tracks = decodeSpans(data, seconds);
  const messages = decodeMessages(data.messages, seconds);
  const path = data.path.reason ? null : decodePath(data.path, seconds);
  const ends = tracks.map((track) => track.end);
  return {
    data,
    tracks,
    messages,
    path,
    end: Math.max(...ends, path ? data.path.end * seconds : 0, 1e-12)
  };
}

/** The tracks of each P line, in the order of their first ones. */
function clonesOf(tracks) {
  const groups = new Map();
  for (const track of tracks) {
    const name = groupOf(track.name);
    if (!groups.has(name)) {
      groups.set(name, []);
    }
    groups.get(name).push(track);
  }
  return [...groups.values()];
}

function decodeSpans(data, seconds) {
  const kinds = decodeColumn(data.spans.kinds), elements = decodeColumn(data.spans.elements);
  const begins = decodeSigned(data.spans.begins), lengths = decodeColumn(data.spans.lengths);
  const last = data.ends_before === null ? Infinity :
                                           data.ends_before * seconds;  // later events are not here
  let position = 0;
  return data.processes.map((name, process) => {
    const own = [], functionalities = [];
    let time = 0, begin = Infinity, end = 0;
    for (const after = position + data.spans.counts[process]; position < after; ++position) {
      time += begins[position];
      const from = time * seconds, to = (time + lengths[position]) * seconds;
      const kind = kindOfActivity[kinds[position]];
      begin = Math.min(begin, from);
      end = Math.max(end, to);
      if (kind >= 0) {
        own.push([from, to, kind, elements[position]]);
      } else if (kinds[position] === 2) {
        functionalities.push(
            [from, to, elements[position] % functionalityColours, elements[position]]);
      }
    }
    return {
      name,
      process,
      begin,
      end: Math.min(end, last),
      own: layerOf(own, activities.length),
      functionalities: layerOf(functionalities, functionalityColours)
    };
  });
}

function decodeMessages(data, seconds) {
  const types = decodeColumn(data.types);
  const sends = decodeSigned(data.sends);
  let time = 0;
  const begin = sends.map((change) => (time += change) * seconds);
  let ticks = 0;
  const start = sends.map((change) => (ticks += change));
  const at = (column) => column.map((value, i) => (start[i] + value) * seconds);
  const takes = decodeSigned(data.takes), takeLengths = decodeColumn(data.take_lengths);
  const taken = at(takes.map((value, i) => value + takeLengths[i]));
  return {
    count: data.count,
    begin,
    from: decodeColumn(data.from),
    to: decodeColumn(data.to),
    type: types.map((type) => Math.floor(type / 2)),
    isTimer: types.map((type) => type % 2),
    sent: at(decodeColumn(data.send_lengths)),
    arrival: at(decodeSigned(data.arrivals)),
    take: at(takes),
    taken,
    used:
        decodeColumn(data.uses).map((use, i) => (use > 0 ? taken[i] + (use - 1) * seconds : null)),
    bytes: decodeColumn(data.bytes),
    number: decodeColumn(data.numbers),
  };
}

function decodePath(data, seconds) {
  const lengths = decodeColumn(data.lengths);
  let time = 0;
  const begin = lengths.map((length) => {
    const from = time;
    time += length;
    return from * seconds;
  });
  return {
    count: data.count,
    begin,
    end: lengths.map((length, i) => begin[i] + length * seconds),
    process: decodeColumn(data.processes),
    peer: decodeColumn(data.peers),
    activity: decodeColumn(data.activities),
    line: decodeColumn(data.lines),
    type: decodeColumn(data.types),
  };
}

/** The name of an interval: a tag, and for a take its message type. */
function nameOf(timeline, layer, i) {
  const data = timeline.data, element = layer.element[i];
  if (layer.kinds === functionalityColours) {
    return data.lines[element][2];
  }
  switch (layer.kind[i]) {
    case 2:
      return waitedFor(timeline, layer, i);
    case 3:
      return data.message_types[element];
    default:
      return data.lines[element][2];
  }
}

/** A wait has the name of the message that ended it. */
function waitedFor(timeline, layer, i) {
  const isTaken = i + 1 < layer.count && layer.kind[i + 1] === 3;
  return isTaken ? timeline.data.message_types[layer.element[i + 1]] : '';
}
