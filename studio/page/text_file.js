// The file of the text: it is opened and saved, and may change outside.
import {askFile, confirm} from './dialogs.js';
import {differenceView} from './difference.js';
import {button, download, make, tick} from './tools.js';

const saveAfter = 1000;  // ms, of a text that is saved as it is typed
const showAfter = 50;    // ms: the title of the window waits for the frame with the letter, which takes as long

export class TextFile {
  /**
   * `events`: {text(): of the page; mayEdit(); opened(answer); named(uri): the file has another name; use(text): in place of that of the page; focus()}.
   */
  constructor(connection, notices, events) {
    this.connection = connection;
    this.notices = notices;
    this.events = events;
    this.path = '';
    this.uri = '';
    this.saved = '';  // the text of the file, as far as it is known
    this.title = make('span', {class: 'file'});
    this.state = make('span', {class: 'state', role: 'status'});
    this.tools = [
      button('Open …', () => this.open()), button('Save', () => this.save(), 'Ctrl-S'), button('Save as …', () => this.saveAs()),
      tick('as you type', false, (value) => {
        this.savesAlways = value;
        this.saveSoon();
      })
    ];
  }

  get isDirty() { return this.events.text() !== this.saved; }

  /** The answer to a request for a file. */
  take({path, uri, saved, is_new: isNew}) {
    this.path = path;
    this.uri = uri;
    this.saved = saved;
    this.isNew = isNew;
  }

  /** The text of the page has changed. */
  meetEdit() {
    clearTimeout(this.showingSoon);
    this.showingSoon = setTimeout(() => this.showState(), showAfter);
    this.saveSoon();
  }

  list(folder) { return this.connection.ask({kind: 'files', folder}); }

  async open() {
    if (this.isDirty && !await confirm('Leave this text?', 'It has changes that are not saved.', 'Leave')) {
      return;
    }
    const path = await askFile('Open', (folder) => this.list(folder), null);
    if (path) {
      await this.connection.ask({kind: 'open', path}).then((opened) => this.events.opened(opened)).catch((error) => this.notices.say(error.message));
      this.events.focus();
    }
  }

  saveSoon() {
    clearTimeout(this.savingSoon);
    if (this.savesAlways && this.path && this.events.mayEdit()) {
      this.savingSoon = setTimeout(() => this.isDirty && !this.conflict && this.save(), saveAfter);
    }
  }

  async save(force = false) {
    if (!this.path) {
      await this.saveAs();
      return;
    }
    const text = this.events.text();
    await this.connection.ask({kind: 'save', force}).then(() => this.noteSaved(text)).catch((error) => this.notices.say(error.message));
  }

  noteSaved(text) {
    this.saved = text;
    this.isNew = false;
    this.conflict = false;
    this.notices.say('Saved.');
    this.notices.show(null);
    this.showState();
  }

  async saveAs() {
    const path = await askFile('Save as', (folder) => this.list(folder), this.path.split('/').pop() || 'blueprint.txt');
    if (!path) {
      return;
    }
    const text = this.events.text();
    try {
      let answer = await this.connection.ask({kind: 'save_as', path, force: false});
      if (answer.kind === 'exists') {
        if (!await confirm('Replace the file?', `'${path}' exists.`, 'Replace')) {
          return;
        }
        answer = await this.connection.ask({kind: 'save_as', path, force: true});
      }
      this.path = path;
      this.uri = answer.uri;
      this.noteSaved(text);
      this.events.named(this.uri);
    } catch (error) {
      this.notices.say(error.message);
    }
  }

  /** `text`: null for that of the page when the button is pressed. */
  downloadButton(text) {
    return button('Download the text', () => download(this.path.split('/').pop() || 'blueprint.txt', text === null ? this.events.text() : text, 'text/plain'));
  }

  /** The file has another content than the one that this page knows; null: it was removed. */
  meetChange(text) {
    if (text === null) {
      this.conflict = true;
      this.notices.show('The file was removed. Save writes it again.', button('Save', () => this.save(true)));
      return;
    }
    this.saved = text;
    if (text === this.events.text()) {
      this.endConflict();
    } else {
      this.conflict = true;
      this.notices.show('The file has changed outside. The difference (+ only in the file, - only here):', differenceView(this.events.text(), text),
          button('Use the text of the file', () => {
            this.endConflict();
            this.events.use(text);
          }),
          button('Keep the text of this page', () => this.endConflict()));
    }
    this.showState();
  }

  endConflict() {
    this.conflict = false;
    this.notices.show(null);
  }

  /** After each key: what is as before is left alone, since the title goes to another process, and a text is laid out again. */
  showState() {
    const {isDirty, path} = this;
    const title = `${isDirty ? '• ' : ''}${path || 'dps studio'}`;
    const state = !this.events.mayEdit() ? 'read only' : isDirty ? 'not saved' : this.isNew && path ? 'new file' : path ? 'saved' : '';
    const shown = JSON.stringify([path, title, state]);
    if (shown !== this.shownState) {
      this.shownState = shown;
      this.title.textContent = path || 'no file yet';
      document.title = title;
      this.state.textContent = state;
    }
  }
}
