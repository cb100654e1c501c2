// The answer: makespans of all machines, and the parts of a report for the active one.
import {changeText, digits, make, note, partsOf, shellText, timeText} from './tools.js';

/** The sections: [id, title, the part that they need, function of a report]. */
const sections = [
  ['bars', 'Time of each process', 'summary', 'barsSection'], ['timeline', 'Timeline', 'timeline', 'timelineSection'],
  ['why', 'Critical path and waits', 'why', 'whySection'], ['matrix', 'Messages', 'summary', 'matrixSection'],
  ['distributions', 'Latencies and distributions', 'why', 'distributionsSection'], ['load', 'Load', 'timeline', 'loadSection'],
  ['what_if', 'What if', 'what_if', null], ['summary', 'Summary and notes', 'summary', 'summarySection'],
  ['provenance', 'Provenance', 'summary', 'provenanceSection']
];
const openFirst = ['bars', 'why'];
const dimAfter = 250;  // ms: an answer that comes sooner replaces the last one without a change of its colours

function changeClass(now, before) { return now < before ? 'faster' : now > before ? 'slower' : ''; }

export class Answer {
  /** `events`: {wanted(part), activated(), goToLine(line), costs(lines, length)}. */
  constructor(events) {
    this.events = events;
    this.results = new Map();  // machine: {summary, why, timeline, what_if, failed, progress}
    this.pinned = null;        // the makespans of the newest pin, by machine
    this.active = '';
    this.makeElements();
  }

  makeElements() {
    this.machines = make('div', {class: 'machines'});
    this.failure = make('div', {class: 'failure', role: 'status'});
    this.command = make('code', {class: 'command', tabindex: '0'});
    this.places = new Map();
    const parts = sections.map(([id, title, part]) => {
      const place = make('div', {class: 'part'});
      const details = make('details', {
        id: `part-${id}`, open: openFirst.includes(id),
        ontoggle: () => this.toggle(id, part, details)
      }, make('summary', {}, make('h2', {}, title)), place);
      this.places.set(id, {place, details, part, drawn: null});
      return details;
    });
    this.body = make('div', {class: 'parts'}, ...parts);
    this.repeat = make('p', {class: 'repeat', hidden: true}, 'The same figures in a terminal: ', this.command);
    this.element = make('div', {class: 'answers'}, this.machines, this.failure, this.repeat, this.body);
    this.element.addEventListener('click', (event) => this.followLine(event));
  }

  /** The links of the report to a line of the blueprint lead to the editor. */
  followLine(event) {
    const link = event.target.closest('a[href^="#line"]');
    const found = link && /(\d+)$/.exec(link.getAttribute('href'));
    if (found) {
      event.preventDefault();
      this.events.goToLine(Number(found[1]));
    }
  }

  toggle(id, part, details) {
    if (!details.open) {
      return;
    }
    const result = this.results.get(this.active);
    if (result && result[part] && !result.isOutdated[part]) {
      this.draw(id);
    } else {
      this.events.wanted(part);
    }
  }

  wants(part) { return [...this.places.values()].some((one) => one.part === part && one.details.open); }

  /** The machines in the order of the choice. */
  setMachines(names) {
    for (const name of [...this.results.keys()]) {
      if (!names.includes(name)) {
        this.results.delete(name);
      }
    }
    for (const name of names) {
      if (!this.results.has(name)) {
        this.results.set(name, {isOutdated: {}});
      }
    }
    this.names = names;
    if (!names.includes(this.active)) {
      this.activate(names[0] || '');
    }
    this.showMachines();
  }

  activate(name) {
    this.active = name;
    this.places.forEach((one) => one.drawn = null);
    this.showAll();
    this.events.activated();
  }

  /** All results are of an older text. */
  outdate() {
    for (const result of this.results.values()) {
      result.isOutdated = {summary: true, why: true, timeline: true, what_if: true};
      result.progress = '';
    }
    clearTimeout(this.dimming);
    this.dimming = setTimeout(() => {
      this.body.classList.add('outdated');
      this.showMachines();
    }, dimAfter);
  }

  take(machine, part, answer) {
    const result = this.results.get(machine);
    if (!result) {
      return;
    }
    if (answer.kind === 'result') {
      result[part] = answer;
      result.isOutdated[part] = false;
      if (part === 'summary') {
        result.failed = null;
      }
    } else if (answer.kind === 'failed') {
      result.failed = part === 'summary' || !result.failed ? {...answer, part} : result.failed;
    } else if (answer.kind === 'progress') {
      result.progress = answer.text;
    } else if (result.progress === '') {
      return;  // done, as was seen
    } else {
      result.progress = '';
    }
    if (machine === this.active && answer.kind === 'result') {
      this.showPart(part);
    }
    if (part === 'summary' || answer.kind !== 'result') {
      this.showMachines();
      this.showFailure();
    }
  }

