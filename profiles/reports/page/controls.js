// The head of the page: which results are shown, the colours, and the contents.

function resultChoices() {
  if (report.results.length < 2) {
    return [];
  }
  const names = report.results.map((result, i) => [String(i), result.name]);
  const position = (result) => String(report.results.indexOf(result));
  return [
    choice(
        'Result A', names, position(shown.result),
        (value) => {
          shown.result = report.results[Number(value)];
          shown.compared = shown.compared === shown.result ? null : shown.compared;
          changed('results');
        }),
    choice(
        'B', [['', 'none'], ...names], shown.compared ? position(shown.compared) : '',
        (value) => {
          shown.compared = value === '' || report.results[Number(value)] === shown.result ?
              null :
              report.results[Number(value)];
          changed('results');
        })
  ];
}

function heading(sections) {
  const choices = make('span', {class: 'choices'}, resultChoices());
  changes.results.push(() => choices.replaceChildren(...resultChoices()));
  return make(
      'header', {}, make('h1', {}, report.sweep ? `dps report: ${report.sweep.name}` : 'dps report'),
      make(
          'div', {class: 'tools'}, choices,
          choice(
              'Colours', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']], 'auto',
              setTheme),
          button(
              'Save data',
              () => download(
                  'report.json', document.getElementById('data').textContent, 'application/json'),
              'Save all data of this page as JSON'),
          button('Print', () => print(), 'Print the page')),
      make(
          'nav', {'aria-label': 'Contents'},
          sections.map(([id, title]) => make('a', {href: `#${id}`}, title))));
}
