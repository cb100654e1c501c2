// Runs: what would be executed is shown first, and runs only after a button; then its progress, and its profile
// beside the prediction.
import {askFile, confirmShown} from './dialogs.js';
import {button, countText, make, note, partsOf, shellText, timeText} from './tools.js';

const mostLines = 500, askAfter = 200;

/** "running, run 2 of 10: 3 of 8 complete, 12,000 messages, about 12 s left" */
function progressText({phase, run, runs, complete, processes, messages, left_s}) {
  const parts = [
    processes === undefined ? '' : `${countText(complete || 0)} of ${countText(processes)} complete`, messages ? `${countText(messages)} messages` : '',
    left_s ? `about ${timeText(left_s)} left` : ''
  ].filter(Boolean);
  return `${phase}${runs > 1 ? `, run ${run} of ${runs}` : ''}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

function listOf(items) { return make('ul', {}, items.map((item) => make('li', {}, item))); }

/** Characters without a look, and those that turn the direction of others, could hide what is executed. */
function visible(text) {
  return text.replace(/[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A host with all that decides what is executed there. */
function hostOf({name, login, address, path, folder, processes}, launcher) {
  const count = processes === null ? 'the number of its processes is decided when the hosts have answered' : `${countText(processes)} processes`;
  const place = [', in the folder ', make('code', {}, visible(folder))];
  if (launcher === 'local') {
    return [`this machine: ${count}`, ...place];
  }
  const simulators = path.split(':').filter(Boolean).flatMap((one) => [' or ', make('code', {}, visible(`${one}/dps-simulator`))]).slice(1);
  return [
    visible(`${login ? `${login}@` : ''}${name}`), `, by ssh: ${count}`, ...place, ...(address ? [visible(`, at the address ${address}`)] : []),
    ...(path ? ['; ssh executes ', ...simulators, ' there'] : [])
  ];
}

function hostsOf({hosts, launcher}) { return make('ul', {class: 'hosts'}, hosts.map((host) => make('li', {}, ...hostOf(host, launcher)))); }

/** What stands in the place of a list without functions and programs. */
function nothingElse({hosts, launcher, libraries}) {
  const isOurs = launcher === 'local' || hosts.every(({path}) => path === '');
  return make('p', {}, `${isOurs ? 'Nothing but dps itself' : 'Nothing but the programs of the hosts above'}${libraries.length > 0 ? ', with these libraries' : ''}: the text has neither call nor exec.`);
}

/** The libraries that each process loads, which run what their authors wrote. */
function librariesOf({libraries}) {
  return libraries.length === 0 ? [] : [make('h3', {}, 'Libraries'), make('ul', {class: 'libraries'}, libraries.map((path) => make('li', {}, 'each process loads ', make('code', {}, visible(path)), ', with its functions for call')))];
}

/** What a page shows before a run. */
function planOf(plan) {
  const {list, hidden} = plan.executed;
  const executed = list.map(({kind, line, tag, words}) => [`line ${line}, ${tag}: ${kind === 'call' ? 'calls the function' : 'executes the program'} `, make('code', {}, visible(shellText(words)))]);
  return [
    make('h3', {}, 'Hosts'), hostsOf(plan), make('h3', {}, 'Processes'), listOf(plan.processes.map(({ptag, count: clones}) => `${ptag} ×${countText(clones)}`)),
    ...librariesOf(plan), make('h3', {}, 'What they execute'),
    list.length === 0 ? nothingElse(plan) : make('ul', {class: 'executed'}, executed.map((parts) => make('li', {}, ...parts))),
    ...hidden.map(({line, tag, count, numbers_only: isNumbers}) => note(`line ${line}, ${tag}: ${countText(count)} more are not shown${isNumbers ? '; they differ from these in numbers alone' : ', with other arguments'}`)),
    ...(plan.problems.length > 0 ? [make('h3', {}, 'What would fail'), make('ul', {class: 'failure'}, plan.problems.map((problem) => make('li', {}, problem)))] : []),
    plan.command.length === 0 ? null : make('p', {class: 'repeat'}, 'The same in a terminal: ', make('code', {class: 'command', tabindex: '0'}, shellText(plan.command)))
  ].filter(Boolean);
}

export class Run {
  /** `events`: present() → {number, settings, machine}; prediction() → the data of the summary; list(folder); changed(): it has begun or ended; say(words). */
  constructor(connection, predictions, events) {
    this.connection = connection;
    this.predictions = predictions;
    this.events = events;
    this.hosts = '';
    this.id = 0;  // of the run that is under way
    this.makeElements();
    predictions.addLater(askAfter, () => this.measure());
  }

  get isRunning() { return this.id !== 0; }

  makeElements() {
    this.where = make('span', {}, 'on this machine');
    this.runs = make('input', {type: 'number', min: '1', max: '1000', value: '1', 'aria-label': 'Number of runs'});
    this.begin = button('Run …', () => this.prepare(), 'Shows first what would be executed');
    this.stop = button('End', () => this.end(), 'As Ctrl-C; a second time kills it');
    this.stop.disabled = true;
    const controls = make('div', {class: 'tools'}, this.where, button('Hosts file …', () => this.chooseHosts()), button('This machine', () => this.setHosts('')), make('label', {class: 'choice'}, 'runs ', this.runs), this.begin, this.stop);
    this.state = make('p', {class: 'note', role: 'status'});
    this.output = make('pre', {class: 'output', tabindex: '0', 'aria-label': 'Output of the run', hidden: true});
    this.profile = make('div', {});
    this.comparison = make('pre', {class: 'comparison', tabindex: '0', 'aria-label': 'The run (A) and the prediction (B)', hidden: true});
    this.place = make('details', {class: 'run', ontoggle: () => this.measure()}, make('summary', {}, make('h2', {}, 'Run')), controls, this.state, this.output, this.comparison, this.profile);
  }

  setHosts(path) {
    this.hosts = path;
    this.where.textContent = path === '' ? 'on this machine' : `on the hosts of ${path}`;
  }

  async chooseHosts() {
    const path = await askFile('A hosts file', (folder) => this.events.list(folder), null);
    if (path) {
      this.setHosts(path);
    }
  }

  /** Shows the plan, and runs it if that is confirmed. */
  prepare() {
    const {number, settings} = this.events.present(), runs = Math.max(Math.round(Number(this.runs.value)) || 1, 1);
    this.begin.disabled = true;
    const id = this.connection.request({kind: 'plan_run', number, settings, hosts: this.hosts, runs, seed: 1}, (answer) => {
      if (answer.kind === 'result') {
        this.showPlan(id, number, answer.plan);
      } else if (answer.kind === 'failed' || answer.kind === 'refused') {
        this.state.textContent = [answer.text, ...(answer.details || [])].join(' ');
      }
      if (answer.kind === 'done' || answer.kind === 'refused') {
        this.connection.forget(id);
        this.begin.disabled = this.isRunning;
      }
    });
  }

  async showPlan(plan, number, shown) {
    if (await confirmShown('Run this?', planOf(shown), 'Run it')) {
      this.start(plan, number);
    }
  }

  start(plan, number) {
    this.output.replaceChildren();
    this.output.hidden = true;
    this.comparison.hidden = true;
    this.profile.replaceChildren();
    this.state.textContent = 'starting';
    this.id = this.connection.request({kind: 'run', plan, number}, (answer) => this.take(answer));
    this.setRunning(true);
  }

  setRunning(isRunning) {
    this.begin.disabled = isRunning;
    this.stop.disabled = !isRunning;
    this.events.changed();
  }

  take(answer) {
    if (answer.progress) {
      this.state.textContent = progressText(answer.progress);
    } else if (answer.output !== undefined) {
      this.addLine(answer.output);
    } else if (answer.kind === 'refused') {
      this.finish(answer.text);
    } else if (answer.status !== undefined) {
      this.hasResult = answer.has_result;
      this.finish(answer.status === 0 && !answer.has_result ? 'The run is complete; its result has more than 64 MB and is not compared here.' : answer.status === 0 ? 'The run is complete.' : `The run has ended with status ${answer.status}; its output has the reason.`);
    }
  }

  addLine(text) {
    this.output.hidden = false;
    this.output.append(`${text}\n`);
    while (this.output.childNodes.length > mostLines) {
      this.output.firstChild.remove();
    }
    this.output.scrollTop = this.output.scrollHeight;
  }

  finish(text) {
    this.connection.forget(this.id);
    this.id = 0;
    this.state.textContent = text;
    this.setRunning(false);
  }

  end() { this.connection.send({kind: 'end_run'}); }

  /** After a lost connection: the run has ended with it. */
  forget() {
    if (this.isRunning) {
      this.finish('The connection was lost, and the run has ended.');
    }
    this.hasResult = false;
  }

  /** Compares the newest run with the prediction. */
  measure() {
    const {machine} = this.events.present();
    if (!this.hasResult || this.isRunning || !this.place.open || !machine) {
      return;
    }
    this.predictions.request(machine, {part: 'measured'}, (answer) => {
      if (answer.kind === 'result') {
        this.comparison.textContent = answer.text;
        this.comparison.hidden = false;
        this.profile.replaceChildren(make('h3', {}, 'Time of each process: the run (A) and the prediction (B)'),
            ...partsOf(answer.data, answer.predicted).barsSection().filter(Boolean));
      }
    });
  }
}