  showPart(part) {
    clearTimeout(this.dimming);
    this.body.classList.remove('outdated');
    for (const [id, one] of this.places) {
      if (one.part === part && one.details.open) {
        this.draw(id);
      }
    }
    const result = this.results.get(this.active);
    if (part === 'summary') {
      this.showCommand(result);
    }
    if (part === 'why') {
      const {columns, rows} = result.why.data.costs;
      const lines = rows.map((row) => Object.fromEntries(columns.map((key, i) => [key, row[i]])));
      this.events.costs(lines, result.why.data.run ? result.why.data.run.makespan_s : 0);
    }
  }

  showCommand(result) {
    this.command.textContent = result && result.summary ? shellText(result.summary.data.environment.command || []) : '';
    this.repeat.hidden = this.command.textContent === '';
  }

  showAll() {
    this.showMachines();
    this.showFailure();
    const result = this.results.get(this.active);
    this.showCommand(result);
    for (const [id, one] of this.places) {
      one.place.replaceChildren();
      if (one.details.open && result && result[one.part]) {
        this.draw(id);
      }
    }
  }

  draw(id) {
    const one = this.places.get(id), answer = (this.results.get(this.active) || {})[one.part];
    if (!answer || one.drawn === answer) {
      return;
    }
    one.drawn = answer;
    if (id === 'what_if') {
      one.place.replaceChildren(...this.whatIf(answer.what_if));
      return;
    }
    answer.parts = answer.parts || partsOf(answer.data);
    const name = sections.find(([each]) => each === id)[3];
    one.place.replaceChildren(...answer.parts[name]().filter((part) => part !== null && part !== undefined));
  }

  redrawColours() {
    for (const {drawn} of this.places.values()) {
      if (drawn && drawn.parts) {
        drawn.parts.changed('colours');
        drawn.parts.redrawTimeline();
      }
    }
  }

  /** Makespans now, with their change against the pinned ones. */
  showMachines() {
    const most = Math.max(...(this.names || []).map((name) => this.makespanOf(name) || 0), 0);
    const rows = (this.names || []).map((name) => this.machineRow(name, most));
    const focused = this.machines.contains(document.activeElement) ? document.activeElement.getAttribute('data-machine') : null;
    this.machines.replaceChildren(...rows);
    if (focused) {
      const again = this.machines.querySelector(`[data-machine="${CSS.escape(focused)}"]`);
      again && again.focus();
    }
  }

  makespanOf(name) {
    const {summary} = this.results.get(name) || {};
    return summary && summary.data.run ? summary.data.run.makespan_s : null;
  }

  machineRow(name, most) {
    const result = this.results.get(name), makespan = this.makespanOf(name);
    const before = this.pinned && this.pinned.get(name);
    const bar = make('span', {class: 'makespan-bar compute'});
    bar.style.width = `${most > 0 && makespan ? 100 * makespan / most : 0}%`;
    const state = result.failed && result.failed.part === 'summary' ? result.failed.text : result.progress || (result.isOutdated.summary ? '…' : '');
    return make('div', {class: `machine${result.isOutdated.summary || (result.failed && result.failed.part === 'summary') ? ' outdated' : ''}`},
        make('button', {type: 'button', class: 'machine-name', 'data-machine': name, 'aria-pressed': String(name === this.active), onclick: () => this.activate(name)}, name),
        make('span', {class: 'makespan'}, makespan === null ? '' : timeText(makespan)),
        make('span', {class: `change ${before ? changeClass(makespan, before) : ''}`, title: before ? `${timeText(before)} when it was pinned` : false}, before && makespan !== null ? changeText(makespan, before) : ''),
        make('span', {class: 'makespan-track'}, bar), make('span', {class: 'state'}, state));
  }

  get makespans() { return new Map(this.names.map((name) => [name, this.makespanOf(name)]).filter(([, value]) => value !== null)); }

  setPinned(makespans) {
    this.pinned = makespans;
    this.showMachines();
  }

  showFailure() {
    const {failed} = this.results.get(this.active) || {};
    this.failure.replaceChildren(...(failed ? [make('p', {}, failed.text), ...(failed.details || []).slice(0, 12).map((line) => make('p', {class: 'detail'}, line))] : []));
  }

  whatIf({makespan_s, asked, rows}) {
    const answered = rows.filter((row) => !row.problem);
    const most = Math.max(...answered.map((row) => Math.abs(row.change_s)), 1e-300);
    const list = answered.slice(0, 40).map((row) => {
      const bar = make('span', {class: row.change_s <= 0 ? 'take gain' : 'send gain'});
      bar.style.width = `${Math.round(100 * Math.abs(row.change_s) / most)}px`;
      return make('tr', {}, make('td', {}, row.line ? make('a', {href: `#line${row.line}`}, row.name) : row.name), make('td', {class: 'number'}, `× ${digits(row.factor)}`),
          make('td', {class: 'number'}, timeText(row.makespan_s)), make('td', {class: 'number'}, changeText(row.makespan_s, makespan_s)), make('td', {}, bar));
    });
    return [
      note(`The makespan with one line or one value of the machine 10 % better${rows.length < asked ? `; ${rows.length} of ${asked} are answered` : ''}.`),
      make('table', {}, make('thead', {}, make('tr', {}, ['changed', 'factor', 'makespan', 'change', ''].map((title) => (title ? make('th', {scope: 'col'}, title) : make('td', {}))))), make('tbody', {}, list))
    ];
  }
}


