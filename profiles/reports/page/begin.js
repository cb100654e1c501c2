// The script of a report. Its files share this function; main.js closes it.
'use strict';
(() => {

/** The data of the page. The studio, which has these files too, calls its function with other data. */
const report = JSON.parse(document.getElementById('data').textContent);
