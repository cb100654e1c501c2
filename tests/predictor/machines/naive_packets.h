/// A naive model of PacketNetwork, which computes ahead: packets on links, one event at a time,
/// with queues that are lists. Links are given by their routes; all have the same latency, routers
/// the same delay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace dps::machines {

struct NaivePacketLink {
  std::int64_t picoseconds_per_byte = 0;
};

struct NaivePacketMessage {
  std::vector<std::uint32_t> route;
  std::uint64_t bytes = 0;
  std::int64_t start = 0;
};

struct NaivePacketNetwork {
  std::vector<NaivePacketLink> links;
  std::int64_t latency = 0;
  std::int64_t delay = 0;
  std::uint64_t packet = 0;
  std::uint64_t header = 0;
  std::uint64_t flit = 0;
  bool cuts_through = false;

  /// The instants of the arrivals.
  [[nodiscard]] std::vector<std::int64_t> play(
      const std::vector<NaivePacketMessage>& messages) const {
    struct Packet {
      std::size_t message = 0;
      std::uint64_t number = 0;
      std::uint64_t bytes = 0;
      std::size_t hop = 0;
      std::int64_t tail = 0;  // the instant at which it has arrived completely
    };
    std::vector<Packet> packets;
    std::vector<std::deque<std::size_t>> queues(links.size());
    std::vector<bool> busy(links.size(), false);
    std::vector<std::int64_t> arrivals(messages.size(), -1);
    // The events are ordered by instant, then ends of services before joins, then by message and
    // number.
    std::map<std::tuple<std::int64_t, int, std::size_t, std::uint64_t, std::size_t>, std::size_t>
        events;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::uint64_t left = messages[i].bytes;
      for (std::uint64_t number = 0; number == 0 || left > 0; ++number) {
        const std::uint64_t bytes = std::min(left, packet);
        left -= bytes;
        packets.push_back({i, number, bytes + header, 0, messages[i].start});
        events[{messages[i].start, 1, i, number, packets.size() - 1}] = packets.size() - 1;
      }
    }
    const auto serve = [&](std::uint32_t link, std::int64_t now) {
      if (busy[link] || queues[link].empty()) {
        return;
      }
      busy[link] = true;
      const std::size_t number = queues[link].front();
      queues[link].pop_front();
      Packet& one = packets[number];
      const auto time_of = [&](std::uint64_t bytes) {
        return static_cast<std::int64_t>(bytes) * links[link].picoseconds_per_byte;
      };
      const std::int64_t flit_time = time_of(std::min(flit, one.bytes));
      std::int64_t end = now + time_of(one.bytes);
      if (cuts_through && one.hop > 0) {
        end = std::max(end, one.tail + flit_time);
      }
      events[{end, 0, link, 0, number}] = number;
      ++one.hop;
      if (one.hop == messages[one.message].route.size()) {
        arrivals[one.message] = std::max(arrivals[one.message], end + latency);
      } else {
        one.tail = end + latency + delay;
        events[{cuts_through ? now + flit_time + latency + delay : one.tail, 1, one.message,
                one.number, number}] = number;
      }
    };
    while (!events.empty()) {
      const auto [key, number] = *events.begin();
      events.erase(events.begin());
      const auto [now, kind, place, order, same] = key;
      if (kind == 0) {
        busy[place] = false;
        // Packets that join now follow those that wait.
        serve(static_cast<std::uint32_t>(place), now);
      } else {
        const std::uint32_t link = messages[place].route[packets[number].hop];
        queues[link].push_back(number);
        serve(link, now);
      }
    }
    return arrivals;
  }
};

}  // namespace dps::machines
