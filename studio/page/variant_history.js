// Undo and redo of what a variant has besides its text: the variables that are set, and the machines.
import {invertedEffects, isolateHistory} from '@codemirror/commands';
import {StateEffect} from '@codemirror/state';
import {EditorView} from '@codemirror/view';

const setVariant = StateEffect.define();

/** An extension. `now()`: the variant at hand; `apply(variant)` makes another one that. */
export function variantHistory(now, apply) {
  const variantsOf = (transaction) => transaction.effects.filter((effect) => effect.is(setVariant));
  return [
    invertedEffects.of((transaction) => variantsOf(transaction).map(() => setVariant.of(now()))),
    EditorView.updateListener.of((update) => update.transactions.flatMap(variantsOf).forEach(({value}) => apply(value)))
  ];
}

/** What differs between two texts, as one change. */
function changeBetween(before, after) {
  let from = 0, end = 0;
  const most = Math.min(before.length, after.length);
  while (from < most && before[from] === after[from]) {
    ++from;
  }
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    ++end;
  }
  return {from, to: before.length - end, insert: after.slice(from, after.length - end)};
}

/** Makes a variant that of the page, in one step of undo. */
export function dispatchVariant(view, text, variant) {
  const before = view.state.doc.toString();
  view.dispatch({
    changes: before === text ? [] : changeBetween(before, text),
    effects: setVariant.of(variant),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.restore'
  });
}
