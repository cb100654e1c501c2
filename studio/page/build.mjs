// Bundles the page, and writes it as a C++ file.
// usage: node build.mjs MODULES REPORT_PAGE TO
//   MODULES      the folder node_modules with the packages of package-lock.json
//   REPORT_PAGE  the folder with the script of a report, whose parts the page shows
//   TO           the folder that gets page_files.cc, licences.txt and the files of the page
import {createRequire} from 'node:module';
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, reportPage, to] = process.argv.slice(2).map((path) => resolve(path));
const {build} = createRequire(join(modules, 'x.js'))('esbuild');

/** The parts of a report as one function of its data. Each result has its own, as its own page has. */
const reportFiles = [
  'texts', 'ticks', 'elements', 'data', 'tables', 'downloads', 'svg', 'colours', 'summary', 'bars', 'columns',
  'spans', 'tracks', 'view', 'timeline', 'timeline_drawing', 'timeline_keys', 'search', 'path', 'shape', 'matrix',
  'distributions', 'rates', 'load', 'blueprint', 'hosts', 'sweep_chart', 'sweep'
];
const reportExports = [
  'make', 'button', 'choice', 'tick', 'note', 'timeText', 'countText', 'digits', 'percentText', 'download', 'tableOf',
  'setTheme', 'changed', 'barsSection', 'timelineSection', 'whySection', 'matrixSection', 'distributionsSection', 'ratesSection',
  'loadSection', 'blueprintSection', 'summarySection', 'provenanceSection', 'redrawTimeline', 'legend', 'sweepChart'
];

function reportModule() {
  const text = reportFiles.map((name) => readFileSync(join(reportPage, `${name}.js`), 'utf8')).join('\n');
  return `export function reportParts(report) {\n'use strict';\n${text}\n
    const redrawTimeline = () => currentTimeline && currentTimeline.draw();
    return {${reportExports.join(', ')}};\n}\n`;
}

const report = {
  name: 'report',
  setup(build) {
    build.onResolve({filter: /^dps:report$/}, (args) => ({path: args.path, namespace: 'report'}));
    build.onLoad({filter: /.*/, namespace: 'report'}, () => ({contents: reportModule(), loader: 'js'}));
  }
};

/** The texts of the licences of the packages that are in the bundle, and of those that are bundled in these already. */
function licences(inputs) {
  const packages = new Set(Object.keys(inputs)
                               .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path))
                               .filter(Boolean)
                               .map((match) => match[1]));
  for (const name of packages) {
    Object.keys(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).dependencies || {}).forEach((one) => packages.add(one));
  }
  return [...packages].sort().map((name) => {
    const folder = join(modules, name);
    const {version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (!file) {
      throw new Error(`${name} has no file with its licence`);
    }
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Raw strings with their length, which a compiler would not count; parts, since literals have a limit. */
function literal(text) {
  if (text.includes(')dps_page"')) {
    throw new Error('a file has the end of a raw string');
  }
  const parts = [];
  for (let at = 0; at < text.length; at += 16000) {
    parts.push(`R"dps_page(${text.slice(at, at + 16000)})dps_page"`);
  }
  return `std::string_view(${parts.join('\n')},\n${Buffer.byteLength(text)})`;
}

const {outputFiles, metafile} = await build({
  entryPoints: [join(here, 'main.js')],
  absWorkingDir: here,
  nodePaths: [modules],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2021',
  legalComments: 'none',
  metafile: true,
  write: false,
  plugins: [report]
});
const script = outputFiles[0].text;
const style = ['page.css', 'figures.css'].map((name) => readFileSync(join(reportPage, name), 'utf8')).join('') +
    ['studio.css', 'parts.css', 'picture.css'].map((name) => readFileSync(join(here, name), 'utf8')).join('');
const files = [
  ['/', 'text/html; charset=utf-8', readFileSync(join(here, 'index.html'), 'utf8')],
  ['/studio.js', 'text/javascript; charset=utf-8', script],
  ['/studio.css', 'text/css; charset=utf-8', style],
];
mkdirSync(to, {recursive: true});
writeFileSync(join(to, 'licences.txt'),
    `The page of dps studio contains parts of these packages.\n\n${licences(metafile.inputs)}`);
writeFileSync(join(to, 'page_files.cc'), `// Made from studio/page/ by build.mjs.
#include "studio/web/page_file.h"

#include <array>

namespace dps::studio {

std::span<const PageFile> page_files() {
  static constexpr std::array<PageFile, ${files.length}> kFiles{{
${files.map(([target, type, text]) => `{"${target}", "${type}",\n${literal(text)}},`).join('\n')}
  }};
  return kFiles;
}

}  // namespace dps::studio
`);
const bytes = files.reduce((total, [, , text]) => total + Buffer.byteLength(text), 0);
const most = 1_500_000;
if (bytes > most) {
  throw new Error(`the files of the page have ${bytes} bytes, more than ${most}`);
}
console.log(`page: ${bytes} bytes`);
