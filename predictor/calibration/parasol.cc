#include "predictor/calibration/parasol.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "predictor/calibration/operations/trimmed_mean.h"

namespace dps::calibration {
namespace {

using machines::CostBend;
using machines::NativeCosts;
using machines::NativeDescription;

constexpr double kBitsOfByte = 8;

double seconds_per_byte(BitsPerSecond bandwidth) {
  return kBitsOfByte / static_cast<double>(bandwidth.bits);
}

/// Formats a number with four digits, the precision of the costs.
std::string number(double value) {
  return value == 0 ? "0.0" : fmt::format("{:.3e}", value);
}

// --- formulas -----------------------------------------------------------------------------------

/// The formula constant + size * slope; beyond each bend, the slope is that of the bend.
std::string formula(double constant, TimePerByte slope, std::span<const CostBend> bends,
                    TimePerByte CostBend::*beyond) {
  double last = seconds_of(slope.each);
  std::string text = last == 0       ? number(constant)
                     : constant == 0 ? "size * " + number(last)
                                     : number(constant) + " + size * " + number(last);
  for (const CostBend& bend : bends) {
    const double next = seconds_of((bend.*beyond).each);
    if (next != last) {
      text += fmt::format(" {} (size > {}) * (size - {}) * {}", next > last ? '+' : '-', bend.size,
                          bend.size, number(std::abs(next - last)));
    }
    last = next;
  }
  return text;
}

std::string costs_section(const NativeCosts& cost) {
  return fmt::format(
      "begin pvm\n  send = {}\n  receive = {}\n  packbyte = {}\n  unpackbyte = {}\nend pvm\n",
      formula(seconds_of(cost.send), cost.send_per_byte, cost.bends, &CostBend::send_per_byte),
      formula(seconds_of(cost.receive), cost.receive_per_byte, cost.bends,
              &CostBend::receive_per_byte),
      formula(0, cost.pack_per_byte, {}, nullptr), formula(0, cost.unpack_per_byte, {}, nullptr));
}

// --- processors ---------------------------------------------------------------------------------

/// The hosts of each TYPE, in the order of their first hosts.
using HostTypes = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

HostTypes types_of(const Findings& findings) {
  HostTypes types;
  for (std::size_t i = 0; i < findings.hosts.size(); ++i) {
    const std::string& type = findings.hosts[i].type;
    auto found = std::find_if(types.begin(), types.end(),
                              [&](const auto& one) { return one.first == type; });
    if (found == types.end()) {
      found = types.insert(types.end(), {type, {}});
    }
    found->second.push_back(i);
  }
  return types;
}

/// The time of a multiplication of `work` on these hosts.
TrimmedMean multiplication(const Findings& findings, const std::vector<std::size_t>& hosts) {
  std::vector<double> times;
  for (const std::size_t host : hosts) {
    const HostFinding& found = findings.hosts[host];
    const auto& runs = found.multiply_runs;
    runs.empty() ? times.push_back(found.multiply.value)
                 : void(times.insert(times.end(), runs.begin(), runs.end()));
  }
  return trimmed_mean(std::move(times));
}

std::string processor_sections(const Findings& findings, const HostTypes& types,
                               const HostOperations* operations) {
  std::string text;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto& [type, hosts] = types[i];
    MeasuredProcessor processor{"", type, {}, {}};
    if (operations != nullptr && std::ranges::find(hosts, operations->host) != hosts.end()) {
      processor.times = operations->processor.times;
      processor.cache = operations->processor.cache;
    }
    processor.times.insert_or_assign("dlm", multiplication(findings, hosts));
    text += processor_section(processor, static_cast<unsigned>(i + 1));
  }
  return text;
}

// --- topology -----------------------------------------------------------------------------------

/// The processors of a host, from 1.
struct Cores {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] std::string list() const {
    std::string text;
    for (std::uint32_t i = 0; i < count; ++i) {
      text += fmt::format(" {}", first + i);
    }
    return text;
  }
};

std::vector<Cores> cores_of(const NativeDescription& machine) {
  std::vector<Cores> all;
  std::uint32_t next = 1;
  for (const machines::MachineHost& host : machine.hosts) {
    all.push_back({next, host.cores});
    next += host.cores;
  }
  return all;
}

