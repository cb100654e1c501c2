// Elements of the page. Texts of the data become text nodes, never markup.

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
}

/**
 * make("p", {class: "note"}, "text", child): attributes whose names begin with "on" are listeners.
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes || {});
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function makeSvg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes || {});
  element.append(...children.flat());
  return element;
}

/** With a tooltip, which also names it to a screen reader. */
function titled(element, text) {
  element.append(makeSvg('title', {}, text));
  return element;
}

function note(text) { return make('p', {class: 'note'}, text); }

/** A list of choices with a label; `choose` gets the value. */
function choice(label, options, value, choose) {
  const select = make('select', {onchange: () => choose(select.value)});
  for (const [key, text] of options) {
    select.append(make('option', {value: key, selected: key === value}, text));
  }
  return make('label', {class: 'choice'}, label, ' ', select);
}

function tick(label, value, choose) {
  const box =
      make('input', {type: 'checkbox', checked: value, onchange: () => choose(box.checked)});
  return make('label', {class: 'choice'}, box, ' ', label);
}

function button(text, press, hint) {
  return make('button', {type: 'button', onclick: press, title: hint}, text);
}
