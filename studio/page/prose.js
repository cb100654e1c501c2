// The documentation of the language server, which is Markdown, as elements. Only what it uses: paragraphs,
// lists, blocks of code, `code`, **strong**. Everything else is text, and no text becomes markup.
import {make} from './tools.js';

function inlineOf(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
    if (part.length > 2 && part.startsWith('`') && part.endsWith('`')) {
      return make('code', {}, part.slice(1, -1));
    }
    const unescaped = (one) => one.replace(/\\([!-/:-@[-`{-~])/g, '$1');
    return part.startsWith('**') && part.endsWith('**') && part.length > 4 ?
        make('strong', {}, unescaped(part.slice(2, -2))) :
        unescaped(part);
  });
}

export function proseOf(contents) {
  const text = typeof contents === 'string' ? contents : contents.value || '';
  const place = make('div', {class: 'prose'});
  let code = null;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) {
      code = code ? null : make('pre', {});
      place.append(...(code ? [code] : []));
    } else if (code) {
      code.append(`${line}\n`);
    } else if (/^\s*[-*] /.test(line)) {
      place.append(make('p', {class: 'item'}, '• ', ...inlineOf(line.replace(/^\s*[-*] /, ''))));
    } else if (line.trim() !== '' && !/^-{3,}$/.test(line.trim())) {
      place.append(make('p', {}, ...inlineOf(line)));
    }
  }
  return place;
}
