// Messages and bytes a second, and latencies, over the time of the run.

const rateBins = 240;

function ratesOf(timeline) {
  const {messages, end} = timeline, width = end / rateBins;
  const bins = Array.from({length: rateBins}, (_, i) =>
    ({time: (i + 0.5) * width, messages: 0, bytes: 0, count: 0, total: 0, longest: null}));
  for (let m = 0; m < messages.count; ++m) {
    if (!messages.isTimer[m]) {
      const bin = bins[Math.min(Math.max(Math.floor(messages.begin[m] / width), 0), rateBins - 1)];
      const latency = messages.taken[m] - messages.begin[m];
      bin.messages += 1 / width;
      bin.bytes += messages.bytes[m] / width;
      bin.count += 1;
      bin.total += latency;
      bin.longest = Math.max(bin.longest, latency);
    }
  }
  bins.forEach((bin) => {
    bin.mean = bin.count > 0 ? bin.total / bin.count : null;
  });
  return bins;
}

const rateColumns = [["time", "time", "time"], ["messages per second", "count", "messages"],
  ["bytes per second", "count", "bytes"], ["mean latency", "time", "mean"], ["longest latency", "time", "longest"]];

function ratesSection() {
  const results = shownResults().filter(timelineOf);
  if (results.length === 0) {
    return [note("Rates over time follow from a trace.")];
  }
  return results.flatMap((result) => {
    const bins = ratesOf(timelineOf(result)), xs = bins.map((bin) => bin.time);
    const values = (key) => bins.map((bin) => bin[key]);
    return [shown.compared ? make("h3", {}, result.name) : null,
      make("h4", {}, "Messages sent per second"),
      lineChart({label: "Messages sent per second", xs, textOfY: countText, height: 120,
        series: [{name: "messages per second", colour: "send", values: values("messages")}]}),
      make("h4", {}, "Bytes sent per second"),
      lineChart({label: "Bytes sent per second", xs, textOfY: bytesText, height: 120,
        series: [{name: "bytes per second", colour: "compute", values: values("bytes")}]}),
      make("h4", {}, "Latency, by the begin of the send"),
      lineChart({label: "Latency", xs, textOfY: timeText, height: 120,
        series: [{name: "longest", colour: "path", values: values("longest")}, {name: "mean", colour: "take", values: values("mean")}]}),
      legend([["take", "mean"], ["path", "longest"]]),
      tableBelow("rates", rateColumns, bins)];
  });
}
