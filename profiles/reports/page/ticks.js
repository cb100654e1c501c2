// The ticks of axes: the labels are distinct, and each is the exact value of its place. The rules
// are those of base/plots/ticks.cc; tests/base/plots/ticks.txt has the ticks of both.

const prefixedUnits = {
  s: [[0, 's'], [-3, 'ms'], [-6, 'µs'], [-9, 'ns'], [-12, 'ps']],
  B: [[12, 'TB'], [9, 'GB'], [6, 'MB'], [3, 'kB'], [0, 'B']]
};

// Numbers are {digits, exponent}, for digits · 10^exponent.

function valueOf({digits, exponent}) { return Number(`${digits}e${exponent}`); }

/** The power of ten of the first digit, plus 1; 0 for 0. */
function magnitude({digits, exponent}) {
  return digits === 0 ? 0 : String(Math.abs(digits)).length + exponent;
}

/** The largest unit of which a number of this magnitude has at least one. */
function unitFor(size, unit) {
  const units = prefixedUnits[unit];
  return units ? units.find(([exponent]) => exponent < size) || units[units.length - 1] : [0, unit];
}

/** digits · 10^exponent, without zeros at the end of the digits, as "1,234.5" or "1.5e-20". */
function decimalText(digits, exponent) {
  const commas = (text) => text.replace(/\B(?=(\d{3})+$)/g, ','), before = digits.length + exponent;
  if (before > 12 || before < -4) {
    return `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${before - 1}`;
  }
  if (exponent >= 0) {
    return commas(digits + '0'.repeat(exponent));
  }
  return before <= 0 ? `0.${'0'.repeat(-before)}${digits}` :
                       `${commas(digits.slice(0, before))}.${digits.slice(before)}`;
}

function tickLabel(number, [unitExponent, name]) {
  const all = String(Math.abs(number.digits)), digits = all.replace(/(?!^)0+$/, '');
  const exponent = number.exponent - unitExponent + all.length - digits.length;
  const text = number.digits === 0 ? '0' : decimalText(digits, exponent);
  return `${number.digits < 0 ? '-' : ''}${text}${name === '' ? '' : ` ${name}`}`;
}

/** On a linear axis all labels have the unit of the greatest. */
function labelled(numbers, axis) {
  const sizes = numbers.filter(({digits}) => digits !== 0).map(magnitude);
  const greatest = sizes.length > 0 ? Math.max(...sizes) : 1;
  return numbers.map((number) => {
    const size = axis.isLogarithmic ? magnitude(number) : greatest;
    return {value: valueOf(number), label: tickLabel(number, unitFor(size, axis.unit)), number};
  });
}

/** The least of 1, 2 and 5 times a power of ten that is not below `rough`. */
function stepAbove(rough) {
  const exponent = Math.floor(Math.log10(rough));
  const digits =
      [1, 2, 5].find((factor) => valueOf({digits: factor, exponent}) >= rough * (1 - 1e-9)) || 10;
  return {digits, exponent};
}

function linearTicks(axis, count) {
  const length = axis.most - axis.least;
  if (!(length > 0)) {
    return [];
  }
  const rough = stepAbove(length / count);
  const step = axis.isWhole && rough.exponent < 0 ? {digits: 1, exponent: 0} : rough;
  const distance = valueOf(step), numbers = [];
  if (distance < Math.max(Math.abs(axis.least), Math.abs(axis.most)) * 1e-14) {
    return [];
  }
  for (let k = Math.floor(axis.least / distance);; ++k) {
    const number = {digits: k * step.digits, exponent: step.exponent}, value = valueOf(number);
    if (value > axis.most) {
      return labelled(numbers, axis);
    }
    if (value >= axis.least) {
      numbers.push(number);
    }
  }
}

/** These multiples of every power of ten whose exponent `stride` divides. */
function ticksOfPowers(axis, factors, stride) {
  const numbers = [], last = Math.floor(Math.log10(axis.most)) + 1;
  for (let exponent = Math.floor(Math.log10(axis.least)) - 1; exponent <= last; ++exponent) {
    for (const digits of factors) {
      const value = valueOf({digits, exponent});
      if (exponent % stride === 0 && value >= axis.least && value <= axis.most) {
        numbers.push({digits, exponent});
      }
    }
  }
  return labelled(numbers, axis);
}

function logarithmicTicks(axis, count) {
  let ticks = ticksOfPowers(axis, [1, 2, 5], 1);
  for (let stride = 1; ticks.length > count + 1; ++stride) {
    ticks = ticksOfPowers(axis, [1], stride);
  }
  const linear = ticks.length < 3 ? linearTicks(axis, count) : [];
  return linear.length > ticks.length ? linear : ticks;
}

/** {least, most, isLogarithmic, isWhole, unit} => [{value, label, number}], at most `count` + 1. */
function roundTicks(axis, count) {
  return axis.isLogarithmic ? logarithmicTicks(axis, count) : linearTicks(axis, count);
}

/**
 * Ticks of a linear axis. If it is short and far from 0, instants differ in late digits only, so
 * that from the second one on the labels are distances from the first: "+200 ns".
 */
function instantTicks(least, most, count) {
  const axis = {least, most, unit: 's'}, ticks = roundTicks(axis, count);
  if (ticks.length === 0 || most - least >= Math.abs(least) / 1000) {
    return ticks;
  }
  const first = ticks[0].number;
  const distances = labelled(
      ticks.map(({number}) => ({digits: number.digits - first.digits, exponent: first.exponent})),
      axis);
  return ticks.map((tick, i) => (i === 0 ? tick : {...tick, label: `+${distances[i].label}`}));
}
