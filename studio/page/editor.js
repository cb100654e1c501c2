// The text: CodeMirror with the knowledge of the language server.
import {acceptCompletion, autocompletion, completionKeymap, completionStatus, moveCompletionSelection} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, redo, undo} from '@codemirror/commands';
import {bracketMatching} from '@codemirror/language';
import {linter, lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, Transaction} from '@codemirror/state';
import {crosshairCursor, drawSelection, dropCursor, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection} from '@codemirror/view';
import {highlighting} from './highlight.js';
import {offsetOf} from './language_client.js';
import {proseOf} from './prose.js';
import {countText, make, timeText} from './tools.js';
import {dispatchVariant, variantHistory} from './variant_history.js';

const severities = ['', 'error', 'warning', 'info', 'hint'];

/** TextEdits as changes of the editor. */
function editsOf(doc, edits) {
  return edits.map(({range, newText}) => ({from: offsetOf(doc, range.start), to: offsetOf(doc, range.end), insert: newText}));
}

/** The edits of one file: there is no other. */
function editsOfWorkspace(edit, uri) { return (edit && edit.changes && edit.changes[uri]) || []; }

const kinds = {3: 'function', 6: 'variable', 7: 'class', 9: 'namespace', 14: 'keyword', 18: 'text', 21: 'constant'};

function completionOf(doc, item) {
  return {
    label: item.label,
    detail: item.detail,
    type: kinds[item.kind],
    info: item.documentation && item.documentation.value ? () => proseOf(item.documentation) : undefined,
    apply: (view, _completion, _from, to) => view.dispatch({
      changes: {from: offsetOf(doc, item.textEdit.range.start), to: Math.max(to, offsetOf(doc, item.textEdit.range.end)), insert: item.textEdit.newText},
      selection: {anchor: offsetOf(doc, item.textEdit.range.start) + item.textEdit.newText.length},
      userEvent: 'input.complete',
    })
  };
}

/** What a line cost, beside it. */
class CostMarker extends GutterMarker {
  constructor(cost) {
    super();
    this.cost = cost;
  }

  eq(other) { return other.cost.text === this.cost.text && other.cost.title === this.cost.title; }

  toDOM() {
    const bar = make('span', {class: 'cost-bar'});
    bar.style.width = `${Math.round(this.cost.share * 30)}px`;
    return make('div', {class: 'line-cost', title: this.cost.title}, bar, this.cost.text);
  }
}

/** @typedef {import('@codemirror/state').RangeSet<CostMarker>} Costs */
/** @type {import('@codemirror/state').StateEffectType<Costs>} */
const setCosts = StateEffect.define();
/** @type {StateField<Costs>} */
const costs = StateField.define({
  create: () => new RangeSetBuilder().finish(),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setCosts)) {
        return effect.value;
      }
    }
    return value.map(transaction.changes);
  }
});
const costGutter = gutter({class: 'costs', markers: (view) => view.state.field(costs)});

