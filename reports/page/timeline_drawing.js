// Draws tracks. Work and memory depend on the number of pixels, not on that of intervals.

/** The colours of a layer's kinds and of what lies between the intervals, as [r, g, b]. */
function layerColours(names, ground) {
  return {kinds: names.map(colourOf), ground: colourOf(ground)};
}

function pixel([red, green, blue]) {
  return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

/**
 * The pixels of a row. Each has the mean of the colours of its time, so that short intervals
 * remain visible in proportion to their length.
 */
function colourRow(layer, view, colours, row) {
  const width = row.length, step = view.length / width;
  const solid = colours.kinds.map(pixel), ground = pixel(colours.ground);
  let i = firstEndingAfter(layer, view.from);
  for (let x = 0; x < width; ++x) {
    const from = view.from + x * step, to = from + step;
    const next = firstEndingAfter(layer, to, i);
    if (i === layer.count || (next === i && layer.begin[i] >= to)) {
      row[x] = ground;
    } else if (next === i && layer.begin[i] <= from) {
      row[x] = solid[layer.kind[i]];
    } else {
      row[x] = mixed(layer, colours, [i, from], [next, to]);
    }
    i = next;
  }
}

function mixed(layer, colours, [first, from], [next, to]) {
  let rest = 1, red = 0, green = 0, blue = 0;
  for (let k = 0; k < layer.kinds; ++k) {
    const time = timeBefore(layer, k, next, to) - timeBefore(layer, k, first, from);
    const share = Math.max(time / (to - from), 0);
    const [r, g, b] = colours.kinds[k];
    rest -= share;
    red += share * r;
    green += share * g;
    blue += share * b;
  }
  const others = Math.max(rest, 0), [r, g, b] = colours.ground;
  return pixel([red + others * r, green + others * g, blue + others * b].map((c) => Math.min(Math.round(c), 255)));
}

/** Fills the lines y0 to y1 of an image, of which `data` are the pixels, with a row. */
function fillRows(data, width, row, y0, y1) {
  const height = data.length / width;
  for (let y = Math.max(y0, 0); y < Math.min(y1, height); ++y) {
    data.set(row, y * width);
  }
}

/** Calls `visit(i, x, width)` for intervals of at least `least` pixels; skips what is narrower. */
function forEachWide(layer, view, width, least, visit) {
  const scale = width / view.length, step = Math.max(least / 4, 4);
  let i = firstEndingAfter(layer, view.from);
  for (let x = 0; x < width && i < layer.count && layer.begin[i] < view.to;) {
    const left = Math.max((layer.begin[i] - view.from) * scale, 0);
    const right = Math.min((layer.end[i] - view.from) * scale, width);
    if (right - left >= least) {
      visit(i, left, right - left);
    }
    x = Math.max(right - left >= least ? right : x + step, x + step / 2);
    const next = firstEndingAfter(layer, view.from + x / scale, i);
    i = next === i && right <= x ? i + 1 : next;
  }
}

/** At most `most` messages of which a part is in view; null if there are more. */
function messagesInView(messages, view, most) {
  const found = [];
  for (let i = 0; i < messages.count && messages.begin[i] < view.to; ++i) {
    if (messages.taken[i] > view.from) {
      if (found.length === most) {
        return null;
      }
      found.push(i);
    }
  }
  return found;
}
