// Sliders for the variables of the blueprint. A value of a slider is a setting of the predictions, as with --set;
// the text stays as it is until it is written there.
import {button, digits, make} from './tools.js';

const steps = 200, factor = 10;

/** The positions of a slider are logarithmic, from a tenth of the value of the text to ten times of it. */
function valueAt(position, base) {
  const value = base * factor ** (2 * position / steps - 1);
  return Number.isInteger(base) ? Math.max(Math.round(value), 1) : Number(value.toPrecision(4));
}

function positionOf(value, base) { return Math.round((Math.log(value / base) / Math.log(factor) + 1) * steps / 2); }

export class Variables {
  /** `events`: {changed(), write(name, value)}. */
  constructor(events) {
    this.events = events;
    this.settings = {};
    this.bases = {};
    this.shown = '';
    this.place = make('div', {class: 'variables'});
  }

  /** `list`: [{name, value, expression, text}] of the newest prediction. */
  show(list) {
    for (const name of Object.keys(this.settings)) {
      if (!list.some((one) => one.name === name)) {
        delete this.settings[name];
      }
    }
    for (const one of list) {
      if (!(one.name in this.settings) || !(one.name in this.bases)) {
        this.bases = {...this.bases, [one.name]: one.value};
      }
    }
    const shown = JSON.stringify(list.map(({name, text}) => [name, text, this.bases[name], name in this.settings]));
    this.last = list;
    // A slider that is being moved is not replaced.
    if (shown !== this.shown && (this.isToRedraw || !this.place.contains(document.activeElement))) {
      this.shown = shown;
      this.redraw();
    }
  }

  redraw() {
    this.isToRedraw = false;
    const focused = [...this.place.querySelectorAll('input, button')].indexOf(document.activeElement);
    this.place.replaceChildren(...(this.last || []).map((one) => this.rowOf(one)));
    if (focused >= 0) {
      [...this.place.querySelectorAll('input, button')][focused]?.focus();
    }
  }

  /** The value of the text holds again, as the next prediction has it. */
  forget(name) {
    delete this.settings[name];
    this.isToRedraw = true;
  }

  /** All of them, from elsewhere than the sliders. */
  setAll(settings) {
    this.settings = {...settings};
    this.shown = '';
    this.isToRedraw = true;
  }

  rowOf({name, text}) {
    const base = this.bases[name], value = Number(this.settings[name] ?? base);
    const isSet = name in this.settings;
    const number = make('input', {
      type: 'number', step: 'any', value: String(value), 'aria-label': `${name}, the value of the predictions`,
      onchange: () => number.value !== '' && this.set(name, Number(number.value), slider, number)
    });
    const slider = make('input', {
      type: 'range', min: '0', max: String(steps), value: String(base > 0 ? positionOf(value, base) : 0), 'aria-label': name, disabled: !(base > 0),
      oninput: () => this.set(name, valueAt(Number(slider.value), base), null, number)
    });
    slider.setAttribute('aria-valuetext', digits(value));
    return make('div', {class: isSet ? 'variable set' : 'variable', title: text || false},
        make('span', {class: 'name'}, name), slider, number,
        button('Reset', () => this.reset(name), `Predict with the value of the text, ${base}`),
        button('Write', () => this.events.write(name, this.settings[name]), `Write this value into the V line of ${name}`));
  }

  set(name, value, slider, number) {
    if (!Number.isFinite(value)) {
      return;
    }
    this.settings[name] = String(value);
    number.value = String(value);
    number.closest('.variable').classList.add('set');
    if (slider && this.bases[name] > 0) {
      slider.value = String(positionOf(value, this.bases[name]));
    }
    this.events.changed();
  }

  reset(name) {
    this.forget(name);
    this.redraw();
    this.events.changed();
  }
}
