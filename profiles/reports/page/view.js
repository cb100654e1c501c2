// The part of the time axis that is drawn. All results have the same.

class View {
  constructor(end) {
    this.end = end;
    this.from = 0;
    this.to = end;
  }

  get length() { return this.to - this.from; }

  /** Keeps at least a picosecond, and part of the axis in sight. */
  set(from, to) {
    const length = Math.min(Math.max(to - from, 1e-12, this.end * 1e-12), this.end * 1.1);
    const first = Math.min(Math.max(from, -0.05 * length), this.end * 1.05 - length);
    this.from = length >= this.end ? (this.end - length) / 2 : first;
    this.to = this.from + length;
  }

  /** `factor` below 1 shows more detail around `time`. */
  zoom(time, factor) {
    const from = time - (time - this.from) * factor;
    this.set(from, from + this.length * factor);
  }

  pan(share) { this.set(this.from + share * this.length, this.to + share * this.length); }

  fit() { this.set(0, this.end); }

  /** Shows an interval with its surroundings; keeps the scale if the interval can be seen at it. */
  show(begin, end) {
    const length = end - begin;
    const isSeen = length < this.length * 0.8 && length > this.length / 200;
    const wanted = isSeen ? this.length : Math.max(length * 20, this.end * 1e-9);
    const middle = (begin + end) / 2;
    this.set(middle - wanted / 2, middle + wanted / 2);
  }
}