class CoreLinks {
 public:
  explicit CoreLinks(const NativeDescription& machine)
      : network_(machine.network),
        wakeup_(machine.cost.blocks ? machine.cost.wakeup : Picoseconds{}),
        cores_(cores_of(machine)) {
    for (const Cores& host : cores_) {
      if (host.count > 1) {
        add(network_.local_latency, network_.local_bandwidth, host, {});
      }
    }
    for (std::size_t a = 0; a < cores_.size(); ++a) {
      for (std::size_t b = a + 1; b < cores_.size(); ++b) {
        add(network_.latency + own(a).latency + own(b).latency,
            BitsPerSecond(std::min(bandwidth(a).bits, bandwidth(b).bits)), cores_[a], cores_[b]);
      }
    }
  }

  [[nodiscard]] const std::vector<Cores>& cores() const { return cores_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] machines::HostLink own(std::size_t host) const {
    return network_.links.empty() ? machines::HostLink{} : network_.links[host];
  }
  [[nodiscard]] BitsPerSecond bandwidth(std::size_t host) const {
    return own(host).bandwidth.bits == 0 ? network_.bandwidth : own(host).bandwidth;
  }

  /// Adds a link; the delay of waking up a receiver that sleeps is part of its latency.
  void add(Picoseconds latency, BitsPerSecond bandwidth, const Cores& one, const Cores& other) {
    text_ += fmt::format(
        "    begin link; id = {}; latency = {}; speed = {}; connect = {}{}{}; end link\n", ++count_,
        number(seconds_of(latency + wakeup_)), number(seconds_per_byte(bandwidth)),
        one.count + other.count, one.list(), other.list());
  }

  const machines::FlowNetworkOptions& network_;  // borrowed
  Picoseconds wakeup_;
  std::vector<Cores> cores_;
  std::uint32_t count_ = 0;
  std::string text_;
};

std::string topology_section(const CoreLinks& links, const HostTypes& types) {
  const std::vector<Cores>& cores = links.cores();
  std::vector<std::size_t> type_of(cores.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    for (const std::size_t host : types[i].second) {
      type_of[host] = i + 1;
    }
  }
  std::string text = fmt::format(
      "begin topology\n  id = 1\n  routing = \"broadcast\"\n  processors = {}\n  links = {}\n"
      "  begin procid\n",
      cores.back().first + cores.back().count - 1, links.count());
  for (std::size_t host = 0; host < cores.size(); ++host) {
    for (std::uint32_t i = 0; i < cores[host].count; ++i) {
      text += fmt::format("    p[{}] = {}\n", cores[host].first + i, type_of[host]);
    }
  }
  text += "  end procid\n";
  if (links.count() > 0) {
    text += "  begin linklist\n" + links.text() + "  end linklist\n";
  }
  return text + "end topology\n";
}

std::string comments_of(const Findings& findings, const CalibratedMachine& made,
                        const HostOperations* operations, const std::vector<Cores>& cores) {
  std::string text;
  const auto add = [&](const std::string& line) { text += "# " + printable(line) + "\n"; };
  add("Measured by dps calibrate --as parasol; docs/calibrate.md describes the method.");
  if (made.remarks.comments.size() > 1) {
    add(made.remarks.comments[1]);  // the accuracy
  }
  for (const auto& [key, value] : findings.environment) {
    add(fmt::format("{}: {}", key, value));
  }
  if (operations != nullptr) {
    add("operations of " + findings.hosts[operations->host].name + ":");
    for (const std::string& line : operations->processor.comments) {
      add(line);
    }
  }
  for (std::size_t host = 0; host < cores.size(); ++host) {
    const Cores& own = cores[host];
    add(fmt::format("p{}{}: {}", own.first,
                    own.count == 1 ? "" : fmt::format(" to p{}", own.first + own.count - 1),
                    findings.hosts[host].name));
  }
  return text;
}

}  // namespace

std::string parasol_text(const Findings& findings, const CalibratedMachine& made,
                         const HostOperations* operations) {
  const HostTypes types = types_of(findings);
  const CoreLinks links(made.machine);
  return comments_of(findings, made, operations, links.cores()) +
         fmt::format("begin machine\nid = 1\nname = \"{}\"\nprocessors = {}\ntopologies = 1\n",
                     parasol_name(made.machine.name), types.size()) +
         processor_sections(findings, types, operations) + topology_section(links, types) +
         costs_section(made.machine.cost) + "end machine\n";
}

}  // namespace dps::calibration
