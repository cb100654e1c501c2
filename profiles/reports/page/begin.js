// The script of a report. Its files share this function; main.js closes it.
'use strict';
(() => {
