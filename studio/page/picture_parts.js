// What a picture consists of: boxes, the rows in them, and arrows, with their words and sizes.
import {countText} from './tools.js';

export const rowHeight = 20, headHeight = 46;
const padding = 12, longest = 46;
const measure = document.createElement('canvas').getContext('2d');

export function widthOf(text, font) {
  measure.font = font;
  return measure.measureText(text).width;
}

function shortened(text) { return text.length > longest ? `${text.slice(0, longest - 1)}…` : text; }

function find(list, tag) { return list.find((one) => one.tag === tag); }

/** The T lines of a process: for all clones, and for single ones. */
function terrainOf(data, {tag}) { return data.terrain.filter(({process}) => process === tag); }

/** Functionalities of which one is drawn are shown with their chances. */
function unitTitle({tag, choices, is_early: isEarly}) { return `${tag}${isEarly ? ', early' : ''}${choices.includes('|') ? `: ${choices}` : ''}`; }

function sendingTitle({tag, type, delay, begins_request: isRequest}) { return `sends ${tag}: ${type}${delay === '' ? '' : ` after ${delay}`}${isRequest ? ', a new request' : ''}`; }

/** The rows of a process that is open: its hosts, its units, their functionalities, and the parts of these. */
function linesOf(data, process) {
  const rows = [];
  const add = (kind, depth, line, title, label, more) => rows.push(
      {kind, depth, tag: line.tag, line: line.line, title: shortened(title), label: `${shortened(title)}, ${label}`, process: process.tag, key: `${kind}:${process.tag} ${more.unit || ''} ${more.functionality || ''} ${line.tag}`, ...more});
  terrainOf(data, process).forEach((line) => add('T', 0, line, `${line.tag === process.tag ? '' : `${line.tag} `}on ${line.host}${line.conditions ? `: ${line.conditions}` : ''}`, `host of ${line.tag}`, {}));
  for (const unit of process.units.map((tag) => find(data.units, tag)).filter(Boolean)) {
    add('U', 0, unit, unitTitle(unit), `unit of ${process.tag}`, {});
    for (const one of unit.functionalities.map((tag) => find(data.functionalities, tag)).filter(Boolean)) {
      const inside = {unit: unit.tag, functionality: one.tag};
      add('F', 1, one, `${one.tag}, then ${one.next}`, `functionality of ${unit.tag}, waits for ${one.awaited}, computes ${one.computes}, sends ${one.sends}`, {unit: unit.tag});
      one.collections.map((tag) => find(data.collections, tag)).forEach((line) => line && add('I', 2, line, `waits ${line.tag}: ${line.text}`, 'collection', inside));
      one.computations.map((tag) => find(data.computations, tag)).forEach((line) => line && add('C', 2, line, `${line.tag}: ${line.text}`, 'computation', inside));
      one.outputs.map((tag) => find(data.outputs, tag)).forEach((line) => line && add('O', 2, line, sendingTitle(line), `output, ${line.text}`, inside));
    }
  }
  return rows;
}

export function boxesOf(data, open) {
  return data.processes.map((process) => {
    const {tag, line, count, is_server: isServer, units} = process;
    const lines = open.has(tag) ? linesOf(data, process) : [];
    const title = shortened(tag) + (count === 1 ? '' : ` × ${countText(count)}`);
    const hosts = [...new Set(terrainOf(data, process).map(({host}) => host))];
    const subtitle = `${isServer ? 'server, ' : ''}${units.length === 1 ? units[0].slice(0, longest) : `${units.length} units`}${hosts.length > 0 ? shortened(`, on ${hosts.join(', ')}`) : ''}`;
    const inside = Math.max(0, ...lines.map((row) => row.depth * padding + widthOf(row.title, '12px system-ui, sans-serif') + 12));
    return {
      key: `P:${tag}`, kind: 'P', tag, line, count, isServer, lines, title, subtitle, label: `${title} ${subtitle}, process`,
      width: Math.ceil(Math.max(110, widthOf(title, '600 14px system-ui, sans-serif') + 34, widthOf(subtitle, '12px system-ui, sans-serif') + 34, inside + 2 * padding)),
      height: headHeight + (lines.length > 0 ? lines.length * rowHeight + 8 : 0)
    };
  });
}

/** The rows of a box with a place. */
export function rowsOf(_data, box) {
  return box.lines.map((row, i) => ({
                         ...row, x: box.x + padding - 4 + row.depth * padding, y: box.y + headHeight + i * rowHeight,
                         width: box.width - 2 * padding + 4 - row.depth * padding, height: rowHeight
                       }));
}

/** As wide as the bytes of one sending, on a logarithmic scale: 1 at 1 byte, 10 at 1 TB. */
function strokeWidth({count, bytes}) { return Math.min(1 + 0.75 * Math.log10(1 + count * bytes), 11); }

export function arrowsOf(data, boxes) {
  const inPair = new Map();
  const pairOf = ({from, to}) => `${Math.min(from, to)} ${Math.max(from, to)}`;
  for (const message of data.messages) {
    inPair.set(pairOf(message), [...(inPair.get(pairOf(message)) || []), message]);
  }
  return data.messages.map((message) => {
    const all = inPair.get(pairOf(message));
    const {output, from, to, label} = message, line = find(data.outputs, output);
    return {
      key: `M:${output} ${data.processes[from].tag} ${data.processes[to].tag}`, kind: 'M', tag: output, line: line ? line.line : 0, process: data.processes[from].tag,
      title: shortened(label.split('\n')[0]), label: `${shortened(label.split('\n')[0])}, message from ${data.processes[from].tag} to ${data.processes[to].tag}, ${[output, ...label.split('\n').slice(1)].join(', ')}`,
      source: boxes[from], target: boxes[to], turned: from > to, position: all.indexOf(message) - (all.length - 1) / 2, strokeWidth: strokeWidth(message), isAnswer: message.is_answer, isPicked: message.is_picked
    };
  });
}
