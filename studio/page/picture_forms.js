// The forms of the picture's edits.
import {askForm} from './dialogs.js';

/** A tick is a flag, which is there or not. */
function textOf(value) { return typeof value === 'boolean' ? (value ? 'on' : '') : value; }

function change(section, tag, property, value) { return {edit: 'change', section, tag, property, text: textOf(value)}; }

/** The flag of a line that the form makes, if it is ticked. */
function flag(section, tag, property, isOn) { return isOn ? [change(section, tag, property, true)] : []; }

/** Renaming comes last: the other edits have the old name. */
function rename(section, tag, to) { return to === tag ? [] : [{edit: 'rename', section, tag, to}]; }

function changes(section, tag, before, after) {
  return Object.keys(before).filter((name) => before[name] !== after[name]).map((name) => change(section, tag, name, after[name]));
}

/** Without a host, the T line of a process is deleted. */
export function noTerrain(process) { return {edit: 'terrain', process, host: '', conditions: ''}; }

/** The choices of a field, to which the present one belongs even if it is an expression. */
function optionsOf(value, options) { return options.some(([each]) => each === value) ? options : [...options, [value, value]]; }

const picks = [['', 'each of them'], ['random', 'one, at random'], ['round_robin', 'one after the other'], ['least', 'the one with the fewest unanswered']];
const operations = [['', 'none: a message'], ...['barrier', 'bcast', 'reduce', 'allreduce', 'scan', 'gather', 'scatter', 'allgather', 'alltoall', 'reduce_scatter'].map((name) => [name, name])];
const collectiveHint = 'of all receivers together; it has neither copies, nor a choice, nor a window';
const requestField = {name: 'request', label: 'Begins a request', hint: 'what it causes elsewhere belongs to it; ORIGIN in place of ACK answers whoever began it, and its age is the response time'};
const delayHint = 'such as 100ms or {exponential(0.01)}: it reaches the sender itself after this time, without the network; empty: a message';
const serverField = {name: 'server', label: 'Server', hint: 'the run may end while it waits for messages'};
const earlyField = {name: 'early', label: 'Counts early messages', hint: 'those that arrived before the unit began and that nothing has used'};
const eachField = {name: 'each', label: 'Each request apart', hint: 'counts the messages of each request by themselves; 2/3 Part.m is then complete after 2 of 3'};
/** What packs, encodes and carries a message; nothing of it is needed for a first plan. */
function carriage({packed, xdr, route}) {
  const by = (absent, rows) => [['', absent], ...rows];
  return [
    {name: 'packed', label: 'Packed', value: packed, options: optionsOf(packed, by('as always: for every send', [['on', 'on: for every send'], ['off', 'off: once, before the start']])), hint: 'packing costs time of the sender, unpacking of the receiver'},
    {name: 'xdr', label: 'Encoded', value: xdr, options: optionsOf(xdr, by('as always: XDR', [['on', 'on: XDR, for hosts that differ'], ['off', 'off: copied']]))},
    {name: 'route', label: 'Route', value: route, options: optionsOf(route, by('as the transport chooses', [['Pvmd', 'through the daemons of PVM'], ['TCP', 'directly']])), hint: 'of PVM alone'}
  ].map((field) => ({...field, isRare: true}));
}

const terrainFields = [
  {name: 'host', label: 'Host', hint: 'a name such as A: processes with the same name share a host, others are elsewhere'},
  {name: 'conditions', label: 'Conditions', hint: 'such as MEMORY >= 16G CORES > 4; empty: any host'}
];

export class PictureForms {
  /** `edit(edits, wanted)` → a promise of a reason or null; `data()`: the picture. */
  constructor(edit, data) {
    this.edit = edit;
    this.data = data;
  }

  find(list, tag) { return this.data()[list].find((one) => one.tag === tag); }

  /** Edits; none are none. `wanted`: the key of the element that is chosen then. */
  send(edits, wanted) { return edits.length === 0 ? Promise.resolve(null) : this.edit(edits, wanted); }

