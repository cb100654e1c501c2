// The predictions of the text on all chosen machines: the cheap parts first.

/** Pauses in the typing, in ms, before the parts that take longest. The part "why" follows the summary at once. */
const partsAfter = {timeline: 300, what_if: 500};
const shownFirst = 250;  // ms

export class Predictions {
  /**
   * `subject()`: {number, settings, machines: [{name, changes}], active}; `wants(part)`: is it looked at?
   * `show(machine, part, answer)`: an answer of kind result, progress, failed or done.
   */
  constructor(connection, subject, wants, show) {
    this.connection = connection;
    this.subject = subject;
    this.wants = wants;
    this.show = show;
    this.running = new Set();
    this.timers = [];
    this.summaries = new Set();  // the ids of those under way
    this.begun = 0;              // when they were asked for
    this.later = [];
  }

  /** Calls this a pause in ms after each change, if no other one follows. */
  addLater(pause, call) { this.later.push([pause, call]); }

  /**
   * A variable or a machine has changed, perhaps by a slider that moves: the summary under way is shown first, unless it takes
   * long; the newest values follow.
   */
  follow() {
    if (this.summaries.size === 0 || performance.now() - this.begun > shownFirst) {
      this.restart();
    } else if (!this.isBehind) {
      this.isBehind = true;
      this.timers.push(setTimeout(() => this.isBehind && this.restart(), shownFirst - (performance.now() - this.begun)));
    }
  }

  /** The text has changed. */
  restart() {
    this.stop();
    this.isBehind = false;
    this.begun = performance.now();
    const {machines} = this.subject();
    for (const machine of machines) {
      this.ask(machine, 'summary');
    }
    const later = Object.entries(partsAfter).map(([part, pause]) => [pause, () => this.askActive(part)]);
    this.timers = [...later, ...this.later].map(([pause, call]) => setTimeout(call, pause));
  }

  /** A part of the machine that is looked at. */
  askActive(part) {
    const {machines, active} = this.subject();
    const machine = machines.find(({name}) => name === active);
    if (machine && this.wants(part)) {
      this.ask(machine, part);
    }
  }

  /** Nothing more is answered for this id. */
  cancel(id) {
    if (this.running.delete(id)) {
      this.connection.forget(id);
      this.connection.send({kind: 'cancel', id});
    }
  }

  stop() {
    this.timers.forEach(clearTimeout);
    this.running.forEach((id) => this.cancel(id));
    this.summaries.clear();
  }

  /** After a lost connection. */
  forget() {
    this.timers.forEach(clearTimeout);
    this.running.clear();
    this.summaries.clear();
  }

  ask(machine, part) {
    const id = this.request(machine, {part}, (answer) => {
      if (part === 'summary') {
        this.goOn(machine, id, answer);  // first: what follows is computed while this is shown
      }
      this.show(machine.name, part, answer.kind === 'refused' ? {...answer, kind: 'failed', details: []} : answer);
    });
    if (part === 'summary') {
      this.summaries.add(id);
    }
  }

  /** After an answer to the request of a summary. */
  goOn(machine, id, answer) {
    if (answer.kind !== 'progress') {
      this.summaries.delete(id);
    }
    if (this.isBehind && this.summaries.size === 0) {
      this.restart();
    } else if (answer.kind === 'result' && machine.name === this.subject().active) {
      this.askActive('why');
    }
  }

  /** `members` of the message, such as {part, text, settings}; `take` gets the answers. Returns the id. */
  request(machine, members, take) {
    const id = this.send(machine, members, (answer) => {
      if (answer.kind === 'done' || answer.kind === 'refused') {
        this.running.delete(id);
      }
      take(answer);
    });
    this.running.add(id);
    return id;
  }

  /** The same, of what stop() does not end. Another text ends it all the same, without an answer. */
  send(machine, members, take) {
    const {number, settings} = this.subject();
    const id = this.connection.request({kind: 'predict', number, machine: machine.name, changes: machine.changes, settings, seed: 1, ...members}, (answer) => {
      if (answer.kind === 'done' || answer.kind === 'refused') {
        this.connection.forget(id);
      }
      take(answer);
    });
    return id;
  }
}
