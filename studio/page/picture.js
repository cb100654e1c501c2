// The picture of the program: processes as boxes, messages as arrows. It shows what the language server knows of the text;
// each edit is an edit of the text by that server.
import {noTerrain, PictureForms} from './picture_forms.js';
import {arrowsOf, boxesOf, headHeight, rowsOf, widthOf} from './picture_parts.js';
import {arrange, pathBetween} from './picture_places.js';
import {button, make} from './tools.js';

const svgSpace = 'http://www.w3.org/2000/svg';
const margin = 24, step = 20;

/** Texts become text nodes; places are attributes, since the page may have no styles of its own in attributes. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat());
  return element;
}

const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export class PictureView {
  /**
   * `events`: {edit(edits) → a promise of the reason why it is refused, or null; undo(), redo(), goToLine(line), moved(), say(text)}.
   */
  constructor(events) {
    this.events = events;
    this.data = null;       // the last good picture
    this.places = {};       // by ptag: {x, y}, of boxes that were moved by hand
    this.open = new Set();  // ptags whose units are shown
    this.elements = new Map();
    this.current = '';  // the key of the element that Tab reaches
    this.canEdit = true;
    this.scale = 1;
    this.cost = 0;  // ms that the last drawing took
    this.forms = new PictureForms((edits, wanted) => this.edit(edits, wanted), () => this.data);
    this.makePage();
  }

  makePage() {
    this.tools = make('div', {class: 'tools', role: 'group', 'aria-label': 'Edit the picture'},
        ...[['Process', 'n', 'A new process (N)'], ['Message', 'm', 'A message of the chosen process or functionality (M)'], ['Unit', 'u', 'A unit of the chosen process (U)'],
            ['Functionality', 'f', 'A functionality of the chosen unit (F)'], ['Computation', 'c', 'A computation of the chosen functionality (C)'],
            ['Host', 't', 'The host of the chosen process, or of one clone (T)'], ['Variable', 'v', 'A new variable (V)'], ['Edit', 'Enter', 'Change the chosen element (Enter)'], ['Delete', 'Delete', 'Delete the chosen element (Delete)']]
            .map(([text, key, hint]) => button(text, () => this.act(key), hint)));
    const view = make('div', {class: 'tools', role: 'group', 'aria-label': 'What the picture shows'}, button('Open', () => this.act(' '), 'Show or hide the units of the chosen process (space)'),
        button('Open all', () => this.openAll()), button('Arrange', () => this.rearrange(), 'Forget the places of boxes that were moved'),
        button('−', () => this.act('-'), 'Smaller (-)'), button('+', () => this.act('+'), 'Larger (+)'), button('Whole', () => this.act('0'), 'The whole picture (0)'));
    this.state = make('span', {class: 'note', role: 'status'});
    this.variables = make('div', {class: 'tools picture-variables', role: 'group', 'aria-label': 'Variables of the picture'});
    this.svg = svg('svg', {class: 'picture-drawing', role: 'group', 'aria-label': 'Processes and messages. Arrow keys go from one to the next.'});
    this.scroller = make('div', {class: 'picture-scroller'}, this.svg);
    this.element = make('section', {class: 'picture', 'aria-label': 'Picture'}, make('div', {class: 'picture-bars'}, this.tools, view, this.state), this.variables, this.scroller);
    this.element.addEventListener('keydown', (event) => this.press(event));
  }

  /** Whether edits are possible. */
  setReadOnly(isReadOnly) {
    this.canEdit = !isReadOnly;
    this.tools.querySelectorAll('button').forEach((one) => one.disabled = isReadOnly);
  }

  /** `layout`: what keptLayout() was, perhaps of a hand that is not ours. */
  setLayout(layout) {
    this.places = {};
    for (const [tag, place] of Object.entries(layout.places || {})) {
      if (place && Number.isFinite(place.x) && Number.isFinite(place.y) && Math.abs(place.x) < 1e5 && Math.abs(place.y) < 1e5) {
        this.places[tag] = {x: place.x, y: place.y};
      }
    }
    this.open = new Set((Array.isArray(layout.open) ? layout.open : []).filter((tag) => typeof tag === 'string'));
    this.data = null;
    this.draw();
  }

  /** Without processes that are not there any more. */
  keptLayout() {
    const isThere = (tag) => !this.data || this.data.processes.some((one) => one.tag === tag);
    return {places: Object.fromEntries(Object.entries(this.places).filter(([tag]) => isThere(tag))), open: [...this.open].filter(isThere)};
  }

  /** The answer to dps/picture. */
  take(data) {
    const shown = JSON.stringify({...data, version: 0});
    const isSame = this.data && shown === this.shown;
    this.shown = shown;
    this.data = data;
    this.element.classList.remove('outdated');
    const left = data.more_messages;
    const more = data.is_partial ? `The program is too large for its picture: ${left > 0 ? `at least ${left} arrows are` : 'arrows may be'} missing.`
      : left > 0 ? `${left} more arrows are not shown.` : '';
    this.state.textContent = data.processes.length === 0 ? 'There is no process yet: N makes one.' : more;
    if (!isSame || this.wanted) {
      const begin = performance.now();
      this.draw();
      this.cost = performance.now() - begin;
    }
  }

  /** The text has no picture now; the last one stays. */
  dim(reason) {
    this.element.classList.add('outdated');
    this.state.textContent = `${reason}; ${this.data ? 'this is the picture of before' : 'there is no picture yet'}.`;
  }

  // Drawing.

  /** `isMoved`: only the place of a box is another one. */
  draw(isMoved = false) {
    const hadFocus = this.svg.contains(document.activeElement) || this.variables.contains(document.activeElement);
    const last = this.chosen;
    this.elements.clear();
    const data = this.data || {processes: [], messages: [], variables: []};
    this.drawVariables(data.variables);
    this.boxes = boxesOf(data, this.open);
    this.arranged = isMoved ? this.arranged : arrange(this.boxes, data.messages);
    this.boxes.forEach((box, i) => Object.assign(box, this.places[box.tag] || this.arranged[i]));
    const shapes = [...arrowsOf(data, this.boxes).map((arrow) => this.arrowShape(arrow)), ...this.boxes.map((box) => this.boxShape(box)),
                    ...this.boxes.flatMap((box) => rowsOf(data, box).map((row) => this.rowShape(row)))];
    this.svg.replaceChildren(this.marker(), ...shapes);
    this.fit();
    const wanted = this.elements.has(this.wanted) ? this.wanted : null;
    this.wanted = null;
    const near = [this.current, last ? `P:${last.process || last.tag}` : ''].find((key) => this.elements.has(key));
    this.choose(wanted || near || this.firstKey(), Boolean(wanted) || hadFocus);
  }

  marker() {
    return svg('defs', {}, svg('marker', {id: 'picture-head', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: 'userSpaceOnUse', orient: 'auto'},
        svg('path', {d: 'M 0 0 L 10 5 L 0 10 z', class: 'picture-head'})));
  }

  /** The drawing is as large as what is in it, and at least as the place that it has. */
  fit() {
    const {clientWidth, clientHeight} = this.scroller;
    const right = Math.max(0, ...this.boxes.map(({x, width}) => x + width)) + 2 * margin, bottom = Math.max(0, ...this.boxes.map(({y, height}) => y + height)) + 2 * margin;
    const width = Math.max(right, clientWidth / this.scale - 1), height = Math.max(bottom, clientHeight / this.scale - 1);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', Math.floor(width * this.scale));
    this.svg.setAttribute('height', Math.floor(height * this.scale));
    return Math.min(clientWidth / right, clientHeight / bottom, 1);
  }

  zoom(scale) {
    this.scale = Math.min(Math.max(scale, 0.1), 3);
    this.fit();
  }

  /** An element that can be chosen. `item`: {key, kind, label, x, y, …}. */
  shape(item, attributes, ...children) {
    const element = svg('g', {tabindex: -1, role: 'button', 'aria-label': item.label, ...attributes, onfocus: () => this.choose(item.key, false), ondblclick: () => this.act('Enter')}, ...children);
    this.elements.set(item.key, {...item, element});
    return element;
  }

  boxShape(box) {
    const backs = [8, 4].slice(2 - Math.min(box.count - 1, 2)).map((by) => svg('rect', {x: box.x + by, y: box.y + by, width: box.width, height: box.height, rx: 6, class: 'picture-clone'}));
    const handle = svg('circle', {cx: box.x + box.width, cy: box.y + 16, r: 6, class: 'picture-handle', onpointerdown: (event) => this.beginMessage(event, box)});
    return this.shape(box, {class: box.isServer ? 'picture-box server' : 'picture-box', 'aria-expanded': this.open.has(box.tag), onpointerdown: (event) => this.beginMove(event, box)}, ...backs,
        svg('rect', {x: box.x, y: box.y, width: box.width, height: box.height, rx: 6, class: 'picture-front'}),
        svg('text', {x: box.x + 12, y: box.y + 21, class: 'picture-name'}, box.title), ' ', svg('text', {x: box.x + 12, y: box.y + 38, class: 'picture-soft'}, box.subtitle), handle);
  }

  rowShape(row) {
    return this.shape(row, {class: `picture-row ${row.kind}`, onpointerdown: (event) => event.stopPropagation(), onclick: () => this.choose(row.key, true)},
        svg('rect', {x: row.x, y: row.y, width: row.width, height: row.height, rx: 3, class: 'picture-back'}), svg('text', {x: row.x + 4, y: row.y + 14}, row.title));
  }

  arrowShape(arrow) {
    const {path, x, y} = pathBetween(arrow);
    const width = widthOf(arrow.title, '12px system-ui, sans-serif') + 12;
    return this.shape({...arrow, x: x - width / 2, y: y - 10, width, height: 20}, {class: `picture-arrow${arrow.isAnswer ? ' to-sender' : ''}${arrow.isPicked ? ' picked' : ''}`, onclick: () => this.choose(arrow.key, true)},
        svg('path', {d: path, class: 'picture-line', 'stroke-width': arrow.strokeWidth.toFixed(1), 'marker-end': 'url(#picture-head)'}), svg('path', {d: path, class: 'picture-touch'}),
        svg('rect', {x: x - width / 2, y: y - 10, width, height: 20, rx: 3, class: 'picture-back'}), svg('text', {x, y: y + 4, 'text-anchor': 'middle'}, arrow.title));
  }

  drawVariables(variables) {
    this.variables.replaceChildren(...variables.map(({tag, text}) => {
      const key = `V:${tag}`;
      const element = make('button', {type: 'button', tabindex: '-1', onfocus: () => this.choose(key, false), ondblclick: () => this.act('Enter'), title: 'Enter changes it, Delete deletes it'}, `${tag} = ${text}`);
      this.elements.set(key, {key, kind: 'V', tag, text, element});
      return element;
    }));
    this.variables.hidden = variables.length === 0;
  }

  // The chosen element.

  firstKey() {
    const box = this.boxes[0];
    return box ? box.key : [...this.elements.keys()][0] || '';
  }

  choose(key, takesFocus) {
    this.elements.get(this.current)?.element.setAttribute('tabindex', '-1');
    this.elements.get(this.current)?.element.classList.remove('chosen');
    this.current = key;
    const chosen = this.elements.get(key);
    if (!chosen) {
      this.svg.setAttribute('tabindex', '0');  // so that the keyboard can make the first process
      if (takesFocus) {
        this.svg.focus();
      }
      return;
    }
    this.svg.removeAttribute('tabindex');
    chosen.element.setAttribute('tabindex', '0');
    chosen.element.classList.add('chosen');
    if (takesFocus && document.activeElement !== chosen.element) {
      chosen.element.focus();
    }
  }

  get chosen() { return this.elements.get(this.current); }

  focus() {
    const target = this.chosen ? this.chosen.element : this.svg;
    target.focus();
  }

  press(event) {
    const isInside = this.svg.contains(event.target) || this.variables.contains(event.target);
    if (!isInside || event.altKey || event.isComposing) {
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' || key === 'y') {
        event.preventDefault();
        if (this.canEdit) {
          (key === 'y' || event.shiftKey ? this.events.redo : this.events.undo)();
        }
      }
      return;
    }
    if (key in directions) {
      event.preventDefault();
      this.go(directions[key], event.shiftKey);
    } else if (['Enter', ' ', 'Delete', 'Backspace', 'n', 'm', 'u', 'f', 'c', 't', 'v', 'g', '+', '-', '0'].includes(key)) {
      event.preventDefault();
      this.act(key);
    }
  }

  /** To the nearest element in a direction; with shift, a box moves. */
  go([dx, dy], moves) {
    const from = this.chosen;
    if (moves && from && from.kind === 'P') {
      this.moveBox(from.tag, from.x + dx * step, from.y + dy * step);
      this.events.moved();
      return;
    }
    const here = from ? this.onScreen(from) : {x: 0, y: 0};
    let best = null, least = Infinity;
    for (const one of this.elements.values()) {
      const {x, y} = this.onScreen(one);
      const along = (x - here.x) * dx + (y - here.y) * dy, aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (one !== from && along > 1 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = one;
      }
    }
    if (best) {
      this.choose(best.key, true);
      best.element.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
  }

  /** The middle of an element: of an arrow, of its label; of a process, of its head, since its rows are below. */
  onScreen({kind, element, x, y, width, height}) {
    const area = (kind === 'V' ? element : this.svg).getBoundingClientRect();
    if (kind === 'V') {
      return {x: area.x + area.width / 2, y: area.y + area.height / 2};
    }
    return {x: area.x + (x + width / 2) * this.scale, y: area.y + (y + (kind === 'P' ? headHeight : height) / 2) * this.scale};
  }

  act(key) {
    const chosen = this.chosen;
    if (key === '+' || key === '-') {
      this.zoom(this.scale * (key === '+' ? 1.25 : 0.8));
    } else if (key === '0') {
      this.zoom(this.fit());
    } else if (key === ' ') {
      this.toggle(chosen);
    } else if (key === 'g') {
      chosen?.line && this.events.goToLine(chosen.line);
    } else if (!this.canEdit) {
      this.events.say('Another page edits this file; here it can only be read.');
    } else if (key === 'n') {
      this.forms.newProcess();
    } else if (key === 'v') {
      this.forms.newVariable();
    } else if (!chosen) {
      this.events.say('Choose an element first.');
    } else if (key === 'Delete' || key === 'Backspace') {
      this.remove(chosen);
    } else {
      const form = {m: 'newMessage', u: 'newUnit', f: 'newFunctionality', c: 'newComputation', t: 'newTerrain', Enter: 'change'}[key];
      const refusal = this.forms[form](chosen);
      if (refusal) {
        this.events.say(refusal);
      }
    }
  }

  async remove(chosen) {
    const refusal = await this.edit([chosen.kind === 'T' ? noTerrain(chosen.tag) : {edit: 'delete', section: chosen.kind === 'M' ? 'O' : chosen.kind, tag: chosen.tag}]);
    if (refusal) {
      this.events.say(`'${chosen.tag}' is not deleted: ${refusal}`);
    }
  }

  /** `wanted`: the key of the element that is chosen afterwards. */
  async edit(edits, wanted) {
    const refusal = await this.events.edit(edits);
    if (refusal === null) {
      this.wanted = wanted || this.current;
      edits.filter(({edit, section}) => edit === 'rename' && section === 'P').forEach(({tag, to}) => this.keepPlace(tag, to));
    }
    return refusal;
  }

  /** A process with a new name stays where it is. */
  keepPlace(tag, to) {
    if (this.places[tag]) {
      this.places[to] = this.places[tag];
    }
    if (this.open.delete(tag)) {
      this.open.add(to);
    }
  }

  toggle(chosen) {
    const tag = chosen && (chosen.kind === 'P' ? chosen.tag : chosen.process);
    if (!tag) {
      return;
    }
    if (this.open.has(tag)) {
      this.open.delete(tag);
      this.wanted = `P:${tag}`;
    } else {
      this.open.add(tag);
    }
    this.draw();
    this.events.moved();
  }

  openAll() {
    const tags = this.boxes.map(({tag}) => tag);
    const isOpen = tags.every((tag) => this.open.has(tag));
    this.open = new Set(isOpen ? [] : tags);
    this.draw();
    this.events.moved();
  }

  rearrange() {
    this.places = {};
    this.draw();
    this.events.moved();
  }

  // By pointer.

  pointOf(event) {
    const {left, top} = this.svg.getBoundingClientRect();
    return {x: (event.clientX - left) / this.scale, y: (event.clientY - top) / this.scale};
  }

  moveBox(tag, x, y) {
    this.places[tag] = {x: Math.max(Math.round(x), margin), y: Math.max(Math.round(y), margin)};
    this.draw(true);
  }

  /** Follows the pointer until it is released; `move` and `end` get its place. */
  follow(event, move, end) {
    event.preventDefault();
    event.stopPropagation();
    const stop = new AbortController();
    addEventListener('pointermove', (next) => move(this.pointOf(next)), {signal: stop.signal});
    addEventListener('pointerup', (last) => {
      stop.abort();
      end(this.pointOf(last));
    }, {signal: stop.signal});
    addEventListener('pointercancel', () => stop.abort(), {signal: stop.signal});
  }

  beginMove(event, box) {
    if (event.button !== 0) {
      return;
    }
    this.choose(box.key, true);
    const begin = this.pointOf(event);
    let hasMoved = false;
    this.follow(event, ({x, y}) => {
      hasMoved = hasMoved || Math.hypot(x - begin.x, y - begin.y) > 4;
      if (hasMoved) {
        this.moveBox(box.tag, box.x + x - begin.x, box.y + y - begin.y);
      }
    }, () => hasMoved && this.events.moved());
  }

  beginMessage(event, box) {
    if (!this.canEdit || event.button !== 0) {
      return;
    }
    this.choose(box.key, true);
    const begin = this.pointOf(event), line = svg('path', {class: 'picture-new'});
    this.svg.append(line);
    this.follow(event, ({x, y}) => line.setAttribute('d', `M ${begin.x} ${begin.y} L ${x} ${y}`), ({x, y}) => {
      line.remove();
      const to = this.boxes.find((one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height);
      if (to) {
        this.forms.newMessage(this.elements.get(box.key), to.tag);
      }
    });
  }
}
