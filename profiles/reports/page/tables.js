// Tables of figures: made when they are opened, and saved as CSV.

const mostRows = 2000;

/** `columns`: [title, kind of text, key or function of a row]. */
function cellOf(row, [, kind, key]) {
  const value = typeof key === 'function' ? key(row) : row[key];
  return textOf[kind](value);
}

function tableOf(columns, rows) {
  const table = make('table', {});
  const isText = (column) => column[1] === 'text';
  table.append(make(
      'thead', {},
      make(
          'tr', {},
          columns.map(
              (column) =>
                  make('th', {scope: 'col', class: isText(column) ? '' : 'number'}, column[0])))));
  const body = make('tbody', {});
  for (const row of rows.slice(0, mostRows)) {
    body.append(make(
        'tr', {},
        columns.map(
            (column) => make('td', {class: isText(column) ? '' : 'number'}, cellOf(row, column)))));
  }
  table.append(body);
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
