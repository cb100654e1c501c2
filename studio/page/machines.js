// The choice of machines, and the changes of each.
import {askFile} from './dialogs.js';
import {MachineForm} from './machine_form.js';
import {button, make, shellText} from './tools.js';

/** The changes in a text, with blanks between; one with blanks stands in quotes. */
function changesIn(text) { return (text.match(/'[^']*'|[^\s']+/g) || []).map((word) => word.replaceAll('\'', '')); }

export class Machines {
  /** `events`: {changed(), valueChanged(): of a machine, by the form, renamed(before, now), list(folder), request and write as MachineForm has them}. */
  constructor(events) {
    this.events = events;
    this.chosen = [];  // {name, changes: […]}
    this.form = new MachineForm({
      ...events,
      changed: () => {
        this.draw();
        events.valueChanged();
      },
      saved: (machine, path) => this.useFile(machine, path),
      closed: (name) => this.keysButton(name)?.focus()
    });
    this.rows = make('div', {class: 'choice-rows'});
    this.place = make('div', {class: 'machine-choice'}, this.rows);
  }

  keysButton(name) { return [...this.rows.querySelectorAll('.keys-button')].find((one) => one.dataset.machine === name); }

  /** `first`: the machines of the command line; the library's laptop without one. */
  begin(first, library) {
    this.library = library;
    if (this.chosen.length === 0) {
      this.chosen = (first.length > 0 ? first : library.filter((name) => name === 'laptop').concat(library).slice(0, 1)).map((name) => ({name, changes: []}));
    }
    this.draw();
  }

  /** All of them, from elsewhere than the choice. */
  setAll(machines) {
    this.chosen = machines.map((machine) => ({...machine}));
    this.draw();
  }

  draw() {
    const rest = [...new Set(this.library)].filter((name) => !this.chosen.some((one) => one.name === name));
    const select = make('select', {'aria-label': 'Add a machine', onchange: () => this.add(select.value)}, make('option', {value: ''}, 'Add a machine …'), rest.map((name) => make('option', {value: name}, name)), make('option', {value: '/'}, 'from a file …'));
    const focused = this.rows.contains(document.activeElement) ? document.activeElement.getAttribute('data-machine') : null;
    this.rows.replaceChildren(...this.chosen.map((machine) => this.rowOf(machine)), select);
    focused && this.keysButton(focused)?.focus();
  }

  rowOf(machine) {
    const changes = make('input', {
      type: 'text', value: shellText(machine.changes), placeholder: 'changes: network.latency=10us …', 'aria-label': `Changes of ${machine.name}`, title: 'As --set-machine: KEY=VALUE, KEY*=FACTOR or KEY+=TIME, with blanks between; in quotes if it has blanks',
      onchange: () => {
        machine.changes = changesIn(changes.value);
        this.events.changed();
      }
    });
    return make('div', {class: 'choice-row'}, make('span', {class: 'name'}, machine.name), changes,
        make('button', {type: 'button', class: 'keys-button', 'data-machine': machine.name, title: `All values of ${machine.name}`, onclick: () => this.showForm(machine)}, 'Keys …'), button('Remove', () => this.remove(machine), `Remove ${machine.name}`));
  }

  showForm(machine) {
    this.form.show(machine);
    this.form.place.querySelector('input').focus();
  }

  /** The form, after a change from elsewhere. */
  refresh() { this.form.refresh(this.chosen); }

  /** A machine was saved with its changes: its file takes its place. */
  useFile(machine, path) {
    const before = machine.name;
    this.chosen = this.chosen.filter((one) => one === machine || one.name !== path);
    machine.name = path;
    machine.changes = [];
    this.draw();
    this.form.show(machine);
    this.events.renamed(before, path);
  }

  async add(name) {
    const path = name === '/' ? await askFile('A machine file', (folder) => this.events.list(folder), null) : name;
    if (path && !this.chosen.some((one) => one.name === path)) {
      this.chosen.push({name: path, changes: []});
      this.events.changed();
    }
    this.draw();
  }

  remove(machine) {
    if (this.chosen.length > 1) {
      this.chosen = this.chosen.filter((one) => one !== machine);
      this.draw();
      this.events.changed();
    }
  }
}
