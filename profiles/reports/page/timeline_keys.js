// Mouse, touch and keys of the timeline.

function watchTimelineInput(timeline) {
  const canvas = timeline.canvas;
  canvas.addEventListener('wheel', (event) => wheel(timeline, event), {passive: false});
  canvas.addEventListener('keydown', (event) => {
    const action = keyActions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      action(timeline, event);
      timeline.redraw();
    }
  });
  watchDrag(timeline);
}

const keyActions = {
  '+': (timeline) => timeline.view.zoom((timeline.view.from + timeline.view.to) / 2, 0.5),
  '=': (timeline) => timeline.view.zoom((timeline.view.from + timeline.view.to) / 2, 0.5),
  '-': (timeline) => timeline.view.zoom((timeline.view.from + timeline.view.to) / 2, 2),
  '0': (timeline) => timeline.view.fit(),
  'Home': (timeline) => timeline.view.fit(),
  'ArrowLeft': (timeline) => timeline.view.pan(-0.15),
  'ArrowRight': (timeline) => timeline.view.pan(0.15),
  'PageUp': (timeline) => timeline.frame.scrollBy(0, -timeline.height * 0.8),
  'PageDown': (timeline) => timeline.frame.scrollBy(0, timeline.height * 0.8),
  'ArrowUp': (timeline) => selectTrack(timeline, -1),
  'ArrowDown': (timeline) => selectTrack(timeline, 1),
  '.': (timeline) => selectNext(timeline, 1),
  ',': (timeline) => selectNext(timeline, -1),
  'n': (timeline) => goToMatch(timeline, 1),
  'N': (timeline) => goToMatch(timeline, -1),
};

/**
 * With Ctrl (and by pinching) the wheel zooms; sideways, or with Shift, it moves; else it scrolls.
 */
function wheel(timeline, event) {
  const change = event.deltaMode === 1 ? 16 : 1;
  if (event.ctrlKey || event.metaKey) {
    timeline.view.zoom(timeline.timeAt(event.offsetX), Math.exp(event.deltaY * change * 0.003));
  } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    timeline.view.pan(
        (event.shiftKey ? event.deltaY || event.deltaX : event.deltaX) * change /
        timeline.plotWidth);
  } else {
    return;
  }
  event.preventDefault();
  timeline.redraw();
}

function watchDrag(timeline) {
  let drag = null;
  const canvas = timeline.canvas;
  canvas.addEventListener('pointerdown', (event) => {
    drag = {
      x: event.clientX,
      y: event.clientY,
      from: timeline.view.from,
      scroll: timeline.scroll,
      hasMoved: false
    };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) {
      hover(timeline, event);
      return;
    }
    const moved = event.clientX - drag.x;
    drag.hasMoved = drag.hasMoved || Math.hypot(moved, event.clientY - drag.y) > 3;
    const from = drag.from - moved / timeline.plotWidth * timeline.view.length;
    timeline.view.set(from, from + timeline.view.length);
    timeline.frame.scrollTop = drag.scroll - (event.clientY - drag.y);
    timeline.redraw();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && !drag.hasMoved) {
      select(timeline, intervalAt(timeline, event));
    }
    drag = null;
  });
  canvas.addEventListener('dblclick', (event) => {
    timeline.view.zoom(timeline.timeAt(event.offsetX), 0.25);
    timeline.redraw();
  });
}

/** The interval under the pointer: in the narrow upper part of a track, a functionality. */
function intervalAt(timeline, event) {
  const row = timeline.rowAt(event.offsetY);
  if (row < 0 || event.offsetX < gutter) {
    return null;
  }
  const isUpper = timeline.rowHeight >= 14 && event.offsetY - timeline.yOf(row) < 4;
  const {track, tracks} = timeline.rows[row];
  if (tracks.length > 1) {
    return null;
  }
  const layer = isUpper ? track.functionalities : track.own;
  const slack = 2 * timeline.view.length / timeline.plotWidth;
  const time = timeline.timeAt(event.offsetX);
  const i = firstEndingAfter(layer, time - slack);
  return i < layer.count && layer.begin[i] <= time + slack ? {row, layer, i} : null;
}

function hover(timeline, event) {
  const found = intervalAt(timeline, event);
  timeline.canvas.title = found ? shortText(timeline, found) : '';
}

function shortText(timeline, {row, layer, i}) {
  const {part, track} = timeline.rows[row];
  const isFunctionality = layer.kinds === functionalityColours;
  const what = isFunctionality ? 'functionality' : activities[layer.kind[i]][1];
  return `${track.name}: ${what} ${nameOf(part.timeline, layer, i)}, ${
      timeText(layer.end[i] - layer.begin[i])}`;
}

function selectNext(timeline, change) {
  if (timeline.rows.length === 0) {
    return;
  }
  const selected = timeline.selected || {row: 0, layer: timeline.rows[0].track.own, i: -1};
  const i = selected.i + change;
  if (i >= 0 && i < selected.layer.count) {
    select(timeline, {...selected, i});
    bringIntoView(timeline);
  }
}

/** The interval of the track above or below at the same time. */
function selectTrack(timeline, change) {
  const selected =
      timeline.selected || {row: change > 0 ? -1 : timeline.rows.length, layer: null, i: 0};
  const row = selected.row + change;
  if (row >= 0 && row < timeline.rows.length) {
    const layer = timeline.rows[row].track.own;
    const time = selected.layer ? selected.layer.begin[selected.i] : timeline.view.from;
    const i = Math.min(firstEndingAfter(layer, time), layer.count - 1);
    if (i >= 0) {
      select(timeline, {row, layer, i});
      bringIntoView(timeline);
    }
  }
}

function bringIntoView(timeline) {
  const {row, layer, i} = timeline.selected;
  if (layer.begin[i] < timeline.view.from || layer.end[i] > timeline.view.to) {
    timeline.view.show(layer.begin[i], layer.end[i]);
  }
  const y = timeline.yOf(row);
  if (y < axisHeight || y + timeline.rowHeight > timeline.height) {
    timeline.frame.scrollTop += y - timeline.height / 2;
  }
}

function select(timeline, found) {
  timeline.selected = found;
  timeline.details.replaceChildren(...(found ? detailsOf(timeline, found) : []));
  timeline.redraw();
}
