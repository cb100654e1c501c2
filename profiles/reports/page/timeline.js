// The timeline: the tracks of one or two results on one axis of time, on a canvas.

const gutter = 150, axisHeight = 24, mostArrows = 1500, mostHeads = 400,
      leastMark = 1.5,         // of the path, in pixels
    mostCanvasPixels = 16000;  // of its height: browsers have a limit

class Timeline {
  constructor(results) {
    this.parts = results
                     .map((result, i) => ({
                            result,
                            letter: results.length > 1 ? 'AB'[i] : '',
                            timeline: timelineOf(result)
                          }))
                     .filter((part) => part.timeline);
    this.view = new View(Math.max(...this.parts.map((part) => part.timeline.end)));
    this.hasPath = this.parts.some((part) => part.timeline.path);
    this.options = {path: this.hasPath, arrows: true};
    this.scroll = 0;       // read when it changes: to read it while drawing would lay out the page
    this.selected = null;  // {row, layer, i}
    this.search = {text: '', matches: [], at: -1, byRow: new Map()};
    this.makeElements();
    this.layRows('', false);
    watchTimelineInput(this);
  }

  /**
   * The rows: one for each track whose name has one of the words, or, folded, for all of these of a
   * P line. `part.rowOf` has the row of each process, -1 without one.
   */
  layRows(words, isFolded) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const has = ({name}) =>
        wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word));
    this.rows = [];
    for (const part of this.parts) {
      const {tracks} = part.timeline;
      part.rowOf = new Int32Array(tracks.length).fill(-1);
      for (const some of isFolded ? clonesOf(tracks) : tracks.map((track) => [track])) {
        const members = some.filter(has);
        if (members.length > 0) {
          members.forEach((track) => part.rowOf[track.process] = this.rows.length);
          this.rows.push({part, track: members[0], tracks: members});
        }
      }
    }
    this.rowHeight = this.rows.length <= 12 ? 30 :
        this.rows.length <= 40              ? 20 :
        this.rows.length <= 100             ? 14 :
                                              9;
    const height = axisHeight + Math.max(this.rows.length, 1) * this.rowHeight;
    this.spacer.style.height = `${height + 4}px`;
    this.frame.style.height = `${Math.min(height + 6, 620)}px`;
    this.selected = null;
    this.details.replaceChildren();
    findAll(this, this.search.text);
  }

  makeElements() {
    this.canvas = make('canvas', {
      tabindex: '0',
      role: 'application',
      'aria-label': 'Timeline. Arrow keys move, plus and minus zoom, 0 shows all, comma and ' +
          'full stop select the interval ' +
          'before and after, n goes to the next match.'
    });
    this.spacer = make('div', {class: 'spacer'}, this.canvas);
    this.frame = make(
        'div', {
          class: 'timeline',
          onscroll: () => {
            this.scroll = this.frame.scrollTop;
            this.redraw();
          }
        },
        this.spacer);
    this.status = make('p', {class: 'status'});
    this.details = make('div', {class: 'details', 'aria-live': 'polite'});
  }

  /** To be called once the elements are in the page. */
  start() {
    this.observer = new ResizeObserver(() => {
      this.resize();
      this.draw();
    });
    this.observer.observe(this.frame);
  }

  stop() { this.observer.disconnect(); }

  redraw() {
    if (!this.isWaiting) {
      this.isWaiting = true;
      requestAnimationFrame(() => {
        this.isWaiting = false;
        this.draw();
      });
    }
  }

  timeAt(x) { return this.view.from + (x - gutter) / this.plotWidth * this.view.length; }

  xOf(time) { return gutter + (time - this.view.from) / this.view.length * this.plotWidth; }

  yOf(rowIndex) { return axisHeight + rowIndex * this.rowHeight - this.scroll; }

  rowAt(y) {
    const index = Math.floor((y - axisHeight + this.scroll) / this.rowHeight);
    return y >= axisHeight && index >= 0 && index < this.rows.length ? index : -1;
  }

  /** Reads the size of the frame; called when it has changed. */
  resize() {
    const whole = axisHeight + this.rows.length * this.rowHeight + 4;
    this.height = this.isPrinted ? whole : this.frame.clientHeight;
    this.ratio = Math.min(devicePixelRatio || 1, mostCanvasPixels / this.height);
    this.width = Math.max(this.frame.clientWidth, gutter + 60);
    this.plotWidth = this.width - gutter;
    const [width, height] =
        [Math.round(this.width * this.ratio), Math.round(this.height * this.ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${this.width}px`;
      this.canvas.style.height = `${this.height}px`;
    }
  }

  /** On paper, all tracks are drawn, from the first one on. */
  setPrinted(isPrinted) {
    this.isPrinted = isPrinted;
    this.scroll = isPrinted ? 0 : this.frame.scrollTop;
    this.resize();
  }

  draw() {
    if (!this.frame.isConnected || !this.width) {
      return;
    }
    this.context = this.canvas.getContext('2d');
    this.colours = {
      own: layerColours(activities.map(([name]) => `--${name}`), '--engine'),
      functionalities:
          layerColours(Array.from({length: functionalityColours}, (_, i) => `--f${i}`), '--track'),
    };
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.fillStyle = hexOf('--ground');
    this.context.fillRect(0, 0, this.width, this.height);
    this.drawRows();
    this.drawLabels();
    this.drawMatches();
    if (this.options.arrows) {
      this.drawArrows();
    }
    if (this.options.path) {
      this.parts.forEach((part) => this.drawPath(part));
    }
    this.drawSelection();
    this.drawNames();
    this.drawAxis();
    this.showStatus();
  }

  /** The rows that can be seen: [first, end). */
  get visible() {
    const first = Math.max(Math.floor(this.scroll / this.rowHeight), 0);
    return [first, Math.min(first + Math.ceil(this.height / this.rowHeight) + 1, this.rows.length)];
  }

  drawRows() {
    const ratio = this.ratio, left = Math.round(gutter * ratio);
    const width = this.canvas.width - left, height = this.canvas.height;
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = this.context.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.image.data.buffer), row = new Uint32Array(width);
    const blank = pixel(colourOf('--ground'));
    pixels.fill(blank);
    for (let index = this.visible[0]; index < this.visible[1]; ++index) {
      const top = Math.round(this.yOf(index) * ratio), gap = this.rowHeight >= 12 ? 3 : 1;
      const bottom = Math.round((this.yOf(index) + this.rowHeight - gap) * ratio);
      const split = this.rowHeight >= 14 ? top + Math.round(4 * ratio) : top;
      colourTracks(this.rows[index].tracks, 'own', this.view, this.colours.own, blank, row);
      fillRows(pixels, width, row, split, bottom);
      if (split > top) {
        colourTracks(
            this.rows[index].tracks, 'functionalities', this.view, this.colours.functionalities,
            blank, row);
        fillRows(pixels, width, row, top, split);
      }
    }
    this.context.putImageData(this.image, left, 0);
  }

  drawLabels() {
    if (this.rowHeight < 20) {
      return;
    }
    const context = this.context;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (let index = this.visible[0]; index < this.visible[1]; ++index) {
      const {part, track, tracks} = this.rows[index];
      if (tracks.length > 1) {
        continue;
      }
      forEachWide(track.own, this.view, this.plotWidth, 44, (i, x, width) => {
        const name = nameOf(part.timeline, track.own, i);
        const most = Math.floor((width - 8) / 6.2);
        context.fillStyle = hexOf(track.own.kind[i] === 2 ? '--soft' : '--on-colour');
        context.fillText(
            name.length > most ? `${name.slice(0, most - 1)}…` : name, gutter + x + 4,
            this.yOf(index) + this.rowHeight / 2 + 1);
      });
    }
  }

  drawMatches() {
    const context = this.context;
    context.fillStyle = hexOf('--match');
    for (let index = this.visible[0]; index < this.visible[1]; ++index) {
      let last = -1;
      for (const match of this.search.byRow.get(index) || []) {
        const begin = this.xOf(match.layer.begin[match.i]),
              end = this.xOf(match.layer.end[match.i]);
        if (end > gutter && begin < this.width && Math.floor(end) > last) {
          const x = Math.max(Math.floor(begin), gutter);
          context.fillRect(x, this.yOf(index) + this.rowHeight - 5, Math.max(end - x, 1), 4);
          last = Math.max(Math.floor(end), x);
        }
      }
    }
  }

  drawArrows() {
    const context = this.context;
    this.tooMany = 0;
    context.lineWidth = 1;
    context.strokeStyle = hexOf('--arrow');
    for (const part of this.parts) {
      const messages = part.timeline.messages;
      const found = messagesInView(messages, this.view, mostArrows);
      this.tooMany += found ? 0 : 1;
      context.globalAlpha = found && found.length > 100 ? 0.35 : 0.8;
      context.beginPath();
      for (const i of found || []) {
        if (part.rowOf[messages.from[i]] < 0 || part.rowOf[messages.to[i]] < 0) {
          continue;
        }
        const y0 = this.middleOf(part, messages.from[i]), y1 = this.middleOf(part, messages.to[i]);
        const x0 = Math.max(this.xOf(messages.begin[i]), -1e5),
              x1 = Math.min(this.xOf(messages.take[i]), 1e5);
        context.moveTo(x0, y0);
        context.lineTo(x1, y1);
        if (found.length <= mostHeads) {
          const angle = Math.atan2(y1 - y0, x1 - x0);
          for (const side of [-0.45, 0.45]) {
            context.moveTo(x1, y1);
            context.lineTo(x1 - 6 * Math.cos(angle + side), y1 - 6 * Math.sin(angle + side));
          }
        }
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  middleOf(part, process) { return this.yOf(part.rowOf[process]) + this.rowHeight / 2; }

  /**
   * A line along the path. Of segments that end on a track in the same pixel of the axis, one is
   * drawn, so that every track that the path visits has a mark.
   */
  drawPath(part) {
    const path = part.timeline.path, context = this.context;
    if (!path) {
      return;
    }
    const drawn = new Int32Array(part.timeline.tracks.length).fill(-1);  // the last pixel
    context.beginPath();
    context.lineWidth = 2.5;
    context.strokeStyle = hexOf('--path');
    let i = firstEndingAfter({end: path.end, count: path.count}, this.view.from);
    for (; i < path.count && path.begin[i] < this.view.to; ++i) {
      const x0 = Math.max(this.xOf(path.begin[i]), gutter),
            x1 = Math.min(this.xOf(path.end[i]), this.width);
      const process = path.process[i], row = part.rowOf[process];
      if (row < 0 || Math.floor(x1) <= drawn[process]) {
        continue;
      }
      drawn[process] = Math.floor(x1);
      const y = this.yOf(row) + this.rowHeight - (this.rowHeight >= 12 ? 4 : 2);
      const from = path.activity[i] === 4 ? part.rowOf[path.peer[i]] : -1;  // a message under way
      const y0 = from >= 0 ? this.yOf(from) + this.rowHeight - 4 : y;
      context.moveTo(x0, y0);
      context.lineTo(Math.max(x1, x0 + leastMark), y);
    }
    context.stroke();
  }

  drawSelection() {
    if (this.selected) {
      const {row, layer, i} = this.selected, context = this.context;
      const x = Math.max(this.xOf(layer.begin[i]), gutter),
            end = Math.min(this.xOf(layer.end[i]), this.width);
      context.strokeStyle = hexOf('--text');
      context.lineWidth = 2;
      context.strokeRect(x - 1, this.yOf(row) - 1, Math.max(end - x, 1) + 2, this.rowHeight - 1);
    }
  }

  drawNames() {
    const context = this.context;
    context.fillStyle = hexOf('--ground');
    context.fillRect(0, 0, gutter, this.height);
    context.fillStyle = hexOf('--text');
    context.font = `${Math.min(this.rowHeight, 12)}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    const every = Math.ceil(10 / this.rowHeight);
    for (let index = this.visible[0]; index < this.visible[1]; ++index) {
      if (index % every === 0) {
        const {part, track, tracks} = this.rows[index];
        const name = tracks.length > 1 ? `${groupOf(track.name)} ×${tracks.length}` : track.name;
        context.fillText(
            `${part.letter}${part.letter ? ' ' : ''}${name}`, 4,
            this.yOf(index) + this.rowHeight / 2, gutter - 10);
      }
    }
  }

  drawAxis() {
    const context = this.context;
    context.fillStyle = hexOf('--ground');
    context.fillRect(0, 0, this.width, axisHeight);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'alphabetic';
    context.strokeStyle = hexOf('--grid');
    context.lineWidth = 1;
    const count = Math.max(Math.floor(this.plotWidth / 110), 2);
    for (const tick of instantTicks(this.view.from, this.view.to, count)) {
      const x = Math.round(this.xOf(tick.value)) + 0.5;
      context.beginPath();
      context.moveTo(x, axisHeight - 6);
      context.lineTo(x, axisHeight);
      context.stroke();
      context.fillStyle = hexOf('--soft');
      if (x + 3 + context.measureText(tick.label).width <= this.width) {
        context.fillText(tick.label, x + 3, axisHeight - 8);
      }
    }
  }

  showStatus() {
    const arrows = this.options.arrows && this.tooMany ?
        `; more than ${countText(mostArrows)} messages: zoom in to see their arrows` :
        '';
    const found = this.search.text === '' ?
        '' :
        this.search.matches.length === 0 ?
        '; nothing found' :
        `; ${this.search.at >= 0 ? `${countText(this.search.at + 1)} of ` : ''}${
            countText(this.search.matches.length)} found`;
    this.status.textContent =
        `${timeText(this.view.length)} from ${timeText(this.view.from)} on${arrows}${found}`;
    this.canvas.dataset.from = this.view.from;
    this.canvas.dataset.to = this.view.to;
  }
}
