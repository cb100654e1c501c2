// The intervals of a process as layers, which can be drawn at any scale without reading all of
// them.

/**
 * Intervals that do not overlap, in the order of time, in seconds. `before[k]` has, for each
 * interval, the time of all earlier ones of kind k.
 */
function layerOf(intervals, kinds) {
  const count = intervals.length;
  const layer = {
    count,
    kinds,
    begin: new Float64Array(count),
    end: new Float64Array(count),
    kind: new Uint8Array(count),
    element: new Int32Array(count),
    before: Array.from({length: kinds}, () => new Float64Array(count + 1)),
  };
  let last = -Infinity;
  intervals.forEach(([begin, end, kind, element], i) => {
    layer.begin[i] = Math.max(begin, last);
    layer.end[i] = last = Math.max(end, layer.begin[i]);
    layer.kind[i] = kind;
    layer.element[i] = element;
    for (let k = 0; k < kinds; ++k) {
      layer.before[k][i + 1] =
          layer.before[k][i] + (k === kind ? layer.end[i] - layer.begin[i] : 0);
    }
  });
  return layer;
}

/**
 * The first interval at or after `first` that ends after `time`; galloping, since it is often
 * near.
 */
function firstEndingAfter(layer, time, first = 0) {
  let low = first, step = 1;
  while (low + step <= layer.count && layer.end[low + step - 1] <= time) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, layer.count);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layer.end[middle] <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The time of kind k before `time`, where `i` is firstEndingAfter(layer, time). */
function timeBefore(layer, k, i, time) {
  const part = i < layer.count && layer.kind[i] === k ? Math.max(time - layer.begin[i], 0) : 0;
  return layer.before[k][i] + part;
}