export class Editor {
  /** `events`: {changed(update), save(), rename(word) → Promise of a name or null, variant(), applyVariant(variant)}. */
  constructor(place, events, language) {
    this.events = events;
    this.language = language;
    this.readOnly = new Compartment();
    const nonce = document.querySelector('meta[name="csp-nonce"]').getAttribute('content');
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce), lineNumbers(), lintGutter(), highlightActiveLineGutter(), highlightSpecialChars(),
          history(), variantHistory(events.variant, events.applyVariant), drawSelection(), dropCursor(), rectangularSelection(), crosshairCursor(), highlightActiveLine(),
          bracketMatching(), highlightSelectionMatches(), search({top: true}), highlighting, costs, costGutter,
          autocompletion({override: [(context) => this.complete(context)], selectOnOpen: false, interactionDelay: 0, icons: false}),
          hoverTooltip((view, at) => this.hover(view, at)), linter(null),
          keymap.of([
            {key: 'Mod-s', run: () => this.save(), preventDefault: true}, {key: 'F2', run: () => this.rename()},
            {key: 'Shift-Alt-f', run: () => this.format()}, {key: 'F12', run: () => this.goToDefinition()},
            {key: 'Tab', run: (view) => this.acceptFirst(view)}, ...completionKeymap, ...lintKeymap, ...searchKeymap,
            ...historyKeymap, ...defaultKeymap
          ]),
          this.readOnly.of([]), EditorState.tabSize.of(8),
          EditorView.contentAttributes.of({'aria-label': 'The text of the blueprint', tabindex: '0', spellcheck: 'false', autocorrect: 'off'}),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.isSetting) {
              this.events.changed(update);  // first: it asks for the prediction
              this.language.change(update);
            }
          })
        ]
      })
    });
  }

  /** Made once for each text: several parts of the page ask for it after a key. */
  get text() {
    const {doc} = this.view.state;
    if (this.textOf !== doc) {
      this.textOf = doc;
      this.wholeText = doc.toString();
    }
    return this.wholeText;
  }
  /** True if the text has nothing but blanks. Most texts have more in their first lines. */
  get isEmpty() {
    for (const lines = this.view.state.doc.iter(); !lines.next().done;) {
      if (/\S/.test(lines.value)) {
        return false;
      }
    }
    return true;
  }

  get lines() { return this.view.state.doc.lines; }
  focus() { this.view.focus(); }
  undo() { undo(this.view); }
  redo() { redo(this.view); }

  /** Of another file: without a step of undo. `isEdit`: the user's, with one. */
  setText(text, isEdit = false) {
    const {state} = this.view;
    if (state.doc.toString() === text) {
      return;
    }
    this.isSetting = !isEdit;
    this.view.dispatch({
      changes: {from: 0, to: state.doc.length, insert: text},
      annotations: isEdit ? [] : [Transaction.addToHistory.of(false)],
    });
    this.isSetting = false;
  }

  /** The text and what else belongs to it, in one step of undo. */
  restore(text, variant) { dispatchVariant(this.view, text, variant); }

  setReadOnly(isReadOnly) {
    this.view.dispatch({effects: this.readOnly.reconfigure(isReadOnly ? [EditorState.readOnly.of(true)] : [])});
  }

  save() {
    this.events.save();
    return true;
  }

  /** Tab takes the completion that is chosen, or the first; without a list, it leaves the text. */
  acceptFirst(view) {
    if (completionStatus(view.state) !== 'active') {
      return false;
    }
    return acceptCompletion(view) || (moveCompletionSelection(true)(view) && acceptCompletion(view));
  }

  async complete(context) {
    if (!context.explicit && !context.matchBefore(/[^\s,|*#]$/)) {
      return null;
    }
    const {doc} = context.state;
    let items = null;
    try {
      items = await this.language.at('completion', doc, context.pos);
    } catch {
      return null;
    }
    if (context.aborted || !items || items.length === 0) {
      return null;
    }
    const from = Math.min(...items.map((item) => offsetOf(doc, item.textEdit.range.start)));
    return {from, options: items.map((item) => completionOf(doc, item)), validFor: /^[^\s,|*{}#]*$/};
  }

  async hover(view, at) {
    const answer = await this.language.at('hover', view.state.doc, at).catch(() => null);
    if (!answer || !answer.contents) {
      return null;
    }
    const {doc} = view.state;
    const pos = answer.range ? offsetOf(doc, answer.range.start) : at;
    const end = answer.range ? offsetOf(doc, answer.range.end) : at;
    return {pos, end, above: true, create: () => ({dom: make('div', {class: 'hover'}, proseOf(answer.contents))})};
  }

  async setDiagnostics(list) {
    const {state} = this.view;
    if (list.length === 0 && !this.hasDiagnostics) {
      return;  // as after most keys: no update, and no frame for it
    }
    const fixes = list.some(({message}) => message.includes('did you mean')) ?
        await this.language.about('codeAction', {range: {start: {line: 0, character: 0}, end: {line: 0, character: 0}}, context: {diagnostics: list}})
            .catch(() => []) :
        [];
    if (state.doc !== this.view.state.doc) {
      return;
    }
    this.hasDiagnostics = list.length > 0;
    const fixesOf = (diagnostic) => (fixes || []).filter((fix) => JSON.stringify(fix.diagnostics[0]) === JSON.stringify(diagnostic));
    this.view.dispatch(setDiagnostics(state, list.map((one) => ({
      from: offsetOf(state.doc, one.range.start),
      to: offsetOf(state.doc, one.range.end),
      severity: severities[one.severity] || 'info',
      message: one.message,
      actions: fixesOf(one).map((fix) => ({
        name: fix.title,
        apply: (view) => view.dispatch({changes: editsOf(view.state.doc, editsOfWorkspace(fix.edit, this.language.uri)), userEvent: 'input.fix'})
      }))
    }))));
  }

  apply(edits, userEvent) {
    const changes = editsOf(this.view.state.doc, edits);
    if (changes.length > 0) {
      this.view.dispatch({changes, userEvent});
    }
  }

  rename() {
    const {state} = this.view, at = state.selection.main.head;
    this.language.at('prepareRename', state.doc, at)
        .then(async (place) => {
          if (!place) {
            this.events.say('There is no name of the blueprint here.');
            return;
          }
          const range = place.range || place;
          const word = state.sliceDoc(offsetOf(state.doc, range.start), offsetOf(state.doc, range.end));
          const newName = await this.events.askName(word);
          this.focus();
          if (newName && newName !== word) {
            const edit = await this.language.at('rename', this.view.state.doc, at, {newName});
            this.apply(editsOfWorkspace(edit, this.language.uri), 'input.rename');
          }
        })
        .catch((error) => this.events.say(error.message));
    return true;
  }

  format() {
    this.language.about('formatting', {options: {tabSize: 8, insertSpaces: true}})
        .then((edits) => this.apply(edits || [], 'input.format'))
        .catch((error) => this.events.say(error.message));
    return true;
  }

  goToDefinition() {
    const {state} = this.view;
    this.language.at('definition', state.doc, state.selection.main.head)
        .then((place) => {
          const found = Array.isArray(place) ? place[0] : place;
          if (found) {
            this.goTo(offsetOf(this.view.state.doc, found.range.start));
          }
        })
        .catch((error) => this.events.say(error.message));
    return true;
  }

  goToLine(number) { this.goTo(this.view.state.doc.line(Math.min(Math.max(number, 1), this.lines)).from); }

  goTo(offset) {
    this.view.dispatch({selection: {anchor: offset}, effects: EditorView.scrollIntoView(offset, {y: 'center'})});
    this.focus();
  }

  /** `lines`: the costs of a result, in the order of their lines; of the present text. */
  setCosts(lines, pathLength) {
    /** @type {RangeSetBuilder<CostMarker>} */
    const builder = new RangeSetBuilder();
    let last = 0;
    for (const {line, count, time_s, path_s} of [...lines].sort((a, b) => a.line - b.line)) {
      if (line > last && line <= this.lines && (count || time_s)) {
        last = line;
        const share = pathLength > 0 ? path_s / pathLength : 0;
        const from = this.view.state.doc.line(line).from;
        builder.add(from, from, new CostMarker({
                      share,
                      text: time_s ? timeText(time_s) : `${countText(count)}×`,
                      title: [count ? `${countText(count)} times` : '', time_s ? `${timeText(time_s)} in all processes` : '', share ? `${(share * 100).toFixed(1)} % of the critical path` : '']
                                 .filter(Boolean)
                                 .join('; ')
                    }));
      }
    }
    this.view.dispatch({effects: setCosts.of(builder.finish())});
  }
}