  newProcess() {
    askForm('New process', [{name: 'tag', label: 'Name', value: '', hint: 'such as Worker.p'}, {name: 'count', label: 'Clones', value: '1', hint: 'a number, or an expression such as {n}'}, {...serverField, value: false}],
            ({tag, count, server}) => this.send([{edit: 'process', tag, count}, ...flag('P', tag, 'server', server)], `P:${tag}`));
  }

  newVariable() {
    askForm('New variable', [{name: 'tag', label: 'Name', value: ''}, {name: 'value', label: 'Value', value: '', hint: 'write {name} where a number stands'}],
            ({tag, value}) => this.send([{edit: 'variable', tag, value}], `V:${tag}`));
  }

  /** Each of the following returns why it is not possible with this element. */
  newMessage(chosen, to) {
    const from = chosen.kind === 'P' ? chosen.tag : chosen.process;
    if (!from) {
      return 'Choose the process, or the functionality, that sends.';
    }
    const functionalities = this.functionalitiesOf(from);
    const sender = chosen.kind === 'F' ? chosen.tag : chosen.functionality || '', isRare = to !== from;  // a message to itself may be a timer
    askForm(`New message from ${from}`, [
      {name: 'to', label: 'To', value: to || this.otherProcess(from), options: this.data().processes.map(({tag}) => [tag, tag])},
      {name: 'type', label: 'Message type', value: '', hint: 'such as Job.m'}, {name: 'size', label: 'Bytes', value: '', hint: 'such as 4096, 8kB, {n}; empty: none'},
      {name: 'functionality', label: 'Sent by', value: sender, options: [['', 'the first that has nothing to do, or fires at once'], ...functionalities.map((tag) => [tag, tag])]},
      {name: 'answer', label: 'An answer (ACK)', value: false, hint: 'to whoever sent the message that it waited for'}, {name: 'tag', label: 'Name of the O line', value: '', hint: 'empty: after the type'},
      {name: 'pick', label: 'Of several clones', value: '', options: picks, isRare: true},
      {name: 'origin', label: 'To the origin (ORIGIN)', value: false, hint: 'to whoever began the request', isRare: true},
      {...requestField, value: false, isRare}, {name: 'delay', label: 'Timer', value: '', hint: delayHint, isRare}
    ], (values) => this.send([{edit: 'message', from, ...values}], values.tag ? `M:${values.tag} ${from} ${values.to}` : undefined));
    return null;
  }

  functionalitiesOf(process) {
    const units = this.find('processes', process).units.map((tag) => this.find('units', tag)).filter(Boolean);
    return [...new Set(units.flatMap(({functionalities}) => functionalities))];
  }

  otherProcess(tag) {
    const others = this.data().processes.filter((one) => one.tag !== tag);
    return others.length > 0 ? others[0].tag : tag;
  }

  newUnit(chosen) {
    const process = chosen.kind === 'P' ? chosen.tag : chosen.process;
    if (!process) {
      return 'Choose the process that gets the unit.';
    }
    askForm(`New unit of ${process}`, [{name: 'tag', label: 'Name', value: '', hint: 'such as wait.fu'}, {...earlyField, value: false}],
            ({tag, early}) => this.send([{edit: 'unit', process, tag}, ...flag('U', tag, 'early', early)], `P:${process}`));
    return null;
  }

  newFunctionality(chosen) {
    const process = chosen.kind === 'P' ? this.find('processes', chosen.tag) : null;
    const unit = chosen.kind === 'U' ? chosen.tag : chosen.unit || (process && process.units[0]);
    if (!unit) {
      return 'Choose the unit that gets the functionality.';
    }
    askForm(`New functionality of ${unit}`, [
      {name: 'tag', label: 'Name', value: '', hint: 'such as done.f'}, {name: 'awaited', label: 'Waits for', value: 'NULL', hint: 'NULL: nothing; pairs such as 1 Job.m; or the name of a collection'},
      {name: 'next', label: 'Then', value: 'SAME', hint: 'SAME: stays; NULL: the process ends; or the name of a unit'}
    ], ({tag, awaited, next}) => this.send([{edit: 'functionality', unit, tag, awaited, next}]));
    return null;
  }

