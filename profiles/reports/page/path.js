// The section of the timeline, and that of the critical path with the causes of waits.

const pathActivities = [
  'start', 'computing', 'sending', 'taking', 'under way', 'wake-up', 'timer', 'waiting',
  'the engine of dps', 'in MPI', 'end'
];
const pathNames = {
  start: 'start',
  compute: 'computing',
  sleep: 'sleeping',
  send: 'sending',
  take: 'taking',
  receive: 'receiving',
  under_way: 'under way',
  link: 'sharing a link',
  wake_up: 'wake-up',
  timer: 'timer',
  wait: 'waiting',
  engine: 'the engine of dps',
  call: 'in MPI',
  end: 'end',
  held: 'held by a full buffer',
  core: 'waiting for a core',
  pack: 'packing'
};

let currentTimeline = null;

function missingTimeline(result) {
  const command = result.kind === 'predict' ? 'predict' : 'run';
  return note(
      `${result.name} has no events, so there is no timeline. Record a trace: ` +
      `dps ${command} … --trace FILE.dpstrace, and name it beside the result.`);
}

function timelineSection() {
  if (currentTimeline) {
    currentTimeline.stop();
    currentTimeline = null;
  }
  const results = shownResults();
  const missing = results.filter((result) => !result.timeline).map(missingTimeline);
  if (missing.length === results.length) {
    return missing;
  }
  const timeline = currentTimeline = new Timeline(results);
  queueMicrotask(() => timeline.start());
  return [
    ...missing, ...results.map(leftOut).filter(Boolean), timelineTools(timeline), timeline.frame,
    timeline.status, timeline.details, legend([
      ['compute', 'computing, sleeping'], ...activities.slice(1),
      ['engine', [...new Set(results.map(restName))].join(', ')],
      ...(timeline.hasPath ? [['path', 'critical path']] : [])
    ]),
    note(
        'The narrow upper part of a track has the functionalities. Ctrl and wheel ' +
        'zoom, dragging moves, a click selects. ' +
        'Keys: arrows, + − 0, comma and full stop for the interval before and ' +
        'after, n and N for matches.'),
    ...timeline.parts.map(intervalTable)
  ];
}

function leftOut(result) {
  const data = result.timeline;
  if (!data) {
    return null;
  }
  const texts = [];
  if (!data.is_whole) {
    texts.push('The trace leaves out events.');
  }
  if (data.ends_before !== null) {
    texts.push(
        `The timeline ends at ${timeText(data.ends_before / data.ticks_per_second)}: ` +
        `all ${countText(data.events)} events would not fit into a page.`);
  }
  if (data.violations > 0) {
    texts.push(
        `${countText(data.violations)} messages arrive before they are sent, by up to ` +
        `${
            timeText(
                data.largest_violation / data.ticks_per_second)}: the clocks of the hosts differ.`);
  }
  return texts.length ? note(`${result.name}: ${texts.join(' ')}`) : null;
}

function timelineTools(timeline) {
  const act = (key) => () => {
    keyActions[key](timeline);
    timeline.redraw();
  };
  let waiting = 0;
  const find = make('input', {
    type: 'search',
    placeholder: 'tag, message type or process',
    'aria-label': 'Search the timeline',
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        findAll(timeline, find.value);
        timeline.redraw();
      }, 120);
    },
    onkeydown: (event) => {
      if (event.key === 'Enter') {
        clearTimeout(waiting);
        if (timeline.search.text !== find.value.trim().toLowerCase()) {
          findAll(timeline, find.value);
        }
        goToMatch(timeline, event.shiftKey ? -1 : 1);
      }
    }
  });
  const filter = make('input', {
    type: 'search',
    placeholder: 'only these tracks',
    'aria-label': 'Show only tracks whose names have one of these words',
    oninput: () => layAgain()
  });
  let isFolded = false;
  const layAgain = () => {
    timeline.layRows(filter.value, isFolded);
    timeline.resize();
    timeline.redraw();
  };
  return make(
      'div', {class: 'tools'}, button('+', act('+'), 'Zoom in'), button('−', act('-'), 'Zoom out'),
      button('All', act('0'), 'Show all'), button('◀', act('ArrowLeft'), 'Earlier'),
      button('▶', act('ArrowRight'), 'Later'), find,
      button('Previous', () => goToMatch(timeline, -1), 'The match before'),
      button('Next', () => goToMatch(timeline, 1), 'The next match'), filter,
      tick('a track for each P line', false, (value) => {
        isFolded = value;
        layAgain();
      }), tick('messages', timeline.options.arrows, (value) => {
        timeline.options.arrows = value;
        timeline.redraw();
      }), timeline.hasPath ? tick('critical path', timeline.options.path, (value) => {
        timeline.options.path = value;
        timeline.redraw();
      }) : null);
}

