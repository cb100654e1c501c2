// The three parts of the page: text, picture and answer. Each can be hidden, and the bars between them move.
import {make, tick} from './tools.js';

const names = [['text', 'Text'], ['picture', 'Picture'], ['answer', 'Answer']];
const least = 15, most = 85, step = 2;

/** A bar between two parts: `set(percent)` moves it. */
function bar(attributes, keys, percentOf, set) {
  const element = make('div', {
    role: 'separator', tabindex: '0', 'aria-valuemin': String(least), 'aria-valuemax': String(most), ...attributes,
    onkeydown: (event) => {
      if (event.key in keys) {
        event.preventDefault();
        set(Number(element.getAttribute('aria-valuenow')) + keys[event.key]);
      }
    },
    onpointerdown: (event) => element.setPointerCapture(event.pointerId),
    onpointermove: (event) => element.hasPointerCapture(event.pointerId) && set(percentOf(event))
  });
  return element;
}

export class Parts {
  /** `changed()`: the user has moved a bar, or shown or hidden a part. */
  constructor(changed) {
    this.changed = changed;
    this.shown = {text: true, picture: true, answer: true};
    const percentOf = (event) => {
      const {top, height} = this.level.parentElement.getBoundingClientRect();
      return 100 * (event.clientY - top) / height;
    };
    this.splitter = bar({class: 'splitter', 'aria-orientation': 'vertical', 'aria-label': 'Width of the text'}, {ArrowLeft: -step, ArrowRight: step}, (event) => 100 * event.clientX / innerWidth, (percent) => this.setWidth(percent, true));
    this.level = bar({class: 'level', 'aria-orientation': 'horizontal', 'aria-label': 'Height of the picture'}, {ArrowUp: -step, ArrowDown: step}, percentOf, (percent) => this.setHeight(percent, true));
    this.ticks = names.map(([name, text]) => tick(text, true, (isShown) => this.show(name, isShown, true)));
    this.setKept({});
  }

  setWidth(percent, isUser = false) {
    this.width = this.set(this.splitter, '--text-width', percent, isUser);
  }

  setHeight(percent, isUser = false) {
    this.height = this.set(this.level, '--picture-height', percent, isUser);
  }

  set(element, property, percent, isUser) {
    const value = Math.round(Math.min(Math.max(percent, least), most) * 10) / 10;
    document.documentElement.style.setProperty(property, `${value}%`);
    element.setAttribute('aria-valuenow', String(value));
    if (isUser) {
      this.changed();
    }
    return value;
  }

  show(name, isShown, isUser = false) {
    this.shown[name] = isShown;
    document.body.classList.toggle(`no-${name}`, !isShown);
    this.ticks[names.findIndex(([one]) => one === name)].querySelector('input').checked = isShown;
    if (isUser) {
      this.changed();
    }
  }

  kept() { return {width: this.width, height: this.height, shown: this.shown}; }

  /** What kept() was, perhaps changed by another hand. */
  setKept(kept) {
    this.setWidth(Number.isFinite(kept.width) ? kept.width : 45);
    this.setHeight(Number.isFinite(kept.height) ? kept.height : 45);
    names.forEach(([name]) => this.show(name, !kept.shown || kept.shown[name] !== false));
  }
}
