// Pins: up to eight variants of the text, its variables and a machine, side by side with the present one. The
// verdict on each is that of `dps compare --designs`.
import {askName} from './dialogs.js';
import {button, changeText, make, note, timeText} from './tools.js';

const mostPins = 8, mostSavedBytes = 8_000_000, askAfter = 150;
const present = 'now';

/** The kinds of time of a design: [class, name, seconds of all processes]. */
function kindsOf({compute_s, sleep_s, send_s, take_s, wait_s}) {
  return [
    ['compute', 'computing', compute_s - sleep_s], ['sleep', 'sleeping', sleep_s], ['send', 'sending', send_s], ['take', 'taking', take_s],
    ['wait', 'waiting', wait_s - take_s]
  ].map(([colour, name, seconds]) => [colour, name, Math.max(seconds || 0, 0)]);
}

function variantText({machine, settings}) {
  return [machine.name, ...machine.changes, ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`)].join(', ');
}

export class Pins {
  /**
   * `events`: present() → {text, settings, machine, makespan, makespans: Map}; restore(pin); refer(makespans or null): those
   * of the newest pin; changed(); say(words).
   */
  constructor(predictions, events) {
    this.predictions = predictions;
    this.events = events;
    this.pins = [];  // {name, text, settings, machine, makespans, saved, makespan, problem}
    this.made = 0;
    this.place = make('section', {class: 'pins', 'aria-label': 'Pins', hidden: true});
    predictions.addLater(askAfter, () => this.ask());
  }

  pin() {
    const {text, settings, machine, makespans} = this.events.present();
    if (this.pins.length === mostPins) {
      this.events.say(`${mostPins} pins are kept; remove one of them.`);
      return;
    }
    this.pins.push({name: `pin ${++this.made}`, text, settings: {...settings}, machine: {...machine}, makespans});
    this.change();
    this.ask();
  }

  remove(pin) {
    this.pins = this.pins.filter((one) => one !== pin);
    this.change();
    this.ask();
  }

  async rename(pin) {
    const name = await askName('Rename the pin', `A new name for ${pin.name}`, pin.name);
    if (name && name !== pin.name) {
      if (name === present || this.pins.some((one) => one.name === name)) {
        this.events.say(`There is '${name}' already.`);
        return;
      }
      pin.name = name;
      this.change();
      this.ask();
    }
  }

  change() {
    this.answer = null;
    const newest = this.pins[this.pins.length - 1];
    this.events.refer(newest ? newest.makespans : null);
    this.show();
    this.events.changed();
  }

  /** The figures of pins that have none, then the comparison with the present text. */
  ask() {
    const missing = this.pins.filter((pin) => pin.saved === undefined && !pin.problem);
    missing.forEach((pin) => this.predictPin(pin));
    if (missing.length === 0) {
      this.compare();
    }
  }

  predictPin(pin) {
    const {machine, settings, text} = pin;
    this.predictions.request(machine, {part: 'saved', settings, text}, (answer) => {
      if (answer.kind === 'result') {
        pin.saved = answer.saved;
        pin.makespan = JSON.parse(answer.saved).runs[0].makespan_s;
      } else if (answer.kind === 'failed' || answer.kind === 'refused') {
        pin.problem = answer.text;
      } else {
        return;
      }
      this.show();
      if (this.pins.every((one) => one.saved !== undefined || one.problem)) {
        this.compare();
      }
    });
  }

  compare() {
    const others = this.pins.filter(({saved}) => saved !== undefined).map(({name, saved}) => ({name, saved}));
    const bytes = others.reduce((total, {saved}) => total + saved.length, 0);
    this.isTooLarge = bytes > mostSavedBytes;
    if (others.length === 0 || this.isTooLarge) {
      this.show();
      return;
    }
    const id = this.predictions.request(this.events.present().machine, {part: 'compare', others}, (answer) => {
      if (id === this.asked && (answer.kind === 'result' || answer.kind === 'failed')) {
        this.answer = answer;
        this.isOutdated = false;
        this.show();
      }
    });
    this.asked = id;
  }

  /** The text, a variable or a machine has changed. */
  outdate() {
    this.asked = 0;
    this.isOutdated = true;
    this.place.classList.add('outdated');
  }

  show() {
    this.place.hidden = this.pins.length === 0;
    if (this.pins.length === 0) {
      this.place.replaceChildren();
      return;
    }
    const now = this.events.present();
    this.place.classList.toggle('outdated', Boolean(this.isOutdated));
    const comparison = this.answer && this.answer.comparison;
    const rows = [{...now, name: present}, ...this.pins];
    const most = Math.max(...rows.map(({makespan}) => makespan || 0));
    const focused = [...this.place.querySelectorAll('button')].indexOf(document.activeElement);
    this.place.replaceChildren(
        make('h2', {}, 'Pins'), ...(comparison && this.pins.length > 1 ? [make('p', {class: 'verdict'}, comparison.verdict)] : []),
        ...(this.isTooLarge ? [note('The results of these pins are too large to be compared while you write; dps compare --designs does it.')] : []),
        make('div', {class: 'pin-list'}, rows.map((row) => this.rowOf(row, now, most))));
    if (focused >= 0) {
      [...this.place.querySelectorAll('button')][focused]?.focus();
    }
  }

  rowOf(row, now, most) {
    const isPin = row.name !== present;
    const change = isPin && row.makespan && now.makespan ? row.makespan - now.makespan : 0;
    const verdict = isPin && this.answer && (this.answer.verdicts || []).find(({name}) => name === row.name);
    const sentence = row.problem || (verdict ? [verdict.verdict, verdict.explanation].filter(Boolean).join('; ') : '');
    return make('div', {class: 'pin', 'data-pin': row.name},
        make('span', {class: 'name'}, row.name),
        make('span', {class: 'variant'}, variantText(row), isPin && row.text !== now.text ? make('em', {}, ', another text') : null),
        make('span', {class: 'makespan'}, row.makespan ? timeText(row.makespan) : '…'),
        make('span', {class: `change ${change < 0 ? 'faster' : change > 0 ? 'slower' : ''}`, title: isPin ? 'compared with now' : false},
             isPin && row.makespan && now.makespan ? changeText(row.makespan, now.makespan) : ''),
        this.barOf(row, most),
        make('span', {class: row.problem ? 'verdict failure' : 'verdict'}, sentence),
        isPin ? make('span', {class: 'tools'}, button('Restore', () => this.events.restore(row), `The text, variables and machine of ${row.name}; Ctrl-Z takes it back`),
                     button('Rename', () => this.rename(row), `Rename ${row.name}`), button('Remove', () => this.remove(row), `Remove ${row.name}`)) :
                null);
  }

  /** As long as the makespan, divided by what the processes did in that time. */
  barOf({name, makespan}, most) {
    const design = this.answer && this.answer.comparison && this.answer.comparison.designs.find(({file}) => file === name);
    const kinds = design ? kindsOf(design.times) : [['compute', '', 1]];
    const total = kinds.reduce((sum, [, , seconds]) => sum + seconds, 0) || 1;
    const bar = make('span', {class: 'bar'});
    for (const [colour, what, seconds] of kinds) {
      const part = make('span', {class: colour, title: what ? `${what}: ${timeText(seconds)} in all processes` : false});
      part.style.width = `${makespan && most > 0 ? 100 * makespan / most * seconds / total : 0}%`;
      bar.append(part);
    }
    return bar;
  }
}
