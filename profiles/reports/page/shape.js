// The shape of the program: its P lines, and the messages between them.

const edgeColumns = [
  ['from', 'text', 'from'], ['to', 'text', 'to'], ['message', 'text', 'mtag'],
  ['messages', 'count', 'messages'], ['bytes', 'bytes', 'bytes']
];

function edgeRows(shape) {
  return shape.edges.map(
      (edge) => ({...edge, from: shape.groups[edge.from].ptag, to: shape.groups[edge.to].ptag}));
}

/** The picture in the places that dot found; a thicker line stands for more bytes. */
function shapeDrawing(shape) {
  const scale = 72, margin = 8;
  const [width, height] = shape.size.map((inches) => inches * scale + 2 * margin);
  const at = (x, y) => [margin + x * scale, height - margin - y * scale];
  const svg = drawing(width, height, 'The processes and the messages between them');
  svg.style.maxWidth = `${width}px`;
  svg.append(makeSvg(
      'defs', {},
      makeSvg(
          'marker', {
            id: 'arrow',
            viewBox: '0 0 8 8',
            refX: 7,
            refY: 4,
            markerWidth: 7,
            markerHeight: 7,
            markerUnits: 'userSpaceOnUse',
            orient: 'auto'
          },
          makeSvg('path', {d: 'M0 0L8 4L0 8z', class: 'head'}))));
  const most = Math.max(...shape.edges.map((edge) => edge.bytes), 1);
  for (const edge of shape.edges.filter((one) => one.curve && one.curve.length >= 8)) {
    const points = edge.curve.flatMap((_, i, all) => (i % 2 ? [] : [at(all[i], all[i + 1])]));
    const path = points.slice(1).map(
        ([x, y], i) => `${i % 3 === 0 ? 'C' : ''}${x.toFixed(1)} ${y.toFixed(1)}`);
    const curve = makeSvg('path', {
      d: `M${points[0].join(' ')}${path.join(' ')}`,
      class: 'edge',
      'marker-end': 'url(#arrow)',
      'stroke-width': (1 + 3 * Math.log1p(edge.bytes) / Math.log1p(most)).toFixed(2)
    });
    const [x, y] = at(edge.label_at[0], edge.label_at[1]);
    const text = `${edge.mtag}: ${counted(edge.messages, 'message')}, ${bytesText(edge.bytes)}`;
    svg.append(
        titled(curve, text),
        titled(
            svgText(
                x, y + 4, `${edge.mtag} ×${compact(edge.messages)}`, {class: 'middle edge-label'}),
            text));
  }
  for (const group of shape.groups.filter((one) => one.at && one.at.length === 4)) {
    const [x, y] = at(group.at[0], group.at[1]), w = group.at[2] * scale, h = group.at[3] * scale;
    svg.append(
        makeSvg('rect', {x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 5, class: 'node'}),
        svgText(
            x, y + 5, group.clones > 1 ? `${group.ptag} ×${group.clones}` : group.ptag,
            {class: 'middle'}));
  }
  return svg;
}

/** "12.3K" */
function compact(count) {
  return new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1}).format(count);
}

function shapeSection() {
  return shownResults().filter((result) => result.run).flatMap((result) => {
    const shape = result.run.shape;
    return [
      shown.compared ? make('h3', {}, result.name) : null,
      shape.size ? make('div', {class: 'wide'}, shapeDrawing(shape)) : note(shape.no_layout),
      tableBelow('shape', edgeColumns, edgeRows(shape))
    ];
  });
}
