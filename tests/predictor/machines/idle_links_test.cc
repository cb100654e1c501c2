// A message that has its links to itself is no flow, and arrives as if it were one.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/flows/flow_network.h"

namespace dps::machines {
namespace {

constexpr int kHosts = 5;

struct SentLetter {
  Letter letter;
  Picoseconds at;
};

/// Few instants and sizes, so that many messages begin or end at the same one.
std::vector<SentLetter> any_letters(std::uint32_t processes) {
  std::vector<SentLetter> letters;
  Picoseconds now;
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    now += Picoseconds(*rc::gen::element(0, 0, 1, 333, 500'000, 1'000'000, 3'000'000));
    const std::uint32_t from = *rc::gen::inRange<std::uint32_t>(0, processes);
    const std::uint32_t to = *rc::gen::inRange<std::uint32_t>(0, processes);
    letters.push_back(
        {{from, to, *rc::gen::element<std::uint64_t>(0, 1, 7, 1000, 1000, 3000)}, now});
  }
  return letters;
}

/// Five processes on four hosts; 0 and 4 are on one host. No process is on the fifth host.
FlowNetworkOptions any_network() {
  const auto bandwidth = [] {
    return BitsPerSecond(
        *rc::gen::element<std::uint64_t>(8'000'000'000, 1'000'000'000, 300'000'007));
  };
  const auto latency = [] {
    return Picoseconds(*rc::gen::element<std::int64_t>(0, 0, 1'000'000, 7));
  };
  FlowNetworkOptions options;
  options.kind = *rc::gen::element(NetworkKind::kSwitch, NetworkKind::kSwitch, NetworkKind::kBus);
  options.bandwidth = bandwidth();
  options.local_bandwidth = bandwidth();
  options.latency = latency();
  options.local_latency = latency();
  const bool has_links = options.kind == NetworkKind::kSwitch && *rc::gen::arbitrary<bool>();
  for (int i = 0; has_links && i < kHosts; ++i) {
    options.links.push_back({bandwidth(), latency(), 0});
  }
  return options;
}

using Arrivals = std::vector<std::pair<Picoseconds, std::size_t>>;

/// The arrivals of the letters, whose numbers are used again when they have arrived.
Arrivals arrivals_of(const FlowNetworkOptions& options, const std::vector<SentLetter>& letters) {
  FlowNetwork network(options, kHosts, std::vector<std::uint32_t>{0, 1, 2, 3, 0});
  Arrivals arrivals;
  std::vector<std::size_t> letter_of(letters.size());  // by number
  std::vector<std::uint32_t> unused;
  for (std::uint32_t id = static_cast<std::uint32_t>(letters.size()); id > 0; --id) {
    unused.push_back(id - 1);
  }
  Picoseconds clock;
  const auto advance_to = [&](Picoseconds end) {
    for (Picoseconds next = network.next(); next <= end && next != kNever; next = network.next()) {
      NetworkEvents events;
      clock = std::max(clock, next);
      network.advance(clock, events);
      std::sort(events.arrived.begin(), events.arrived.end(), std::greater<>());
      for (const std::uint32_t id : events.arrived) {
        arrivals.emplace_back(clock, letter_of[id]);
        unused.push_back(id);
      }
    }
    clock = std::max(clock, end);
  };
  for (std::size_t i = 0; i < letters.size(); ++i) {
    advance_to(letters[i].at);
    const std::uint32_t id = unused.back();
    unused.pop_back();
    letter_of[id] = i;
    network.enter(id, letters[i].letter, clock);
  }
  advance_to(kNever);
  std::sort(arrivals.begin(), arrivals.end());
  return arrivals;
}

RC_GTEST_PROP(IdleLinks, MessagesArriveAsTheyDoIfAllOfThemAreFlows, ()) {
  const FlowNetworkOptions options = any_network();
  FlowNetworkOptions with_flows = options;
  with_flows.links.resize(kHosts);
  with_flows.links.back().burst = 1;  // nothing crosses this link, but bursts need flows
  const auto letters = any_letters(5);
  const Arrivals arrivals = arrivals_of(options, letters);
  RC_ASSERT(arrivals.size() == letters.size());
  RC_ASSERT(arrivals == arrivals_of(with_flows, letters));
}

}  // namespace
}  // namespace dps::machines
