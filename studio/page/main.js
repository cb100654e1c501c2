// The page: the text on the left, the picture and the answer on the right.
import {Answer} from './answer.js';
import {Connection} from './connection.js';
import {Curves} from './curves.js';
import {askName, showHelp} from './dialogs.js';
import {downloadChoice} from './downloads.js';
import {Editor} from './editor.js';
import {helpPage} from './help.js';
import {LanguageClient} from './language_client.js';
import {Machines} from './machines.js';
import {Notices} from './notices.js';
import {Parts} from './parts.js';
import {PictureView} from './picture.js';
import {Pins} from './pins.js';
import {Predictions} from './predictions.js';
import {Run} from './run.js';
import {SentText} from './sent_text.js';
import {TextFile} from './text_file.js';
import {button, choice, make, setTheme} from './tools.js';
import {Variables} from './variables.js';

const pictureAfter = 80, keepAfter = 500;  // ms

class Studio {
  constructor() {
    this.number = 0;
    this.isMine = true;
    this.hasOpened = false;
    this.makeParts();
    this.makePage();
    this.connection.connect();
  }

  makeParts() {
    this.notices = new Notices();
    this.connection = new Connection({
      opened: (hello) => this.welcome(hello),
      lost: (isRefused) => this.lose(isRefused),
      text: ({number, text}) => this.follow(number, text),
      owner: ({is_mine: isMine}) => this.setMine(isMine),
      changed: ({text}) => this.file.meetChange(text),
      lsp: ({message}) => this.language.take(message),
      lsp_ended: () => this.restartLanguage(),
      refused: ({text}) => this.say(text),
    });
    this.file = new TextFile(this.connection, this.notices, {
      text: () => this.editor.text,
      mayEdit: () => this.isMine,
      opened: (opened) => this.takeFile(opened),
      named: (uri) => this.language.open(uri, this.editor.text),
      use: (text) => this.editor.setText(text, true),
      focus: () => this.editor.focus(),
    });
    this.sentText = new SentText(this.connection);
    this.language = new LanguageClient(this.connection, (list) => this.editor.setDiagnostics(this.editor.isEmpty ? [] : list));
    this.machines = new Machines({
      changed: () => this.changeMachines(),
      valueChanged: () => this.predict('follow'),
      renamed: (before, now) => this.useMachineFile(before, now),
      list: (folder) => this.file.list(folder),
      request: (machine, members, take) => this.predictions.send(machine, members, take),
      write: (path, text, force) => this.connection.ask({kind: 'save_machine', path, text, force}),
    });
    this.variables = new Variables({changed: () => this.predict('follow'), write: (name, value) => this.writeVariable(name, value)});
    this.answer = new Answer({
      wanted: (part) => this.predictions.askActive(part),
      activated: () => this.predictions && this.predictRest(),
      goToLine: (line) => this.editor.goToLine(line),
      costs: (lines, length) => this.editor.setCosts(lines, length),
    });
    this.parts = new Parts(() => {
      this.changeLayout();
      this.drawPicture();
    });
    this.picture = new PictureView({
      edit: (edits) => this.editPicture(edits),
      undo: () => this.editor.undo(),
      redo: () => this.editor.redo(),
      goToLine: (line) => this.editor.goToLine(line),
      moved: () => this.changeLayout(),
      say: (words) => this.say(words),
    });
    this.predictions = new Predictions(this.connection, () => this.subject(),
        (part) => part === 'why' || this.answer.wants(part), (machine, part, answer) => this.take(machine, part, answer));
    this.pins = new Pins(this.predictions, {
      present: () => this.present(),
      restore: (pin) => this.restore(pin),
      refer: (makespans) => this.answer.setPinned(makespans),
      changed: () => this.curves.ask(),
      say: (words) => this.say(words),
    });
    this.curves = new Curves(this.predictions, {
      present: () => this.present(),
      machines: () => this.machines.chosen,
      pins: () => this.pins.pins,
      variables: () => this.variables.last || [],
    });
    this.run = new Run(this.connection, this.predictions, {
      present: () => this.present(),
      list: (folder) => this.file.list(folder),
      changed: () => this.predict(),
    });
    this.answer.repeat.after(this.machines.form.place);  // below the makespans, which its changes move
    this.answer.body.before(this.pins.place, make('div', {class: 'parts'}, this.curves.place, this.run.place));
  }

