#include "predictor/machines/kinds/native/file/native_text.h"

#include "base/text/exact_quantities.h"
#include "predictor/machines/files/host_tables.h"

namespace dps::machines {
namespace {

using text::write_bandwidth;
using text::write_bytes;
using text::write_time;

std::string per_byte(TimePerByte cost) {
  return write_time(cost.each);
}

std::string time(Picoseconds time) {
  return write_time(attoseconds(time));
}

void write_host(const NativeDescription& machine, std::size_t i, TomlWriter& to) {
  write_host_table(machine.hosts[i], machine.multiply[i], to);
  if (machine.network.links.empty()) {
    return;
  }
  const HostLink& link = machine.network.links[i];
  if (link.bandwidth != BitsPerSecond{}) {
    to.text("bandwidth", write_bandwidth(link.bandwidth));
  }
  if (link.latency != Picoseconds{}) {
    to.text("latency", time(link.latency));
  }
  if (link.burst != (link.bandwidth == BitsPerSecond{} ? machine.network.burst : 0)) {
    to.text("burst", write_bytes(link.burst));
  }
}

void write_networks(const FlowNetworkOptions& network, TomlWriter& to) {
  to.table("[network]");
  to.text("kind", network.kind == NetworkKind::kBus ? "bus" : "switch");
  to.text("bandwidth", write_bandwidth(network.bandwidth));
  to.text("latency", time(network.latency));
  if (network.burst != 0) {
    to.text("burst", write_bytes(network.burst));
  }
  to.table("[local]");
  to.text("bandwidth", write_bandwidth(network.local_bandwidth));
  to.text("latency", time(network.local_latency));
}

void write_measured(const NativeDescription& machine, TomlWriter& to) {
  std::string range;
  if (machine.least_bytes) {
    range = "min = \"" + write_bytes(*machine.least_bytes) + "\"";
  }
  if (machine.most_bytes) {
    range += (range.empty() ? "" : ", ") + ("max = \"" + write_bytes(*machine.most_bytes) + "\"");
  }
  if (!range.empty()) {
    to.raw("measured", "{" + range + "}");
  }
}

void write_cost(const NativeDescription& machine, TomlWriter& to) {
  const auto& cost = machine.cost;
  to.table("[cost]");
  to.text("send", time(cost.send));
  to.text("send_per_byte", per_byte(cost.send_per_byte));
  to.text("receive", time(cost.receive));
  to.text("receive_per_byte", per_byte(cost.receive_per_byte));
  to.text("pack_per_byte", per_byte(cost.pack_per_byte));
  to.text("xdr_per_byte", per_byte(cost.xdr_per_byte));
  to.text("unpack_per_byte", per_byte(cost.unpack_per_byte));
  if (machine.network.buffer) {
    to.text("buffer", write_bytes(*machine.network.buffer));
  }
  to.text("wait", cost.blocks ? "block" : "spin");
  to.text("wakeup", time(cost.wakeup));
  if (cost.rested) {
    to.text("rest", time(cost.rested->rest));
    to.text("wakeup_rested", time(cost.rested->wakeup));
  }
  if (cost.poll) {
    to.text("poll", time(*cost.poll));
  }
  write_measured(machine, to);
  for (const CostBend& bend : cost.bends) {
    to.table("[[cost.beyond]]");
    to.text("size", write_bytes(bend.size));
    to.text("send_per_byte", per_byte(bend.send_per_byte));
    to.text("receive_per_byte", per_byte(bend.receive_per_byte));
  }
}

}  // namespace

std::string native_text(const NativeDescription& machine, const FileRemarks& remarks) {
  TomlWriter to;
  for (const std::string& line : remarks.comments) {
    to.comment(line);
  }
  to.text("name", machine.name);
  for (std::size_t i = 0; i < machine.hosts.size(); ++i) {
    write_host(machine, i, to);
  }
  write_networks(machine.network, to);
  write_cost(machine, to);
  to.calibration(remarks);
  return to.take();
}

}  // namespace dps::machines
