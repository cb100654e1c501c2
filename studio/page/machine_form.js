// The form for the keys of a machine: their values with units, and those that differ from the file.
import {askFile, confirm} from './dialogs.js';
import {button, make} from './tools.js';

const steps = 200, factor = 10;
const general = 'general';
const openFirst = ['network', general];
const all = '';  // for a change of all keys

/** "host.node1" of "host.node1.speed", "network" of "network.latency"; "general" of a name without a dot, such as "send latency". */
function groupOf(name) {
  const words = name.split('.');
  const isDeep = words.length > 2 && ['host', 'network', 'cost'].includes(words[0]);
  return words.length < 2 ? general : isDeep ? name.slice(0, name.lastIndexOf('.')) : words[0];
}

/** What of the name stands in its group. */
function labelOf(name) { return groupOf(name) === general ? name : name.slice(groupOf(name).length + 1); }

/** {number, unit} of "50us" or "1e-5 seconds"; null of a word. */
export function quantityOf(text) {
  const found = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(\s*[A-Za-z%/]*)$/i.exec(text);
  return found && {number: Number(found[1]), unit: found[2]};
}

/** Positions are logarithmic, from a tenth of the value to ten times of it. */
function positionOf(number, base) { return Math.round((Math.log(number / base) / Math.log(factor) + 1) * steps / 2); }

function textAt(position, {number, unit}) {
  const value = number * factor ** (2 * position / steps - 1);
  return `${unit === '' && Number.isInteger(number) ? Math.max(Math.round(value), 1) : Number(value.toPrecision(3))}${unit}`;
}

/** The key of a change such as "network.latency*=2". */
function keyOf(change) { return change.slice(0, change.indexOf('=')).replace(/[*+]$/, '').trim(); }

export class MachineForm {
  /**
   * `events`: {request(machine, members, take), as Predictions.send(); changed(); saved(machine, path); closed(name);
   * list(folder); write(path, text, force) → a promise of the answer}.
   */
  constructor(events) {
    this.events = events;
    this.machine = null;
    this.open = new Set(openFirst);
    this.filter = '';
    this.place = make('section', {class: 'machine-form', hidden: true});
  }

  show(machine) {
    this.machine = machine;
    this.keys = [];
    this.rows = new Map();
    this.wanted = new Map();
    this.asked = null;
    this.drawn = null;
    this.place.hidden = machine === null;
    if (machine) {
      this.place.setAttribute('aria-label', `Keys of ${machine.name}`);
      this.error = make('p', {class: 'failure', role: 'alert'});
      this.groups = make('div', {class: 'key-groups'});
      const filter = make('input', {
        type: 'search', 'aria-label': 'Only keys with', placeholder: 'only keys with …', value: this.filter,
        oninput: () => {
          this.filter = filter.value.trim();
          this.draw();
        }
      });
      this.place.replaceChildren(
          make('div', {class: 'tools'}, make('h2', {}, `Keys of ${machine.name}`), filter, button('Reset all', () => this.want(all, []), 'Every value as in the file'),
              button('Save machine as …', () => this.save()), button('Close', () => this.close())),
          this.error, this.groups);
      this.want(all, machine.changes);
    }
  }

  close() {
    const {name} = this.machine;
    this.show(null);
    this.events.closed(name);
  }

  /** The changes of the machine may be others, from elsewhere; and an answer is lost with an older text. */
  refresh(machines) {
    if (!this.machine) {
      return;
    }
    const found = machines.find(({name}) => name === this.machine.name);
    if (!found) {
      this.show(null);
      return;
    }
    this.machine = found;
    if (this.asked) {
      this.wanted = new Map([this.asked, ...this.wanted]);
      this.asked = null;
      this.askNext();
    } else if (JSON.stringify(found.changes) !== this.shown) {
      this.want(all, found.changes);
    }
  }

  /** Another value of a key, '' for that of the file; or of `all` keys, their changes. One is asked for at a time, the newest of each key. */
  want(name, value) {
    this.wanted.set(name, value);
    this.asked || this.askNext();
  }

  askNext() {
    const [next] = this.wanted;
    if (!next) {
      return;
    }
    const [name, value] = this.asked = next;
    this.wanted.delete(name);
    const changes = name === all ? value : this.changesWith(name, value), asked = next;
    this.events.request(this.machine, {part: 'machine_keys', changes}, (answer) => {
      if (this.asked !== asked || answer.kind === 'progress') {
        return;  // of a form that was closed; or the end of what was answered
      }
      this.asked = null;
      if (answer.kind === 'result') {
        this.take(answer, changes, name);
      } else {
        this.refuse(answer.text || 'the keys of the machine are not known', name);
      }
      this.asked || this.askNext();
    });
  }

  changesWith(name, value) {
    const key = this.keys.find((one) => one.name === name), rest = this.machine.changes.filter((change) => keyOf(change) !== name);
    return value === '' || value === key.of_file ? rest : [...rest, `${name}=${value}`];
  }

  take({keys, more_keys: more}, changes, name) {
    const isChanged = JSON.stringify(changes) !== JSON.stringify(this.machine.changes), row = this.rows.get(name);
    this.keys = keys;
    this.more = more;
    this.error.textContent = '';
    this.machine.changes = changes;
    this.shown = JSON.stringify(changes);
    if (row) {
      row.shown = row.input.value;
    }
    this.draw();
    if (isChanged) {
      this.events.changed();
    }
  }

  /** In the words of `dps machine show --set-machine`. */
  refuse(text, name) {
    const row = this.rows.get(name);
    this.error.textContent = row ? '' : text;
    this.shown = JSON.stringify(this.machine.changes);
    if (row) {
      row.input.setAttribute('aria-invalid', 'true');
      row.mistake.textContent = text.split('\n')[0];
    }
    (row ? row.mistake : this.error).scrollIntoView({block: 'nearest'});
  }

