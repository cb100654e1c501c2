// The connection to dps-studio. Source: docs/protocol_studio.md.

const version = 1, firstPause = 250, longestPause = 4000;
const tokenKey = 'dps-studio-token';

/** From the fragment, which disappears from the address; a reload finds it in the storage of the tab. */
function takeToken() {
  const fragment = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(fragment)) {
    sessionStorage.setItem(tokenKey, fragment);
  }
  if (location.hash !== '') {
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(tokenKey) || '';
}

export class Connection {
  /**
   * `events`: {opened(hello), lost(isRefused)} and a function for each kind of message that answers no request.
   */
  constructor(events) {
    this.events = events;
    this.token = takeToken();
    this.lastId = 0;
    this.requests = new Map();  // by id: a function of its answers
    this.pause = firstPause;
    this.isOpen = false;
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.onopen = () => this.socket.send(JSON.stringify({kind: 'hello', version, token: this.token}));
    this.socket.onmessage = ({data}) => this.take(JSON.parse(data));
    this.socket.onclose = ({code}) => this.lose(code);
  }

  take(message) {
    if (message.kind === 'hello') {
      this.isOpen = true;
      this.pause = firstPause;
      this.lastId = 0;
      this.events.opened(message);
      return;
    }
    const answer = this.requests.get(message.id);
    if (message.id && answer) {
      answer(message);
    } else if (this.events[message.kind]) {
      this.events[message.kind](message);
    }
  }

  lose(code) {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.requests.clear();
    const isRefused = code === 1008 && !wasOpen;
    this.events.lost(isRefused);
    if (!isRefused) {
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, longestPause);
    }
  }

  send(message) {
    if (this.isOpen) {
      this.socket.send(JSON.stringify(message));
    }
  }

  /** Calls `answer` with each answer; forget() ends that. Returns the id. */
  request(message, answer) {
    const id = ++this.lastId;
    this.requests.set(id, answer);
    this.send({...message, id});
    return id;
  }

  /** The first answer; rejected with its text if that is a refusal. */
  ask(message) {
    return new Promise((resolve, reject) => {
      const id = this.request(message, (answer) => {
        this.forget(id);
        if (answer.kind === 'refused') {
          reject(new Error(answer.text));
        } else {
          resolve(answer);
        }
      });
    });
  }

  forget(id) { this.requests.delete(id); }
}
