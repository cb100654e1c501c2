// Curves: the makespan, or another quantity, over a variable or a figure of the machine; one for each machine and
// pin. The points are those of `dps sweep`, and are drawn as they come.
import {quantityOf} from './machine_form.js';
import {button, choice, legend, make, note, shellText, sweepChart, tick, timeText} from './tools.js';

const mostCurves = 8, mostReasons = 8, askAfter = 600;

/** A range around a value, from a fourth to four times of it, in its unit. */
function rangeAround(value, unit = '') {
  const first = Number.isInteger(value) && unit === '' ? Math.max(Math.round(value / 4), 1) : value / 4;
  return value > 0 ? `${first}..${value * 4}${unit}*2` : '';
}

export class Curves {
  /** `events`: present() → {text, settings}; machines() → [{name, changes}]; pins() → [{name, text, settings, machine}]; variables() → [{name, value}]. */
  constructor(predictions, events) {
    this.predictions = predictions;
    this.events = events;
    this.curves = [];  // {name, machine, settings, text, isOfPin, axis, points, problem, isDone}
    this.asked = [];   // the ids of their requests
    this.keys = [];    // of the machine that is chosen, those with numbers: {name, value}
    this.look = {figure: 0, isLogX: false, isLogY: false};
    this.makeElements();
    predictions.addLater(askAfter, () => this.ask());
  }

  makeElements() {
    const field = (label, attributes) => {
      const input = make('input', {type: 'text', spellcheck: 'false', onchange: () => this.ask(), ...attributes});
      return [input, make('label', {class: 'choice'}, `${label} `, input)];
    };
    this.names = make('datalist', {id: 'curve-names'});
    const [over, overLabel] = field('Over', {list: 'curve-names', placeholder: 'n or network.latency', onchange: () => this.chooseAxis()});
    const [values, valuesLabel] = field('values', {placeholder: '1..64*2', title: 'As dps sweep has them: 10,50,100 or 1..8 or 1..9:2 or 1..1024*2, and 1..64us*2'});
    const [column, columnLabel] = field('also', {placeholder: 'p99(Reply.m)', title: 'Another quantity, as --column: p99(Reply.m), rate(done.f), utilisation(Worker.p) …'});
    this.over = over;
    this.values = values;
    this.column = column;
    this.figure = make('span', {});
    const logarithm = (key, label) => tick(label, false, (value) => {
      this.look[key] = value;
      this.draw();
    });
    const controls = make('div', {class: 'tools'}, overLabel, this.names, valuesLabel, columnLabel, this.figure, logarithm('isLogX', 'logarithmic x'), logarithm('isLogY', 'logarithmic y'),
        button('Again', () => this.ask(), 'Compute the curves again'));
    this.state = make('p', {class: 'note', role: 'status'});
    this.chart = make('div', {class: 'chart'});
    this.chosen = make('p', {class: 'note', role: 'status'});
    this.reasons = make('ul', {class: 'reasons failure'});
    this.commands = make('div', {class: 'repeat'});
    this.place = make('details', {class: 'curves', ontoggle: () => this.ask()}, make('summary', {}, make('h2', {}, 'Curves')), controls, this.state, this.chart, this.chosen, this.reasons, this.commands);
  }

  /** A variable or a key of the machine proposes its values. */
  chooseAxis() {
    const {variable} = this, key = this.keys.find(({name}) => name === this.over.value.trim());
    const {number, unit} = variable ? {number: variable.value, unit: ''} : (key && quantityOf(key.value)) || {};
    if (number > 0 && (this.values.value === '' || this.values.value === this.proposed)) {
      this.values.value = this.proposed = rangeAround(number, unit.trim());
    }
    this.ask();
  }

  /** The names that the field proposes: variables, and the keys of the machine that is chosen. */
  proposeNames() {
    this.names.replaceChildren(...[...this.events.variables(), ...this.keys].map(({name}) => make('option', {value: name})));
    const {machine} = this.events.present(), subject = machine && JSON.stringify([machine.name, machine.changes]);
    if (!machine || subject === this.keysAre || !this.place.open) {
      return;
    }
    this.predictions.send(machine, {part: 'machine_keys'}, (answer) => {
      if (answer.kind === 'result') {
        this.keysAre = subject;
        this.keys = answer.keys.filter((key) => key.is_number);
        this.proposeNames();
      }
    });
  }

  get variable() { return this.events.variables().find(({name}) => name === this.over.value.trim()); }

  outdate() {
    this.asked = [];
    this.place.classList.add('outdated');
  }