  newComputation(chosen) {
    const process = chosen.kind === 'P' ? chosen.tag : null;
    const functionality = chosen.kind === 'F' ? chosen.tag : chosen.functionality || (process && this.functionalitiesOf(process)[0]);
    if (!functionality || chosen.kind === 'U' || chosen.kind === 'M') {
      return 'Choose the functionality that computes.';
    }
    askForm(`New computation of ${functionality}`, [{name: 'tag', label: 'Name', value: '', hint: 'such as Work.c'}, {name: 'work', label: 'What it does', value: 'compute 1ms', hint: 'compute, sleep or busywait with a time; work with a number; call or exec'}],
            ({tag, work}) => this.send([{edit: 'computation', functionality, tag, work}]));
    return null;
  }

  newTerrain(chosen) {
    const process = chosen.kind === 'P' ? chosen.tag : chosen.process;
    if (!process) {
      return 'Choose the process that gets a host.';
    }
    this.askTerrain(`Host of ${process}`, {tag: process, host: '', conditions: ''}, []);
    return null;
  }

  changeTerrain(tag) { this.askTerrain(`Host of ${tag}`, this.find('terrain', tag), [tag]); }

  /** `own`: the process of the line that is changed, if there is one. */
  askTerrain(title, {tag, host, conditions}, own) {
    const before = {host, conditions};
    const processField = {name: 'process', label: 'Process', value: tag, hint: 'all clones, Worker.p; or one of them, Worker.p[2]'};
    askForm(title, [processField, ...terrainFields.map((field) => ({...field, value: before[field.name]}))], (values) => {
      const isSame = own.includes(values.process);
      if (values.host === '') {
        return Promise.resolve('the host is missing; Delete deletes the line');
      }
      if (!isSame && this.find('terrain', values.process)) {
        return Promise.resolve(`${values.process} has a host already; change that`);
      }
      const moved = isSame ? [] : own.map(noTerrain);
      const isChanged = !isSame || values.host !== host || values.conditions !== conditions;
      return this.send(isChanged ? [...moved, {edit: 'terrain', ...values}] : []);
    });
  }

  change(chosen) {
    const tag = chosen.tag, name = {name: 'tag', label: 'Name', value: tag};
    const forms = {
      P: () => this.changeProcess(tag, name),
      U: () => this.changeUnit(tag, name),
      F: () => this.changeFunctionality(tag, name),
      I: () => this.changeCollection(tag, name),
      C: () => this.changeLine('C', 'Computation', tag, [name, {name: 'work', label: 'What it does', value: this.find('computations', tag).text}]),
      V: () => this.changeLine('V', 'Variable', tag, [name, {name: 'value', label: 'Value', value: this.find('variables', tag).text}]),
      T: () => this.changeTerrain(tag),
      O: () => this.changeOutput(tag, name),
      M: () => this.changeOutput(tag, name)
    };
    forms[chosen.kind]();
    return null;
  }

  changeLine(section, noun, tag, fields) {
    const before = Object.fromEntries(fields.map(({name, value}) => [name, value]));
    askForm(`${noun} ${tag}`, fields, (after) => {
      const {tag: _, ...properties} = before;
      return this.send([...changes(section, tag, properties, after), ...rename(section, tag, after.tag)], section === 'P' || section === 'V' ? `${section}:${after.tag}` : undefined);
    });
  }

  changeProcess(tag, name) {
    const {count_text: count, is_server: server, units_text: units} = this.find('processes', tag);
    this.changeLine('P', 'Process', tag, [
      name, {name: 'count', label: 'Clones', value: count}, {...serverField, value: server}, {name: 'units', label: 'Units', value: units, hint: 'it begins in the first'}
    ]);
  }