/** All intervals of a result: made only when the table is opened or saved. */
function intervalTable({timeline, letter}) {
  const rows = () => timeline.tracks.flatMap(
      (track) =>
          Array.from({length: track.own.count}, (_, i) => ({
                                                  process: track.name,
                                                  what: activities[track.own.kind[i]][1],
                                                  name: nameOf(timeline, track.own, i),
                                                  begin: track.own.begin[i],
                                                  length: track.own.end[i] - track.own.begin[i]
                                                })));
  const columns = [
    ['process', 'text', 'process'], ['activity', 'text', 'what'], ['tag', 'text', 'name'],
    ['begin', 'time', 'begin'], ['duration', 'time', 'length']
  ];
  return closedTable(`Table of intervals ${letter}`, `intervals${letter}.csv`, columns, rows);
}

function shareRows(why) {
  return why.shares.map((share) => ({
                          ...share,
                          activity: pathNames[share.kind || share.what] || share.what,
                          share: share.path_s / why.path_s
                        }));
}

function shareTable(result) {
  const why = result.why;
  const rows = shareRows(why);
  const list = make(
      'table', {class: 'shares'},
      make('thead', {}, make('tr', {}, [
             'process', 'activity', 'tag', 'line', 'with', 'time', 'share of the path'
           ].map((title) => make('th', {scope: 'col'}, title)))));
  const body = make('tbody', {});
  for (const row of rows.slice(0, 12)) {
    const bar = make('span', {class: 'share'});
    bar.style.width = `${Math.max(row.share * 160, 1)}px`;
    body.append(make(
        'tr', {}, make('td', {}, row.ptag), make('td', {}, row.activity), make('td', {}, row.tag),
        make('td', {}, row.line > 0 ? lineLink(row.line) : ''), make('td', {}, row.peer),
        make('td', {class: 'number'}, timeText(row.path_s)),
        make('td', {}, bar, ` ${percentText(row.share)}`)));
  }
  list.append(body);
  return make('div', {class: 'wide'}, list);
}

function whyOf(result) {
  const title = shown.compared ? make('h3', {}, result.name) : null;
  const why = result.why;
  if (!why) {
    return [
      title,
      note(
          'The critical path and the causes of waits follow from events: record a ' +
          'trace, or use --why.')
    ];
  }
  if (why.no_path) {
    return [title, note(`There is no critical path: ${why.no_path}.`)];
  }
  const columns = [
    ['process', 'text', 'ptag'], ['activity', 'text', 'activity'], ['tag', 'text', 'tag'],
    ['line', 'count', 'line'], ['message', 'text', 'mtag'], ['with', 'text', 'peer'],
    ['time', 'time', 'path_s'], ['share', 'percent', 'share'], ['mostly', 'text', 'main_ptag'],
    ['of it', 'time', 'main_s']
  ];
  const waits = [
    ['process', 'text', 'ptag'], ['before', 'text', 'ftag'], ['message', 'text', 'mtag'],
    ['from', 'text', 'sender'], ['to', 'text', 'receiver'], ['waits', 'count', 'waits'],
    ['late sender', 'time', 'late_s'], ['sending', 'time', 'sending_s'],
    ['under way', 'time', 'under_way_s'], ['wake-up', 'time', 'wake_up_s'],
    ['timer', 'time', 'timer_s'], ['idle', 'time', 'idle_s'], ['unknown', 'time', 'unknown_s'],
    ['held', 'time', 'held_s']
  ];
  return [
    title,
    make(
        'p', {},
        `The path ends in ${why.last_ptag}, takes ${timeText(why.path_s)} and ${
            isMpi(result) ? `has ${counted(why.messages, 'change')} of rank` :
                            `goes along ${counted(why.messages, 'message')}`}.`),
    shareTable(result), tableBelow('critical-path', columns, shareRows(why)),
    make('h4', {}, 'Waits'),
    ...[make('div', {class: 'wide'}, ...tableOf(waits, why.waits.slice(0, 10)))],
    tableBelow('waits', waits, why.waits)
  ];
}

function whySection() { return shownResults().flatMap(whyOf); }
