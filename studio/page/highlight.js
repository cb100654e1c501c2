// The colours of a blueprint. The scanner follows docs/language.md, "Lines, fields, tags".
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from '@codemirror/language';
import {tags} from '@lezer/highlight';

const sections = 'VAICOFUPT';
const keywords = {
  C: /^(sleep|busywait|compute|work|ops|call|exec|cached|loop|cost)$/,
  O: /^(ACK|ORIGIN|random|round_robin|least|on|off)$/,
  F: /^(NULL|SAME)$/,
};
const number = /^[0-9][0-9.]*(e[-+]?[0-9]+)?[a-zA-Z]*$/;

/** Of a field: the parts between commas, bars and stars are tags or keywords. */
function styleOf(word, state) {
  if (/^-[a-zA-Z_]/.test(word)) {
    return 'attributeName';
  }
  if (number.test(word)) {
    return 'number';
  }
  if ((keywords[state.section] || /^NULL$/).test(word)) {
    return 'keyword';
  }
  return state.field === 1 ? 'variableName.definition' : state.section === 'V' || state.section === 'A' ? 'atom' : 'variableName';
}

const language = StreamLanguage.define({
  name: 'dps',
  startState: () => ({section: '', field: 0, isContinued: false, isInBraces: false}),
  copyState: (state) => ({...state}),
  blankLine(state) {
    state.isContinued = false;
  },
  token(stream, state) {
    if (stream.sol()) {
      if (!state.isContinued) {
        Object.assign(state, {section: '', field: 0, isInBraces: false});
      }
      state.isContinued = /\\\s*$/.test(stream.string);
    }
    const isField = stream.sol() || /\s/.test(stream.string[stream.pos - 1]);
    if (stream.eatSpace()) {
      return null;
    }
    if (isField && stream.peek() === '#') {
      stream.skipToEnd();
      return 'comment';
    }
    if (isField) {
      state.field = state.section === '' ? 0 : state.field + 1;
    }
    if (stream.match(/^"([^"\\]|\\.)*"?/)) {
      return 'string';
    }
    if (stream.eat('{') || state.isInBraces) {
      state.isInBraces = stream.current() === '{' || !stream.eat('}');
      if (state.isInBraces) {
        stream.match(/^[^}]*/);
      }
      return 'string.special';
    }
    if (stream.match(/^\\$/) || stream.match(/^[,|*()/+}-](?=\s|$|[^a-zA-Z_])/)) {
      return 'punctuation';
    }
    stream.match(/^-?[^\s,|*{}"]+/) || stream.next();
    const word = stream.current();
    if (state.section === '') {
      state.section = sections.includes(word) && word.length === 1 ? word : '?';
      return state.section === '?' ? 'invalid' : 'heading';
    }
    return styleOf(word, state);
  },
  languageData: {commentTokens: {line: '#'}},
});

const style = HighlightStyle.define([
  {tag: tags.heading, color: 'var(--path)', fontWeight: '600'},
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: tags.definition(tags.variableName), color: 'var(--code-definition)', fontWeight: '600'},
  {tag: tags.keyword, color: 'var(--code-keyword)'},
  {tag: tags.attributeName, color: 'var(--code-flag)'},
  {tag: tags.number, color: 'var(--code-number)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)'},
  {tag: tags.invalid, textDecoration: 'underline wavy var(--path)'},
]);

export const highlighting = [language, syntaxHighlighting(style)];