  changeUnit(tag, name) {
    const {choices, is_early: early} = this.find('units', tag);
    this.changeLine('U', 'Unit', tag, [
      name, {name: 'functionalities', label: 'Functionalities', value: choices, hint: 'in the order in which they fire; hit.f*0.8|miss.f*0.2 is one of both, with these chances'}, {...earlyField, value: early}
    ]);
  }

  changeCollection(tag, name) {
    const {pairs, is_each: each} = this.find('collections', tag);
    this.changeLine('I', 'Collection', tag, [name, {name: 'pairs', label: 'Waits for', value: pairs, hint: 'a number and a message type, once or several times'}, {...eachField, value: each}]);
  }

  changeFunctionality(tag, name) {
    const {awaited, computes, sends, next} = this.find('functionalities', tag);
    this.changeLine('F', 'Functionality', tag, [
      name, {name: 'awaited', label: 'Waits for', value: awaited, hint: 'a collection, or NULL'}, {name: 'computes', label: 'Computes', value: computes, hint: 'computations with commas, or NULL'},
      {name: 'sends', label: 'Sends', value: sends, hint: 'O lines with commas, or NULL'}, {name: 'next', label: 'Then', value: next, hint: 'SAME, NULL, or a unit'}
    ]);
  }

  /** A message goes to all of its receivers or to one; those of a collective operation perform it together. */
  moreOfOutput(output) {
    const {pick, window, operation, root, algorithm, combine, delay, begins_request: request, to_others: others} = output;
    const together = {name: 'operation', label: 'Collective operation', value: operation, options: optionsOf(operation, operations), hint: collectiveHint};
    return operation === '' ? [
      {name: 'pick', label: 'Goes to', value: pick, options: optionsOf(pick, picks)},
      {name: 'window', label: 'Most unanswered', value: window, hint: 'at each receiver; others wait until it answers; empty: no limit'},
      {...requestField, value: request}, {...together, isRare: true}, {name: 'delay', label: 'Timer', value: delay, hint: delayHint, isRare: true}, ...carriage(output),
      {name: 'others', label: 'Not to itself', value: others, hint: 'the sender is no receiver, even if its name is among them', isRare: true}
    ] : [
      together, {name: 'root', label: 'Root', value: root, hint: 'one member, such as Worker.p[2]; empty: the first'},
      {name: 'algorithm', label: 'Algorithm', value: algorithm, hint: 'empty: as Open MPI chooses'}, {name: 'combine', label: 'Combines by', value: combine, hint: 'a computation for a vector of these bytes; empty: no time'},
      ...carriage(output)
    ];
  }

  changeOutput(tag, name) {
    const output = this.find('outputs', tag), {type, size, copies, receivers, operation} = output;
    const fields = [
      name, {name: 'type', label: 'Message type', value: type, hint: 'a new name renames the type, unless other O lines send it'}, {name: 'size', label: 'Bytes', value: size, hint: 'empty: none'},
      ...(operation === '' ? [{name: 'copies', label: 'Messages to each receiver', value: copies, hint: 'empty: one'}] : []), {name: 'receivers', label: 'Receivers', value: receivers, hint: 'ACK: who sent what it waited for; ORIGIN: who began the request'},
      ...this.moreOfOutput(output)
    ];
    const {tag: _, ...before} = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    askForm(`Message ${tag}`, fields, (values) => {
      const after = values.operation === '' && operation !== '' ? {...values, root: '', algorithm: '', combine: ''} : values;
      const isNew = after.type !== type && !this.data().outputs.some((one) => one.type === after.type || (one.tag !== tag && one.type === type));
      const others = isNew ? {...before, type: after.type} : before;
      return this.send([...changes('O', tag, others, after), ...(isNew ? rename('mtag', type, after.type) : []), ...rename('O', tag, after.tag)]);
    });
  }
}
