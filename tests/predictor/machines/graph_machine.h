/// Native machines with graphs, and the arrivals of messages on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// A machine of hosts h0, h1, … with this text in and below [network].
inline std::string graph_text(std::uint32_t hosts, const std::string& network) {
  return fmt::format(
      "[[host]]\nname = \"h[0-{}]\"\n[network]\nkind = \"graph\"\n{}\n[local]\nbandwidth = "
      "\"1TB/s\"\nlatency = \"1ns\"\n",
      hosts - 1, network);
}

inline constexpr const char* kUsual =
    "bandwidth = \"10Gbit/s\"\nlatency = \"500ns\"\ndelay = \"100ns\"\n";

inline std::unique_ptr<Machine> graph_machine(const std::string& text) {
  auto reading = read_machine({"m.toml", text});
  EXPECT_NE(reading.machine, nullptr) << render({"m.toml", text}, reading.diagnostics);
  return std::move(reading.machine);
}

struct Message {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  std::int64_t start = 0;  ///< picoseconds
};

/// The instants at which messages arrive, in picoseconds; -1: never. Each host has a process. The
/// messages are in the order of their starts.
inline std::vector<std::int64_t> arrivals(const Machine& machine,
                                          const std::vector<Message>& messages,
                                          LinkObserver* observer = nullptr) {
  std::vector<std::uint32_t> host_of(machine.hosts().size());
  for (std::uint32_t host = 0; host < host_of.size(); ++host) {
    host_of[host] = host;
  }
  const auto network = machine.make_network(host_of, observer);
  std::vector<std::int64_t> times(messages.size(), -1);
  NetworkEvents events;
  std::size_t entered = 0;
  for (std::size_t left = messages.size(); left > 0;) {
    const Picoseconds enters =
        entered < messages.size() ? Picoseconds(messages[entered].start) : Picoseconds::max();
    const Picoseconds now = std::min(enters, network->next());
    if (now == Picoseconds::max()) {
      return times;
    }
    if (network->next() <= now) {
      network->advance(now, events);
      for (const std::uint32_t id : events.arrived) {
        times[id] = now.count();
        --left;
      }
      events.arrived.clear();
    }
    for (; entered < messages.size() && messages[entered].start <= now.count(); ++entered) {
      const Message& one = messages[entered];
      network->enter(static_cast<std::uint32_t>(entered), {one.from, one.to, one.bytes}, now);
    }
  }
  return times;
}

inline void expect_near(const std::vector<std::int64_t>& times,
                        const std::vector<std::int64_t>& wanted) {
  ASSERT_EQ(times.size(), wanted.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(times[i]), static_cast<double>(wanted[i]), 2) << i;
  }
}

}  // namespace dps::machines
