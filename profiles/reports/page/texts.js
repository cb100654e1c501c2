// Numbers as texts. Unknown ones are null and become "unknown".

const unknown = 'unknown';

function isNumber(value) { return typeof value === 'number' && Number.isFinite(value); }

/** "1.234 ms": four significant digits. */
function timeText(seconds) {
  if (!isNumber(seconds)) {
    return unknown;
  }
  const size = Math.abs(seconds);
  if (size === 0) {
    return '0 s';
  }
  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns'], [1e-12, 'ps']];
  const [unit, name] = units.find(([least]) => size >= least * 0.99995) || units[units.length - 1];
  return `${digits(seconds / unit)} ${name}`;
}

/** Four significant digits, without an exponent for what occurs in reports. */
function digits(value) {
  const size = Math.abs(value);
  if (size >= 1000 && size < 1e15) {
    return Math.round(value).toLocaleString('en');
  }
  return size !== 0 && size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

function countText(count) {
  return isNumber(count) ? count.toLocaleString('en', {maximumFractionDigits: 3}) : unknown;
}

/** "1 message", "2,000 messages" */
function counted(count, noun) { return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`; }

function bytesText(bytes) {
  if (!isNumber(bytes)) {
    return unknown;
  }
  const units = [[1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']];
  const unit = units.find(([least]) => bytes >= least);
  return unit ? `${digits(bytes / unit[0])} ${unit[1]}` : `${bytes} B`;
}

function percentText(share) {
  if (!isNumber(share)) {
    return '';
  }
  const percent = share * 100;
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(percent < 9.95 ? 1 : 0)} %`;
}

const textOf = {
  text: (value) => (value === null || value === undefined ? '' : String(value)),
  time: timeText,
  count: countText,
  bytes: bytesText,
  percent: percentText,
};
