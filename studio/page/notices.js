// What the page says: in passing, or until something is done about it.
import {make} from './tools.js';

const passesAfter = 6000;  // ms

export class Notices {
  constructor() {
    this.message = make('div', {class: 'message', role: 'status', hidden: true});
    this.notice = make('div', {class: 'notice', role: 'alert', hidden: true});
  }

  /** In passing. */
  say(words) {
    this.message.textContent = words;
    this.message.hidden = false;
    clearTimeout(this.passing);
    this.passing = setTimeout(() => this.message.hidden = true, passesAfter);
  }

  /** Until the next one; null: none. `more`: elements, such as buttons. */
  show(text, ...more) {
    this.notice.hidden = text === null;
    this.notice.replaceChildren(...(text === null ? [] : [make('span', {}, text), ...more]));
  }
}
