// The results of the page, and which of them are shown.

/** The rows of {columns, rows} as objects. */
function objectsOf(table) {
  return table.rows.map((row) => Object.fromEntries(table.columns.map((key, i) => [key, row[i]])));
}

for (const result of report.results) {
  result.processes = result.run ? objectsOf(result.run.processes) : [];
  result.messages = result.run ? objectsOf(result.run.messages) : [];
  result.lines = objectsOf(result.costs);
}

/** True for a program that calls MPI; others are blueprints. */
function isMpi(result) {
  return Boolean(result.run && result.run.mpi) ||
      Boolean(result.why && result.why.shares.some((share) => share.what === 'call' || share.kind === 'receive'));
}

/** `compared` is null if one result is shown. */
const shown = {
  result: report.results[0],
  compared: report.results[1] || null
};

/** The results that are shown, with their names if there are two. */
function shownResults() { return shown.compared ? [shown.result, shown.compared] : [shown.result]; }

/** "A " or "B " if two results are shown. */
function letterOf(result) {
  return shown.compared ? `${result === shown.result ? 'A' : 'B'} ` : '';
}

function groupOf(ptag) {
  const bracket = ptag.indexOf('[');
  return bracket < 0 ? ptag : ptag.slice(0, bracket);
}

function sum(rows, key) { return rows.reduce((total, row) => total + (row[key] || 0), 0); }

/** Listeners of changes of `shown`, and of the colours. */
const changes = {
  results: [],
  colours: []
};

function changed(what) { changes[what].forEach((listener) => listener()); }
