// Tables of figures: made when they are opened, and saved as CSV.

const mostRows = 2000;

/** `columns`: [title, kind of text, key or function of a row]. */
function cellOf(row, [, kind, key]) {
  const value = typeof key === 'function' ? key(row) : row[key];
  return textOf[kind](value);
}

/** Unknown values are the last ones in both directions; numbers in texts count as numbers. */
function compareCells(a, b, sign) {
  const isUnknown = (value) => value === null || value === undefined || value === '';
  if (isUnknown(a) || isUnknown(b)) {
    return isUnknown(a) - isUnknown(b);
  }
  return sign *
      (isNumber(a) && isNumber(b) ? a - b :
                                    String(a).localeCompare(String(b), 'en', {numeric: true}));
}

/** A click on the head of a column sorts the rows, the next one turns them round. */
function tableOf(columns, rows) {
  const isText = (column) => column[1] === 'text';
  const valueOf = (row, [, , key]) => (typeof key === 'function' ? key(row) : row[key]);
  const body = make('tbody', {});
  const fill = (shownRows) => body.replaceChildren(...shownRows.slice(0, mostRows).map(
      (row) => make(
          'tr', {},
          columns.map(
              (column) =>
                  make('td', {class: isText(column) ? '' : 'number'}, cellOf(row, column))))));
  const heads = columns.map((column) => {
    const head = make('th', {scope: 'col', class: isText(column) ? '' : 'number'});
    head.append(button(column[0], () => {
      // First from A to Z, or from the largest number; then the other way.
      const first = isText(column) ? 'ascending' : 'descending';
      const second = isText(column) ? 'descending' : 'ascending';
      const order = head.getAttribute('aria-sort') === first ? second : first;
      heads.forEach((one) => one.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', order);
      const sign = order === 'ascending' ? 1 : -1;
      fill([...rows].sort((a, b) => compareCells(valueOf(a, column), valueOf(b, column), sign)));
    }, 'Sort by this column'));
    return head;
  });
  fill(rows);
  const table = make('table', {}, make('thead', {class: 'sorts'}, make('tr', {}, heads)), body);
  return rows.length <= mostRows ? [table] : [
    table,
    note(
        `The first ${countText(mostRows)} of ${countText(rows.length)} rows. The CSV file has all.`)
  ];
}

function csvField(value) {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180; times in seconds, without units. */
function csvOf(columns, rows) {
  const unit = {time: ' (s)', bytes: ' (bytes)', percent: ' (share)'};
  const lines = [columns.map(([title, kind]) => csvField(title + (unit[kind] || '')))];
  for (const row of rows) {
    lines.push(
        columns.map(([, , key]) => csvField(typeof key === 'function' ? key(row) : row[key])));
  }
  return lines.map((line) => line.join(',') + '\r\n').join('');
}

/** A closed table and a button that saves it. The rows are made when one of them is used. */
function closedTable(title, file, columns, rowsOf) {
  const place = make('div', {class: 'wide'});
  const details = make(
      'details', {
        class: 'data',
        ontoggle: () => {
          if (details.open && !place.hasChildNodes()) {
            place.append(...tableOf(columns, rowsOf()));
          }
        }
      },
      make('summary', {}, title), place);
  return make(
      'div', {class: 'below'}, details,
      button('CSV', () => download(file, csvOf(columns, rowsOf()), 'text/csv'), `Save ${file}`));
}

/** The table below a figure. `of` names the result, if the figure has two. */
function tableBelow(name, columns, rows, of = '') {
  const title = `Table ${of}(${counted(rows.length, 'row')})`;
  return closedTable(title, `${name}.csv`, columns, () => rows);
}
