// Who sends how much to whom.

const mostCells = 64;

const matrixMeasures = [
  ['messages', 'messages sent', 'sent', countText], ['bytes', 'bytes sent', 'bytes', bytesText],
  ['waited', 'time waited for them', 'waited_s', timeText]
];

const matrixColumns = [
  ['message', 'text', 'mtag'], ['sender', 'text', 'sender'], ['receiver', 'text', 'receiver'],
  ['sent', 'count', 'sent'], ['taken', 'count', 'taken'], ['late', 'count', 'late'],
  ['never used', 'count', 'unclaimed'], ['bytes', 'bytes', 'bytes'], ['waited', 'time', 'waited_s']
];

/** The names of rows and columns: processes, or P lines if there are too many. */
function matrixNames(result) {
  const isGrouped = result.processes.length > mostCells ||
      result.messages.some((message) => !message.sender.includes('['));
  const nameOfProcess = isGrouped ? groupOf : (name) => name;
  return [
    [...new Set(result.processes.map((process) => nameOfProcess(process.ptag)))], nameOfProcess
  ];
}

function matrixDrawing(result, [, title, key, text], mtag) {
  const [names, nameOfProcess] = matrixNames(result);
  const cells = new Map();
  for (const message of result.messages.filter((one) => mtag === '' || one.mtag === mtag)) {
    const cell = `${names.indexOf(nameOfProcess(message.sender))} ${
        names.indexOf(nameOfProcess(message.receiver))}`;
    cells.set(cell, (cells.get(cell) || 0) + (message[key] || 0));
  }
  const size = Math.max(Math.min(26, 640 / names.length), 8),
        label = 24 + 5.6 * Math.max(...names.map((name) => name.length));
  const width = label + names.length * size + 60, height = label + names.length * size + 4;
  const svg = drawing(width, height, `${title}, by sender and receiver`);
  svg.style.maxWidth = `${width}px`;
  const most = Math.max(...cells.values(), 0);
  const every = Math.ceil(11 / size);
  names.forEach((name, i) => {
    svg.append(makeSvg('rect', {
      x: label,
      y: label + i * size,
      width: names.length * size,
      height: size - 1,
      class: 'empty'
    }));
    if (i % every === 0) {
      svg.append(
          svgText(label - 6, label + (i + 0.5) * size + 4, name, {class: 'end small'}),
          svgText(0, 0, name, {
            class: 'small',
            transform: `translate(${label + (i + 0.5) * size + 4} ${label - 6}) rotate(-60)`
          }));
    }
  });
  for (const [cell, value] of cells) {
    const [row, column] = cell.split(' ').map(Number);
    if (value > 0 && row >= 0 && column >= 0) {
      svg.append(titled(
          makeSvg('rect', {
            x: label + column * size,
            y: label + row * size,
            width: size - 1,
            height: size - 1,
            class: 'cell',
            'fill-opacity': (0.12 + 0.88 * Math.log1p(value / most * 99) / Math.log(100)).toFixed(3)
          }),
          `${names[row]} to ${names[column]}: ${text(value)}`));
    }
  }
  return [
    make('p', {}, `${title}; rows send, columns receive; the darkest cell has ${text(most)}`),
    make('div', {class: 'wide'}, svg)
  ];
}

function matrixOf(result) {
  const types = [...new Set(result.messages.map((message) => message.mtag))];
  const place = make('div', {});
  const state = {measure: 'messages', mtag: ''};
  const show = () => place.replaceChildren(...matrixDrawing(
      result, matrixMeasures.find(([name]) => name === state.measure), state.mtag));
  show();
  return [
    shown.compared ? make('h3', {}, result.name) : null,
    make(
        'div', {class: 'tools'},
        choice(
            'Show', matrixMeasures.map(([key, title]) => [key, title]), state.measure,
            (value) => {
              state.measure = value;
              show();
            }),
        choice(
            'of', [['', 'all messages'], ...types.map((type) => [type, type])], state.mtag,
            (value) => {
              state.mtag = value;
              show();
            })),
    place, tableBelow('messages', matrixColumns, result.messages)
  ];
}

function matrixSection() {
  const results = shownResults().filter((result) => result.messages.length > 0);
  return results.length > 0 ? results.flatMap(matrixOf) : [note('No messages were sent.')];
}
