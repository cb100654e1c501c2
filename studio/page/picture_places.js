// Where the boxes of a picture stand, and the paths of its arrows.
import {Graph, layout} from '@dagrejs/dagre';

const margin = 24, between = 34, longStraight = 420;

/** More boxes stand in rows, since their layout would take seconds. */
const mostLaidOut = 120;

function inRows(boxes) {
  const columns = Math.ceil(Math.sqrt(boxes.length));
  const widest = Math.max(...boxes.map(({width}) => width)) + 2 * margin, highest = Math.max(...boxes.map(({height}) => height)) + 2 * margin;
  return boxes.map((_box, i) => ({x: margin + widest * (i % columns), y: 2 * margin + highest * Math.floor(i / columns)}));
}

let last = {key: '', places: []};

/** A layout of all boxes: their places. */
export function arrange(boxes, messages) {
  const key = JSON.stringify([boxes.map(({width, height}) => [width, height]), messages.map(({from, to}) => [from, to])]);
  if (key !== last.key) {
    last = {key, places: boxes.length > mostLaidOut ? inRows(boxes) : layOut(boxes, messages)};
  }
  return last.places;
}

function layOut(boxes, messages) {
  const graph = new Graph({multigraph: true});
  graph.setGraph({rankdir: 'LR', nodesep: 50, ranksep: 170, marginx: margin, marginy: 2 * margin});
  graph.setDefaultEdgeLabel(() => ({}));
  boxes.forEach(({width, height}, i) => graph.setNode(String(i), {width, height}));
  const seen = new Set();
  for (const {from, to} of messages) {
    // The answer to a message does not decide which of two is first.
    if (from !== to && !seen.has(`${to} ${from}`) && !seen.has(`${from} ${to}`)) {
      seen.add(`${from} ${to}`);
      graph.setEdge(String(from), String(to), {});
    }
  }
  layout(graph);
  return boxes.map(({width, height}, i) => {
    const {x, y} = graph.node(String(i));
    return {x: x - width / 2, y: y - height / 2};
  });
}

/** The point where the line from the middle of a box leaves it. */
function border({x, y, width, height}, towards) {
  const cx = x + width / 2, cy = y + height / 2, dx = towards.x - cx, dy = towards.y - cy;
  const scale = Math.min(dx === 0 ? Infinity : width / 2 / Math.abs(dx), dy === 0 ? Infinity : height / 2 / Math.abs(dy), 1);
  return {x: cx + dx * scale, y: cy + dy * scale};
}

/** A path, and the middle of it for the label. Several arrows between two boxes lie beside each other. */
export function pathBetween({source, target, turned, position}) {
  if (source === target) {
    const x = source.x + source.width / 2 + position * between, {y} = source;
    return {path: `M ${x - 22} ${y} C ${x - 40} ${y - 42}, ${x + 40} ${y - 42}, ${x + 22} ${y}`, x, y: y - 34 - 4 * position};
  }
  const a = {x: source.x + source.width / 2, y: source.y + source.height / 2}, b = {x: target.x + target.width / 2, y: target.y + target.height / 2};
  const length = Math.max(Math.hypot(b.x - a.x, b.y - a.y), 1);
  // The same side for both directions; a long arrow has a bend, since boxes may stand between.
  const bend = length > longStraight ? Math.min((length - longStraight) * 0.25, 140) : 0;
  const side = (turned ? -1 : 1) * (position * between + bend);
  const nx = -(b.y - a.y) / length * side, ny = (b.x - a.x) / length * side;
  const middle = {x: (a.x + b.x) / 2 + nx * 1.5, y: (a.y + b.y) / 2 + ny * 1.5};
  const aside = ({x, y}) => ({x: x + nx * 0.6, y: y + ny * 0.6});
  const begin = border(source, aside(middle)), end = border(target, aside(middle));
  const label = {x: (begin.x + end.x) / 4 + middle.x / 2, y: (begin.y + end.y) / 4 + middle.y / 2};
  return {path: `M ${begin.x} ${begin.y} Q ${middle.x} ${middle.y} ${end.x} ${end.y}`, ...label};
}