  // The rows.

  draw() {
    const shown = this.keys.filter(({name}) => name.includes(this.filter));
    const names = JSON.stringify([this.filter, shown.map(({name}) => name)]);
    if (names !== this.drawn || this.groups.childElementCount === 0) {
      this.drawn = names;
      this.drawGroups(shown);
    }
    this.fill();
  }

  drawGroups(shown) {
    this.rows.clear();
    this.counts = [];
    const groups = new Map();
    shown.forEach((key) => groups.set(groupOf(key.name), [...(groups.get(groupOf(key.name)) || []), key]));
    this.groups.replaceChildren(...[...groups].map(([group, keys]) => this.groupElement(group, keys)));
    if (shown.length === 0) {
      this.groups.append(make('p', {class: 'note'}, this.keys.length === 0 ? '' : 'No key has that.'));
    }
    if (this.more > 0) {
      this.groups.append(make('p', {class: 'note'}, `${this.more} more keys are changed by their names, in the field of the machine; dps machine keys lists them.`));
    }
  }

  /** The rows of a group are made when it is opened: a machine can have thousands of keys. */
  groupElement(group, keys) {
    const count = make('small', {class: 'count'}), place = make('div', {class: 'keys-of-group'});
    const openRows = () => {
      if (details.open && place.childElementCount === 0) {
        place.append(...keys.map((key) => this.rowOf(key)));
        this.fill();
      }
    };
    const details = make('details', {
      open: this.open.has(group) || this.filter !== '',
      ontoggle: () => {
        this.filter === '' && (details.open ? this.open.add(group) : this.open.delete(group));
        openRows();
      }
    }, make('summary', {}, group, ' ', count), place);
    this.counts.push({names: keys.map(({name}) => name), count});
    openRows();
    return details;
  }

  rowOf({name, of_file: ofFile, value, is_number: isNumber}) {
    const mistake = make('small', {class: 'mistake', role: 'alert', id: `mistake-of-${name.replaceAll(' ', '-')}`});
    const base = isNumber ? quantityOf(ofFile || value) : null;
    const input = make('input', {
      type: 'text', 'aria-label': name, 'aria-describedby': mistake.id, spellcheck: 'false', autocomplete: 'off',
      onchange: () => this.want(name, input.value.trim()),
      onkeydown: (event) => event.key === 'Escape' && this.fill(name)
    });
    const slider = base && base.number > 0 ? make('input', {
      type: 'range', min: '0', max: String(steps), 'aria-label': `${name}, from a tenth to ten times of the file's`,
      oninput: () => {
        input.value = Number(slider.value) === steps / 2 ? ofFile || value : textAt(Number(slider.value), base);
        slider.setAttribute('aria-valuetext', input.value);
        this.want(name, input.value);
      }
    }) : null;
    const reset = button('Reset', () => this.want(name, ''), `${name}: the value of the file`);
    const element = make('div', {class: 'key-row'}, make('span', {class: 'name', 'aria-hidden': 'true'}, labelOf(name)), slider || make('span'), input, reset, mistake);
    this.rows.set(name, {element, input, slider, base, mistake, reset});
    return element;
  }

  /** The values into the rows; `only` one. What has the focus keeps what was typed, unless it is asked for. */
  fill(only = null) {
    for (const {name, value, of_file: ofFile} of this.keys) {
      const row = this.rows.get(name);
      const isTyped = row && document.activeElement === row.input && row.input.value !== row.shown;
      if (!row || (only === null ? isTyped : only !== name)) {
        continue;
      }
      const isChanged = value !== ofFile;
      row.element.classList.toggle('set', isChanged);
      row.input.value = row.shown = value;
      row.input.placeholder = value === '' ? 'none' : '';
      row.input.title = isChanged ? `In the file: ${ofFile || 'none'}` : '';
      row.input.removeAttribute('aria-invalid');
      row.mistake.textContent = '';
      row.reset.disabled = !isChanged;
      const now = row.base && quantityOf(value);
      if (row.slider) {
        row.slider.setAttribute('aria-valuetext', value);
        if (now && now.unit === row.base.unit && document.activeElement !== row.slider) {
          row.slider.value = String(positionOf(now.number, row.base.number));
        }
      }
    }
    const changed = new Set(this.keys.filter(({value, of_file: ofFile}) => value !== ofFile).map(({name}) => name));
    for (const {names, count} of this.counts) {
      const some = names.filter((name) => changed.has(name)).length;
      count.textContent = `${names.length}${some > 0 ? `, ${some} changed` : ''}`;
    }
  }

  // The file.

  async save() {
    const {machine} = this, last = machine.name.split('/').pop();
    const path = await askFile('Save the machine as', (folder) => this.events.list(folder), last.includes('.') ? last : `${last}.toml`);
    if (!path) {
      return;
    }
    this.events.request(machine, {part: 'machine_file'}, async (answer) => {
      if (answer.kind === 'failed' || answer.kind === 'refused') {
        this.error.textContent = answer.text;
      } else if (answer.kind === 'result') {
        await this.write(machine, path, answer.file).catch((refusal) => this.error.textContent = refusal.message);
      }
    });
  }

  async write(machine, path, text) {
    const answer = await this.events.write(path, text, false);
    if (answer.kind === 'exists') {
      if (!await confirm('Replace the file?', `'${path}' exists.`, 'Replace')) {
        return;
      }
      await this.events.write(path, text, true);
    }
    this.error.textContent = '';
    this.events.saved(machine, path);
  }
}
