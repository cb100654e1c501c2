// Draws tracks. Work and memory depend on the number of pixels, not on that of intervals.

/** The colours of a layer's kinds and of what lies between the intervals, as [r, g, b]. */
function layerColours(names, ground) {
  return {kinds: names.map(colourOf), ground: colourOf(ground)};
}

/** As ImageData has it, in the order of little-endian machines. */
function pixelOf(red, green, blue) {
  return (255 << 24 | Math.min(blue + 0.5, 255) << 16 | Math.min(green + 0.5, 255) << 8 |
          Math.min(red + 0.5, 255)) >>>
      0;
}

function pixel([red, green, blue]) { return pixelOf(red, green, blue); }

/**
 * The pixels of a row. Each has the mean of the colours of its time, so that short intervals
 * remain visible in proportion to their length.
 */
function colourRow(layer, view, colours, row) {
  const width = row.length, step = view.length / width;
  const solid = colours.kinds.map(pixel), ground = pixel(colours.ground);
  const times = {
    before: new Float64Array(layer.kinds),
    at: -1
  };  // until the start of pixel `at`, by kind
  let i = firstEndingAfter(layer, view.from);
  for (let x = 0; x < width; ++x) {
    const from = view.from + x * step, to = from + step;
    const next = i < layer.count && layer.end[i] > to ? i : firstEndingAfter(layer, to, i);
    if (i === layer.count || (next === i && layer.begin[i] >= to)) {
      row[x] = ground;
    } else if (next === i && layer.begin[i] <= from) {
      row[x] = solid[layer.kind[i]];
    } else {
      if (times.at !== x) {
        addTimes(layer, i, from, times.before, null);
      }
      row[x] = mixed(layer, colours, next, to, step, times.before);
      times.at = x + 1;
    }
    i = next;
  }
}

/**
 * The pixels of a row of one or several tracks, which is the mean of those that live at that time;
 * `blank` where none does. `layer` is the name of their layer.
 */
function colourTracks(tracks, layer, view, colours, blank, row) {
  const width = row.length;
  const place = (time) =>
      Math.min(Math.max(Math.round((time - view.from) / view.length * width), 0), width);
  if (tracks.length === 1) {
    colourRow(tracks[0][layer], view, colours, row);
    row.fill(blank, 0, place(tracks[0].begin));
    row.fill(blank, place(tracks[0].end));
    return;
  }
  const sums = new Float64Array(3 * width), counts = new Uint32Array(width);
  for (const track of tracks) {
    colourRow(track[layer], view, colours, row);
    for (let x = place(track.begin), end = place(track.end); x < end; ++x) {
      sums[3 * x] += row[x] & 255;
      sums[3 * x + 1] += row[x] >>> 8 & 255;
      sums[3 * x + 2] += row[x] >>> 16 & 255;
      counts[x] += 1;
    }
  }
  for (let x = 0; x < width; ++x) {
    const count = counts[x];
    row[x] = count === 0 ?
        blank :
        pixelOf(sums[3 * x] / count, sums[3 * x + 1] / count, sums[3 * x + 2] / count);
  }
}

/** Of the pixel that is being mixed, by kind: no allocation for each pixel. */
const mixedShares = new Float64Array(8);

/**
 * The mean colour of a pixel that ends at `to`; replaces the times before it by those before its
 * end.
 */
function mixed(layer, colours, next, to, step, before) {
  const shares = mixedShares;
  addTimes(layer, next, to, before, shares);
  let rest = 1, red = 0, green = 0, blue = 0;
  for (let k = 0; k < layer.kinds; ++k) {
    const share = shares[k] > 0 ? shares[k] / step : 0, colour = colours.kinds[k];
    rest -= share;
    red += share * colour[0];
    green += share * colour[1];
    blue += share * colour[2];
  }
  const others = rest > 0 ? rest : 0, ground = colours.ground;
  return pixelOf(red + others * ground[0], green + others * ground[1], blue + others * ground[2]);
}

/** Sets `before` to the times until an instant, and `changes` to what this adds. */
function addTimes(layer, i, time, before, changes) {
  for (let k = 0; k < layer.kinds; ++k) {
    const now = timeBefore(layer, k, i, time);
    if (changes) {
      changes[k] = now - before[k];
    }
    before[k] = now;
  }
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