  makePage() {
    const bar = make('header', {}, make('h1', {}, 'dps studio'), this.file.title, this.file.state,
        make('div', {class: 'tools'}, ...this.file.tools, ...this.parts.ticks,
            choice('Colours', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']], 'auto', (theme) => {
              setTheme(theme);
              this.answer.redrawColours();
            }), button('Help', () => showHelp(helpPage()))));
    const text = make('section', {class: 'text', 'aria-label': 'Text'});
    const pins = make('div', {class: 'tools'}, button('Pin', () => this.pins.pin(), 'Keep this text with its variables and the machine, and compare later ones with it'), downloadChoice(this.predictions, () => ({...this.present(), path: this.file.path}), (words) => this.say(words)));
    const answer = make('section', {class: 'answer', 'aria-label': 'Answer'}, this.machines.place, this.variables.place, pins, this.answer.element);
    document.body.append(bar, this.notices.message, this.notices.notice, make('main', {}, text, this.parts.splitter, this.picture.element, this.parts.level, answer));
    this.editor = new Editor(text, {
      changed: (update) => this.change(update),
      save: () => this.file.save(),
      askName: (word) => askName('Rename', `A new name for ${word}`, word),
      say: (words) => this.say(words),
      variant: () => this.variant(),
      applyVariant: (variant) => this.applyVariant(variant),
    }, this.language);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.answer.redrawColours());
    addEventListener('beforeunload', (event) => this.file.isDirty && event.preventDefault());
    addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's' && !event.defaultPrevented) {
        event.preventDefault();
        this.file.save();
      }
    });
    this.editor.focus();
  }

  // The picture, and the layout of the page.

  /** The picture of the newest text, after a pause in the typing. */
  drawPicture(pause = Math.max(pictureAfter, 4 * this.picture.cost)) {
    clearTimeout(this.drawingSoon);
    this.drawingSoon = setTimeout(async () => {
      const {number} = this;
      if (!this.parts.shown.picture) {
        return;
      }
      const [data, refusal] = await this.language.picture().then((answer) => [answer, ''], (error) => [null, error.message]);
      if (number !== this.number) {
        return;  // outdated: another answer follows
      }
      if (data) {
        this.picture.take(data);
      } else if (refusal) {
        this.picture.dim(refusal);
      }
    }, pause);
  }

  /** One step of undo. Returns why there is none, or null. */
  async editPicture(edits) {
    if (!this.isMine) {
      return 'another page edits this file';
    }
    const {doc} = this.editor.view.state;
    try {
      const changes = await this.language.editPicture(edits);
      if (doc !== this.editor.view.state.doc) {
        return 'the text has changed meanwhile';
      }
      this.editor.apply(changes, 'input.picture');
      this.drawPicture(0);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  /** The layout is kept by the program, for each file. */
  changeLayout() {
    if (!this.hasOpened) {
      return;
    }
    clearTimeout(this.keepingSoon);
    this.keepingSoon = setTimeout(() => this.connection.send({kind: 'layout', layout: {parts: this.parts.kept(), picture: this.picture.keptLayout()}}), keepAfter);
  }

  // The connection.

  async welcome(hello) {
    this.notices.show(null);
    this.machines.begin(hello.machines, hello.library);
    const isReturn = this.hasOpened && this.isMine, before = this.editor.text;
    try {
      const opened = await this.connection.ask({kind: 'open', path: this.hasOpened ? this.file.path : hello.file});
      this.takeFile(opened);
      this.language.start(this.file.uri, () => this.editor.text).then(() => this.drawPicture(0));
      if (isReturn && before !== opened.text) {
        this.bringBack(before, opened.is_mine);
      }
    } catch (error) {
      this.notices.show(error.message);
    }
  }

  /** The text of before the connection was lost; if another page has taken the file over, it is only kept. */
  bringBack(text, isMine) {
    if (isMine) {
      this.editor.setText(text);
      this.change();
    } else {
      this.notices.show('Another page edits this file meanwhile. The text of this page is kept until it is closed:', this.file.downloadButton(text),
                     button('Take over, with this text', () => this.connection.ask({kind: 'take_over'}).catch((error) => this.say(error.message))));
      this.kept = text;
    }
  }

  lose(isRefused) {
    this.predictions.forget();
    this.run.forget();
    this.language.isReady = false;
    this.notices.show(
        isRefused ? 'This page belongs to a studio that has ended. Open the address that dps studio prints. The text is kept here.' :
                    'The program dps studio has ended, or cannot be reached. The text is kept here; the page tries to reach it again.',
        this.file.downloadButton(null));
  }

  /** `opened`: the answer to a request for a file. */
  takeFile(opened) {
    const {path, uri, text, number, layout, is_mine: isMine} = opened;
    if (!this.hasOpened || path !== this.file.path) {
      this.parts.setKept(layout.parts || {});
      this.picture.setLayout(layout.picture || {});
    }
    this.hasOpened = true;
    this.file.take(opened);
    this.number = number;
    this.sentText.forget();
    this.editor.setText(text);
    this.setMine(isMine);
    this.language.open(uri, text);
    this.answer.setMachines(this.machines.chosen.map(({name}) => name));
    this.file.showState();
    this.predict();
  }

  restartLanguage() {
    const now = Date.now();
    this.languageEnds = [...(this.languageEnds || []), now].filter((time) => now - time < 10_000);
    if (this.languageEnds.length < 3) {
      this.language.start(this.file.uri, () => this.editor.text).then(() => this.drawPicture(0));
    } else {
      this.language.isReady = false;
      this.say('The language server has ended several times; mistakes are no longer shown. Reload the page to start it again.');
    }
  }

  setMine(isMine) {
    this.isMine = isMine;
    this.editor.setReadOnly(!isMine);
    this.picture.setReadOnly(!isMine);
    this.notices.show(isMine ? null : 'Another page edits this file; here it can only be read.',
                   button('Take over', () => this.connection.ask({kind: 'take_over'}).catch((error) => this.say(error.message))));
    this.file.showState();
    if (isMine && this.kept) {
      this.editor.setText(this.kept);
      this.kept = null;
      this.change();
    }
  }

  /** The text of the page that edits. */
  follow(number, text) {
    this.number = number;
    this.editor.setText(text);
    this.language.replace(text);
    this.predict();
  }

  // The text.

  /** `update`: of the editor. */
  change(update = null) {
    this.number += 1;
    this.sentText.send(this.number, this.editor, update);
    this.predict();
    this.file.meetEdit();
  }

  say(words) { this.notices.say(words); }

  writeVariable(name, value) {
    if (value === undefined) {
      return;
    }
    const {doc} = this.editor.view.state;
    for (let number = 1; number <= doc.lines; ++number) {
      const line = doc.line(number);
      const found = /^(\s*V\s+(\S+)\s+)(\S+)/.exec(line.text);
      if (found && found[2] === name) {
        const from = line.from + found[1].length;
        this.variables.forget(name);
        this.editor.view.dispatch({changes: {from, to: from + found[3].length, insert: value}, userEvent: 'input.variable'});
        return;
      }
    }
    this.say(`There is no V line of ${name}.`);
  }

  // The predictions.

  subject() {
    return {
      number: this.number,
      settings: this.variables.settings,
      machines: this.machines.chosen,
      active: this.answer.active
    };
  }

  /** What a pin keeps. */
  present() {
    const machine = this.machines.chosen.find(({name}) => name === this.answer.active);
    return {
      number: this.number,
      text: this.editor.text,
      settings: this.variables.settings,
      machine,
      makespan: this.answer.makespanOf(this.answer.active),
      makespans: this.answer.makespans
    };
  }

  /** What undo brings back with the text. */
  variant() { return {settings: {...this.variables.settings}, machines: this.machines.chosen.map((one) => ({...one})), active: this.answer.active}; }

  applyVariant({settings, machines, active}) {
    this.variables.setAll(settings);
    this.machines.setAll(machines);
    this.answer.setMachines(machines.map(({name}) => name));
    if (active !== this.answer.active) {
      this.answer.activate(active);
    }
    this.predict();
  }

  restore({text, settings, machine}) {
    if (!this.isMine) {
      this.say('Another page edits this file; here it can only be read.');
      return;
    }
    const {machines} = this.variant();
    const others = machines.some(({name}) => name === machine.name) ? machines.map((one) => (one.name === machine.name ? machine : one)) : [...machines, machine];
    this.editor.restore(text, {settings, machines: others, active: machine.name});
  }

  changeMachines() {
    this.answer.setMachines(this.machines.chosen.map(({name}) => name));
    this.predict();
  }

  useMachineFile(before, now) {
    const isActive = before === this.answer.active;
    this.answer.setMachines(this.machines.chosen.map(({name}) => name));
    if (isActive) {
      this.answer.activate(now);
    }
    this.say(`Saved; predictions use ${now}.`);
    this.predict();
  }

  /** `how`: restart or follow, of the predictions. */
  predict(how = 'restart') {
    if (!this.hasOpened) {
      return;
    }
    this.drawPicture();
    this.machines.refresh();
    this.answer.outdate();
    this.pins.outdate();
    this.curves.outdate();
    if (this.editor.isEmpty || this.run.isRunning) {  // a run is not disturbed
      this.predictions.stop();
      return;
    }
    this.predictions[how]();
  }

  predictRest() {
    ['why', 'timeline', 'what_if'].forEach((part) => this.predictions.askActive(part));
    this.pins.ask();
  }

  take(machine, part, answer) {
    this.answer.take(machine, part, answer);
    if (answer.kind === 'result' && part === 'summary') {
      this.pins.show();
      this.variables.show(answer.variables);
    }
  }
}

globalThis['studio'] = new Studio();  // for tests, and who looks into the page
