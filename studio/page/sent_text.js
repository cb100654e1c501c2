// The text that the program has from this page. Source: docs/protocol_studio.md, "The text".

/** The last one first, so that places remain valid. */
function changesOf(update) {
  const changes = [];
  update.changes.iterChanges((from, to, _fromB, _toB, inserted) => changes.unshift({from, to, insert: inserted.toString()}));
  return changes;
}

/** Sends each text; after a key its changes alone, since a long text takes longer than all else that a key begins. */
export class SentText {
  constructor(connection) {
    this.connection = connection;
    this.forget();
  }

  /** The program may have another text: the next one is sent as a whole. */
  forget() {
    this.doc = null;
    this.number = 0;
  }

  /** `update`: of the editor, from the text before; null: any text may have been before. */
  send(number, editor, update) {
    const {doc} = editor.view.state;
    const isKnown = update && this.doc && this.doc === update.startState.doc;
    this.connection.send({kind: 'text', number, ...(isKnown ? {base: this.number, changes: changesOf(update)} : {text: editor.text})});
    this.doc = doc;
    this.number = number;
  }
}
