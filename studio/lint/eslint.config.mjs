// The rules for the pages of the studio and of reports; scripts/lint runs them at the top of the source.
import {readFileSync, readdirSync} from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';

const report = 'profiles/reports/page';

/** The names that the files of a report define for each other: they become one script. */
function namesOfReport() {
  const text = readdirSync(report).filter((name) => name.endsWith('.js')).map((name) => readFileSync(`${report}/${name}`, 'utf8')).join('\n');
  const single = [...text.matchAll(/^(?:async )?(?:const|let|function\*?|class) (\w+)/gm)].map(([, name]) => name);
  const several = [...text.matchAll(/^(?:const|let) ([^;]*);/gm)].flatMap(([, list]) => [...list.matchAll(/(?:^|,)\s*(\w+)(?=\s*(?:=|,|$))/g)].map(([, name]) => name));
  return Object.fromEntries([...single, ...several].map((name) => [name, 'writable']));
}

const rules = {...js.configs.recommended.rules, 'no-unused-vars': ['error', {ignoreRestSiblings: true}]};

export default [
  {ignores: [`${report}/begin.js`, `${report}/main.js`]},  // the start and the end of one function
  {files: ['studio/page/*.js'], languageOptions: {ecmaVersion: 2022, sourceType: 'module', globals: globals.browser}, rules},
  {files: ['studio/**/*.mjs'], languageOptions: {ecmaVersion: 2022, sourceType: 'module', globals: globals.node}, rules},
  {
    files: [`${report}/*.js`],
    languageOptions: {ecmaVersion: 2022, sourceType: 'script', globals: {...globals.browser, report: 'readonly', ...namesOfReport()}},
    rules: {...rules, 'no-redeclare': 'off', 'no-unused-vars': ['error', {vars: 'local', ignoreRestSiblings: true}]}
  }
];
