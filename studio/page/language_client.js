// The client of `dps language-server`: its messages go through the connection.

/** The language server has line and character (UTF-16), the editor an offset. */
export function positionOf(doc, offset) {
  const line = doc.lineAt(offset);
  return {line: line.number - 1, character: offset - line.from};
}

export function offsetOf(doc, {line, character}) {
  if (line >= doc.lines) {
    return doc.length;
  }
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
}

/** The changes of an editor as those of a document: the last one first, so that places remain valid. */
function changesOf(update) {
  const changes = [];
  update.changes.iterChanges((from, to, _fromB, _toB, inserted) => changes.unshift({
    range: {start: positionOf(update.startState.doc, from), end: positionOf(update.startState.doc, to)},
    text: inserted.toString()
  }));
  return changes;
}

export class LanguageClient {
  /** `onDiagnostics` gets the parameters of publishDiagnostics for the newest version. */
  constructor(connection, onDiagnostics) {
    this.connection = connection;
    this.onDiagnostics = onDiagnostics;
    this.lastId = 0;
    this.answers = new Map();
    this.version = 0;
    this.isReady = false;
  }

  /** Of a new server: the last one has ended, or this is another connection. */
  async start(uri, text) {
    this.answers.clear();
    this.isReady = false;
    const starting = this.starting = Symbol('starting');
    await this.request('initialize', {processId: null, rootUri: null, capabilities: {}});
    if (this.starting === starting) {
      this.notify('initialized', {});
      this.isReady = true;
      this.openText(uri, text());
    }
  }

  /** Another file. */
  open(uri, text) {
    if (this.isReady) {
      this.notify('textDocument/didClose', {textDocument: {uri: this.uri}});
      this.openText(uri, text);
    }
  }

  openText(uri, text) {
    this.uri = uri;
    this.version += 1;
    this.notify('textDocument/didOpen', {textDocument: {uri, languageId: 'dps', version: this.version, text}});
  }

  change(update) { this.changeBy(() => changesOf(update)); }

  /** The whole text is another one. */
  replace(text) { this.changeBy(() => [{text}]); }

  changeBy(contentChanges) {
    if (this.isReady) {
      this.version += 1;
      this.notify('textDocument/didChange',
                  {textDocument: {uri: this.uri, version: this.version}, contentChanges: contentChanges()});
    }
  }

  take(message) {
    if (message.method === 'textDocument/publishDiagnostics') {
      if (message.params.uri === this.uri && message.params.version === this.version) {
        this.onDiagnostics(message.params.diagnostics);
      }
    } else if (this.answers.has(message.id)) {
      const {resolve, reject} = this.answers.get(message.id);
      this.answers.delete(message.id);
      if (message.error) {
        reject(new Error(message.error.message));
      } else {
        resolve(message.result);
      }
    }
  }

  notify(method, params) { this.connection.send({kind: 'lsp', message: {jsonrpc: '2.0', method, params}}); }

  request(method, params) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.answers.set(id, {resolve, reject});
      this.connection.send({kind: 'lsp', message: {jsonrpc: '2.0', id, method, params}});
    });
  }

  /** A request about a place of the text; null while the server is not ready. */
  async at(method, doc, offset, more = {}) {
    return this.isReady ? this.request(
                              `textDocument/${method}`,
                              {textDocument: {uri: this.uri}, position: positionOf(doc, offset), ...more}) :
                          null;
  }

  /** The picture of the text, which is no part of the protocol of editors; null while the server is not ready. */
  async picture() { return this.isReady ? this.request('dps/picture', {textDocument: {uri: this.uri}}) : null; }

  /** The changes of the text for edits of its picture. */
  async editPicture(edits) {
    if (!this.isReady) {
      throw new Error('the language server is not there');
    }
    return this.request('dps/edit', {textDocument: {uri: this.uri}, version: this.version, edits});
  }

  async about(method, more) {
    return this.isReady ? this.request(`textDocument/${method}`, {textDocument: {uri: this.uri}, ...more}) : null;
  }
}
