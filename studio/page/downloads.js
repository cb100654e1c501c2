// What leaves the studio as a file: the blueprint, results, the report, the machine, and drawings.
import {download, make} from './tools.js';

/** [part, label, end of the name, type] */
const files = [
  ['blueprint', 'blueprint', '.txt', 'text/plain'], ['result_file', 'result, as dps predict -o', '.json', 'application/json'], ['report', 'report, one page', '.html', 'text/html'],
  ['machine_file', 'machine with its changes', '.toml', 'text/plain']
];
/** Of the style sheet, as attributes: the policy of the page allows no styles in elements. */
const kept = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity'];

/** A drawing that needs no style sheet. */
export function svgText(drawing) {
  const copy = drawing.cloneNode(true), from = [drawing, ...drawing.querySelectorAll('*')], to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    kept.forEach((name) => to[i].setAttribute(name, style.getPropertyValue(name)));
    ['class', 'tabindex', 'role'].forEach((name) => to[i].removeAttribute(name));
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const box = drawing.viewBox.baseVal, ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of [['x', box.x], ['y', box.y], ['width', box.width], ['height', box.height], ['fill', getComputedStyle(document.body).backgroundColor]]) {
    ground.setAttribute(name, value);
  }
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

function seenDrawings() { return [...document.querySelectorAll('.answer svg.drawing')].filter((one) => one.getClientRects().length > 0); }

/** `present()` → {path, text, machine}. */
export function downloadChoice(predictions, present, say) {
  const nameWith = (end) => `${(present().path.split('/').pop() || 'blueprint').replace(/\.[^.]*$/, '')}${end}`;
  const save = (part) => {
    const file = files.find(([name]) => name === part);
    if (part === 'blueprint') {
      download(present().path.split('/').pop() || 'blueprint.txt', present().text, 'text/plain');
    } else if (!file) {
      const drawing = seenDrawings()[Number(part)];
      drawing && download(nameWith('.svg'), svgText(drawing), 'image/svg+xml');
    } else {
      const {machine} = present();
      const name = part === 'machine_file' ? `${machine.name.split('/').pop().replace(/\.toml$/, '')}.toml` : nameWith(file[2]);
      predictions.request(machine, {part}, (answer) => {
        if (answer.kind === 'result') {
          download(name, answer.file, file[3]);
        } else if (answer.kind === 'failed' || answer.kind === 'refused') {
          say(answer.text);
        }
      });
    }
  };
  const select = make('select', {
    'aria-label': 'Download',
    onfocus: () => fill(),
    onpointerdown: () => fill(),
    onchange: () => {
      save(select.value);
      select.value = '';
    }
  });
  const fill = () => select.replaceChildren(
      make('option', {value: ''}, 'Download …'), ...files.map(([part, label]) => make('option', {value: part}, label)),
      ...seenDrawings().map((one, i) => make('option', {value: String(i)}, `picture: ${one.getAttribute('aria-label')}`)));
  fill();
  return select;
}
