// The first page of help: enough to begin with.
import {make} from './tools.js';

const lines = [
  ['V jobs 100', 'a variable: jobs is 100; write {jobs} where a number stands'],
  ['I Job.i 1 Job.m', 'a collection, Job.i: complete after each message of the type Job.m'],
  ['C Work.c compute 2ms', 'a computation of 2 ms of CPU time; sleep 2ms waits'],
  ['O Result.o ACK -t Result.m -b 100', 'a message of 100 bytes to whoever sent the last one; in place of ACK a process: Worker.p'],
  ['F work.f Job.i Work.c Result.o SAME', 'when Job.i is complete, do Work.c, send Result.o, stay in this unit; NULL for none, or in the end: the process ends'],
  ['U worker.fu work.f stop.f', 'a unit: all that a process can do at a time'],
  ['P Worker.p 2 worker.fu', 'two processes, Worker.p[0] and Worker.p[1], which begin in this unit'],
];
const services = [
  ['P Cache.p 1 -server cache.fu', 'a server: the run may end while it waits'],
  ['O Tick.o Client.p[{self}] -t Tick.m -d 10ms', 'a timer: it reaches the process itself after 10 ms; {exponential(0.01)} is at random, 10 ms on average'],
  ['O Ask.o Cache.p -t Ask.m -new', 'begins a request; O … ORIGIN answers whoever began it, and Latencies has the response times'],
  ['F tick.f Tick.i NULL Ask.o,Tick.o SAME*999,last.fu', 'stays in its unit 999 times, then begins last.fu'],
  ['U cache.fu hit.f*0.8|miss.f*0.2', 'one of two functionalities that wait for the same, at random'],
  ['U last.fu -early page.f', 'counts also what came before the unit began'],
  ['O Query.o Data.p -t Query.m -pick least -window 4', 'to the least loaded of several servers, with at most 4 unanswered'],
];
const example = `I Ask.i     1  Ask.m
I Answer.i  1  Answer.m
C Look.c  compute  20ms
O Ask.o     Server.p  -t Ask.m     -b 100
O Answer.o  ACK       -t Answer.m  -b 4000
F ask.f    NULL      NULL    Ask.o     SAME
F got.f    Answer.i  NULL    NULL      NULL
F serve.f  Ask.i     Look.c  Answer.o  NULL
U client.fu  ask.f  got.f
U server.fu  serve.f
P Client.p  1  client.fu
P Server.p  1  server.fu
`;
const keys = [
  ['Ctrl-S', 'save'], ['Ctrl-Space', 'what may stand here; Tab takes the first word'], ['F2', 'rename a tag everywhere'],
  ['F12', 'go to the line that defines a tag'], ['Shift-Alt-F', 'align the columns'], ['Ctrl-F', 'search'], ['Ctrl-Z, Ctrl-Y', 'undo, redo'],
  ['F8', 'the next mistake'], ['Escape, then Tab', 'leave the text']
];
const pictureKeys = [
  ['arrow keys', 'to the next element; with Shift, a process moves'], ['N', 'a new process'], ['M', 'a message of the chosen process or functionality'],
  ['U, F, C', 'a unit, a functionality, a computation of the chosen element'], ['T', 'the host of the chosen process'], ['V', 'a variable'], ['Enter', 'change the chosen element'], ['Delete', 'delete it, and what only it used'],
  ['Space', 'show or hide what is in a process'], ['G', 'go to its line in the text'], ['+, -, 0', 'larger, smaller, the whole picture']
];

function keysOf(list) { return make('dl', {class: 'keys'}, list.flatMap(([key, text]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, text)])); }

function linesOf(list) { return make('dl', {class: 'lines'}, list.flatMap(([line, text]) => [make('dt', {}, make('code', {}, line)), make('dd', {}, text)])); }

export function helpPage() {
  return make('div', {class: 'help', tabindex: '-1', autofocus: true},
      make('p', {}, 'Describe a distributed program on the left, or draw it on the right; below the picture stands how long it takes on a machine, at each change. The text is the file.'),
      make('p', {}, 'A line defines one thing. It begins with a letter for its kind, then its name, its ', make('em', {}, 'tag'), ':'),
      linesOf(lines),
      make('p', {}, 'A client that asks a server once:'), make('pre', {tabindex: '0', 'aria-label': 'A whole blueprint'}, example),
      make('p', {}, 'For services with many requests:'), linesOf(services),
      make('p', {}, 'Put the pointer on a word to read its line as a sentence. Underlined words are mistakes; their message says what was expected.'),
      make('p', {}, 'Move a slider to predict with another value of a variable; Keys … has all values of a machine, such as its latency, and saves it as a file; Pin keeps the text, its variables and the machine, and says how much faster or slower later ones are; Curves show the makespan over a variable or a value of the machine, at values such as 1..64*2; Download has the report, results and pictures as files; Run executes the program, after it has shown what that is, and compares; What if predicts with each line 10 % better, which shows where the time goes.'),
      keysOf(keys), make('h3', {}, 'In the picture'),
      make('p', {}, 'Processes are boxes, messages are arrows as wide as their bytes. Each edit is an edit of the text, and one step of undo: begin with N for two processes, then M for a message between them.'), keysOf(pictureKeys));
}
