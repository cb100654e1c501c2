// Dialogs: files below the start folder, names, questions.
import {button, make} from './tools.js';

/** Shows a dialog until `close(value)` is called; null after Escape. */
function ask(title, contentsOf) {
  return new Promise((resolve) => {
    const dialog = make('dialog', {'aria-labelledby': 'dialog-title'});
    const picture = document.activeElement?.closest('.picture');
    let value = null;
    const close = (chosen) => {
      value = chosen;
      dialog.close();
    };
    dialog.append(make('h2', {id: 'dialog-title'}, title), ...contentsOf(close));
    dialog.addEventListener('close', () => {
      dialog.remove();
      // A picture that has been drawn anew meanwhile has no element that had the focus.
      if (document.activeElement === document.body) {
        /** @type {HTMLElement|SVGElement|null} */ (picture && picture.querySelector('[tabindex="0"]'))?.focus();
      }
      resolve(value);
    });
    document.body.append(dialog);
    dialog.showModal();
    // At once: select() also moves the focus, which by then may be in another field.
    dialog.querySelector('input[autofocus]')?.select();
  });
}

export function confirm(title, text, yes) {
  return ask(title, (close) => [make('p', {}, text), make('div', {class: 'tools'}, button(yes, () => close(true)), button('Cancel', () => close(null)))]);
}

/** The lines of a form; rarer ones are below "More", which is open if one of them has a value. */
function linesOf(fields, inputs) {
  const isRare = (_, i) => Boolean(fields[i].isRare), rare = inputs.filter(isRare);
  const lines = (list) => list.map(({line}) => line);
  const hasValue = fields.some(({isRare, value}) => isRare && value !== '' && value !== false);
  return [...lines(inputs.filter((one, i) => !isRare(one, i))),
          ...(rare.length === 0 ? [] : [make('details', {class: 'more', open: hasValue}, make('summary', {}, 'More'), ...lines(rare))])];
}

/**
 * Several values. `fields`: [{name, label, value, options: [[value, text]…], hint, isRare}]; a value that is true or false is a tick.
 * `submit(values)` → a promise of the reason why they are refused, which is shown, or null.
 */
export function askForm(title, fields, submit) {
  return ask(title, (close) => {
    const error = make('p', {class: 'failure', role: 'alert'});
    const inputs = fields.map(({label, value, options, hint}, i) => {
      const common = {autofocus: i === 0, 'aria-label': label};
      const input = options ? make('select', common, ...options.map(([key, text]) => make('option', {value: key, selected: key === value}, text))) :
          typeof value === 'boolean' ? make('input', {...common, type: 'checkbox', checked: value}) :
                                       make('input', {...common, type: 'text', value, spellcheck: 'false', autocomplete: 'off'});
      return {input, line: make('label', {class: 'field'}, make('span', {}, label), input, hint ? make('small', {}, hint) : null)};
    });
    const valueOf = (input) => (input.type === 'checkbox' ? input.checked : input.value.trim());
    const send = async (event) => {
      event.preventDefault();
      const refusal = await submit(Object.fromEntries(fields.map(({name}, i) => [name, valueOf(inputs[i].input)])));
      if (refusal === null) {
        close(true);
      } else {
        error.textContent = refusal;
      }
    };
    return [make('form', {method: 'dialog', class: 'fields', onsubmit: send}, ...linesOf(fields, inputs), error,
                 make('div', {class: 'tools'}, make('button', {type: 'submit'}, 'OK'), button('Cancel', () => close(null))))];
  });
}

/** What is to be confirmed is shown in full. */
export function confirmShown(title, contents, yes) {
  return ask(title, (close) => [make('div', {class: 'shown', tabindex: '0', 'aria-label': title}, contents), make('div', {class: 'tools'}, button('Cancel', () => close(null)), button(yes, () => close(true)))]);
}

export function askName(title, label, value) {
  return ask(title, (close) => {
    const input = make('input', {type: 'text', value, autofocus: true, 'aria-label': label});
    return [make('form', {method: 'dialog', onsubmit: (event) => {
                   event.preventDefault();
                   close(input.value.trim() || null);
                 }},
                 make('label', {class: 'field'}, `${label} `, input), make('div', {class: 'tools'}, make('button', {type: 'submit'}, 'OK'), button('Cancel', () => close(null))))];
  });
}

/**
 * The path of a file. `list(folder)` → {folders, files: [{name, what}]}; `newName`: of a file that
 * is to be made, which also can be typed; null: a file that exists.
 */
export function askFile(title, list, newName) {
  return ask(title, (close) => {
    let folder = '';
    const heading = make('p', {class: 'note'}), place = make('ul', {class: 'files'}), error = make('p', {class: 'failure', role: 'alert'});
    const pathOf = (name) => (folder === '' ? name : `${folder}/${name}`);
    const input = make('input', {type: 'text', value: newName || '', 'aria-label': 'Name of the file'});
    const choose = (name) => (newName === null ? close(pathOf(name)) : (input.value = name));
    const enter = (path) => list(path).then((listing) => {
      folder = path;
      heading.textContent = `Folder: ${folder === '' ? 'where dps studio was started' : folder}`;
      error.textContent = '';
      const up = folder === '' ? [] : [make('li', {}, button('..', () => enter(folder.split('/').slice(0, -1).join('/')), 'The folder above'))];
      place.replaceChildren(...up, ...listing.folders.map((name) => make('li', {}, button(`${name}/`, () => enter(pathOf(name))))),
          ...listing.files.map(({name, what}) => make('li', {}, button(name, () => choose(name)), ' ', make('small', {}, what))));
      if (listing.folders.length + listing.files.length === 0) {
        place.append(make('li', {}, 'no folder and no file of dps'));
      }
    }).catch((refusal) => error.textContent = refusal.message);
    enter('');
    const form = newName === null ? null : make('form', {method: 'dialog', onsubmit: (event) => {
                                                  event.preventDefault();
                                                  input.value.trim() && close(pathOf(input.value.trim()));
                                                }}, make('label', {class: 'field'}, 'Name ', input), make('button', {type: 'submit'}, 'Save'));
    return [heading, place, error, ...(form ? [form] : []), make('div', {class: 'tools'}, button('Cancel', () => close(null)))];
  });
}

export function showHelp(contents) {
  return ask('Help', (close) => [contents, make('div', {class: 'tools'}, button('Close', () => close(null)))]);
}
