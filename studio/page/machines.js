// The choice of machines, and the changes of each.
import {askFile} from './dialogs.js';
import {button, make} from './tools.js';

export class Machines {
  /** `events`: {changed(), list(folder)}. */
  constructor(events) {
    this.events = events;
    this.chosen = [];  // {name, changes: […]}
    this.place = make('div', {class: 'machine-choice'});
  }

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
    this.place.replaceChildren(...this.chosen.map((machine) => this.rowOf(machine)), select);
  }

  rowOf(machine) {
    const changes = make('input', {
      type: 'text', value: machine.changes.join(' '), placeholder: 'changes: network.latency=10us …', 'aria-label': `Changes of ${machine.name}`, title: 'As --set-machine: KEY=VALUE, KEY*=FACTOR or KEY+=TIME, with blanks between',
      onchange: () => {
        machine.changes = changes.value.split(/\s+/).filter(Boolean);
        this.events.changed();
      }
    });
    return make('div', {class: 'choice-row'}, make('span', {class: 'name'}, machine.name), changes, button('Remove', () => this.remove(machine), `Remove ${machine.name}`));
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
