// Builds the page: its sections, in order.

const resultSections = [
  ['summary', 'Summary', summarySection],
  ['bars', 'Time of each process', barsSection],
  ['timeline', 'Timeline', timelineSection],
  ['why', 'Why so long', whySection],
  ['blueprint', report.results.every(isMpi) ? 'Calls of MPI' : 'Blueprint with costs', blueprintSection],
  ['shape', 'Shape', shapeSection],
  ['matrix', 'Messages', matrixSection],
  ['distributions', 'Distributions', distributionsSection],
  ['rates', 'Rates', ratesSection],
  ['load', 'Load', loadSection],
  ['hosts', 'Hosts and clocks', hostsSection],
  ['provenance', 'Provenance', provenanceSection],
];

const sections = report.sweep ? sweepSections : resultSections;

function buildPage() {
  document.body.append(heading(sections));
  const main = make('main', {});
  document.body.append(main);
  const places = sections.map(([id, title]) => {
    const place = make('div', {});
    main.append(make(
        'section', {id, 'aria-labelledby': `${id}-title`}, make('h2', {id: `${id}-title`}, title),
        place));
    return place;
  });
  const fill = () => sections.forEach(
      ([, , content], i) => places[i].replaceChildren(
          ...content().filter((part) => part !== null && part !== undefined)));
  fill();
  changes.results.push(fill);
  changes.colours.push(() => currentTimeline && currentTimeline.draw());
  watchColours();
}

buildPage();
})();