  /** Computes all curves, if they are looked at. */
  ask() {
    this.proposeNames();
    const name = this.over.value.trim(), values = this.values.value.replace(/\s+/g, '');
    if (!this.place.open || name === '' || values === '') {
      return;
    }
    this.asked.forEach((id) => this.predictions.cancel(id));
    const sweep = {of_machine: !this.variable, name, values, column: this.column.value.trim()};
    const {settings} = this.events.present();
    const all = this.events.machines().map((machine) => ({name: machine.name, machine, settings}))
                    .concat(this.events.pins().map((pin) => ({name: pin.name, machine: pin.machine, settings: pin.settings, text: pin.text})));
    this.all = all.length;
    this.sweep = sweep;
    this.curves = all.slice(0, mostCurves).map((curve) => ({...curve, points: []}));
    this.place.classList.remove('outdated');
    this.chosen.textContent = '';
    this.asked = this.curves.map((curve) => this.askOne(curve));
    this.draw();
  }

  askOne(curve) {
    const {machine, settings, text} = curve;
    return this.predictions.request(machine, {part: 'sweep', sweep: this.sweep, settings, ...(text === undefined ? {} : {text})}, (answer) => {
      if (answer.kind === 'result' && answer.axis) {
        curve.axis = answer.axis;
      } else if (answer.kind === 'result') {
        curve.points.push(answer.point);
      } else if (answer.kind === 'done') {
        curve.isDone = true;
      } else if (answer.kind !== 'progress') {
        curve.problem = [answer.text, ...(answer.details || [])].join(' ');
        curve.isDone = true;
      }
      this.drawSoon();
    });
  }

  drawSoon() {
    this.frame = this.frame || requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** As a page of a sweep has it. A curve without points keeps its colour by an empty one. */
  data() {
    const axis = this.curves.map((curve) => curve.axis).find(Boolean) || {values: [], numbers: [], unit: '', column_unit: 's'};
    const points = this.curves.flatMap((curve) => [{values: [curve.name, ''], numbers: [null, null], figures: []}].concat(curve.points.map(
        (point) => ({
          selector: `${curve.name}, ${this.sweep.name} = ${point.value}`,
          values: [curve.name, point.value],
          numbers: [null, axis.numbers[axis.values.indexOf(point.value)]],
          figures: [point.makespan_s, point.column]
        }))));
    const isNumber = axis.numbers.every((number) => number !== null);
    return {
      axes: [{name: 'curve', is_number: false}, {name: this.sweep.name, is_number: isNumber, unit: axis.unit}],
      figures: [{name: 'makespan', unit: 's'}, {name: this.sweep.column, unit: axis.column_unit}],
      points: isNumber ? points : points.filter(({selector}) => selector)
    };
  }

  draw() {
    if (!this.sweep || this.curves.length === 0) {
      return;
    }
    const {column} = this.sweep;
    this.look.figure = column === '' ? 0 : this.look.figure;
    this.figure.replaceChildren(...(column === '' ? [] : [choice('Figure', [['0', 'makespan'], ['1', column]], String(this.look.figure), (value) => {
      this.look.figure = Number(value);
      this.draw();
    })]));
    const show = (point) => this.chosen.textContent = `${point.selector}: makespan ${timeText(point.figures[0])}`;
    this.chart.replaceChildren(
        sweepChart(this.data(), {...this.look, xAxis: 1, chosen: ['', '']}, show), ...(this.curves.length > 1 ? [legend(this.curves.map(({name}, i) => [`curve${i}`, name]))] : []),
        ...(this.all > mostCurves ? [note(`The first ${mostCurves} of ${this.all} curves.`)] : []));
    this.showState();
    this.showCommands();
  }

  showState() {
    const wanted = this.curves.reduce((total, {axis}) => total + (axis ? axis.values.length : 0), 0);
    const done = this.curves.reduce((total, {points}) => total + points.length, 0);
    this.state.textContent = this.curves.every(({isDone}) => isDone) ? `${done} points` : `${done} of ${wanted} points …`;
    const reasons = this.curves.flatMap(
        ({name, points, problem}) => (problem ? [`${name}: ${problem}`] : []).concat(points.filter((point) => point.problem).map((point) => `${name}, ${this.sweep.name} = ${point.value}: ${point.problem}`)));
    const rest = reasons.length - mostReasons;
    this.reasons.replaceChildren(...reasons.slice(0, mostReasons).map((reason) => make('li', {}, reason)), ...(rest > 0 ? [make('li', {}, `and ${rest} more`)] : []));
  }

  /** Of the present text: that of a pin is in no file. */
  showCommands() {
    const known = this.curves.filter(({axis, text}) => axis && text === undefined);
    this.commands.replaceChildren(...(known.length > 0 ? ['The same figures in a terminal: ', ...known.map(({axis}) => make('code', {class: 'command', tabindex: '0'}, shellText(axis.command)))] : []));
  }
}
