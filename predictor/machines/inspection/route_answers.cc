#include "predictor/machines/inspection/route_answers.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/machines/blocked_letters.h"
#include "predictor/machines/inspection/fair_filling.h"
#include "predictor/machines/inspection/lone_messages.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

/// Plays messages on the network of a machine.
class Player {
 public:
  Player(const Machine& machine, std::span<const RouteMessage> messages) : machine_(machine) {
    for (const RouteMessage& message : messages) {
      for (const std::uint32_t host : {message.from, message.to}) {
        if (process_of_.try_emplace(host, process_of_.size()).second) {
          host_of_.push_back(host);
        }
      }
    }
  }

  struct Played {
    std::vector<Picoseconds> arrivals;   ///< kNever if there is none
    std::vector<BlockedLetter> blocked;  ///< letters are messages
  };

  [[nodiscard]] Played play(std::span<const RouteMessage> messages) const {
    std::vector<std::uint32_t> order(messages.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return messages[a].start < messages[b].start;
    });
    const auto network = listening_network(machine_, host_of_);
    std::vector<Picoseconds> arrivals(messages.size(), kNever);
    NetworkEvents events;
    for (std::size_t next = 0;;) {
      const Picoseconds start = next < order.size() ? messages[order[next]].start : kNever;
      const Picoseconds now = std::min(start, network->next());
      if (now == kNever) {
        return {std::move(arrivals), network->report().blocked};
      }
      if (network->next() <= now) {
        network->advance(now, events);
        take(*network, messages, now, events, arrivals);
      }
      for (; next < order.size() && messages[order[next]].start <= now; ++next) {
        network->enter(order[next], letter_of(messages[order[next]]), now);
      }
    }
  }

  /// The times of the messages, each alone.
  [[nodiscard]] std::vector<Picoseconds> play_apart(std::span<const RouteMessage> messages) const {
    LoneMessages alone(machine_, host_of_);
    std::vector<Picoseconds> times;
    times.reserve(messages.size());
    for (const RouteMessage& message : messages) {
      times.push_back(alone.time_of(letter_of(message)));
    }
    return times;
  }

 private:
  [[nodiscard]] Letter letter_of(const RouteMessage& message) const {
    return {process_of_.at(message.from), process_of_.at(message.to), message.bytes};
  }

  void take(Network& network, std::span<const RouteMessage> messages, Picoseconds now,
            NetworkEvents& events, std::vector<Picoseconds>& arrivals) const {
    for (const std::uint32_t id : std::exchange(events.arrived, {})) {
      arrivals[id] = now;
      network.listen(process_of_.at(messages[id].to), true, now);
    }
    events.released.clear();
  }

  const Machine& machine_;
  std::map<std::uint32_t, std::uint32_t> process_of_;  // by host
  std::vector<std::uint32_t> host_of_;
};

std::string host_name(const Machine& machine, std::uint32_t host) {
  return machine.hosts().empty() ? std::to_string(host) : machine.hosts()[host].name;
}

/// The route of a message on a topology.
void add_route(const Machine& machine, const Topology& topology, RouteFinder& finder,
               const RouteMessage& message, RouteAnswer& answer) {
  if (message.from != message.to) {
    finder.find(message.from, message.to, answer.links);
    answer.latency = latency_of(topology, message.from, answer.links);
  }
  for (const std::uint32_t node : nodes_of(topology, message.from, message.to, answer.links)) {
    answer.hops.push_back(node_name(topology, machine.hosts(), node));
  }
}

/// Adds the slowest link. Packets occupy links one after the other: there is no time together.
void add_bottleneck(const Topology& topology, RouteAnswer& answer) {
  const auto slowest = std::min_element(
      answer.links.begin(), answer.links.end(), [&](std::uint32_t one, std::uint32_t other) {
        return topology.kind_of(one).bandwidth < topology.kind_of(other).bandwidth;
      });
  if (slowest != answer.links.end()) {
    answer.bottleneck = *slowest;
  }
}

/// True if the messages give the flow less than the slowest link of the route has.
bool is_slowed(const Topology& topology, const RouteAnswer& answer, const Rate& rate) {
  Rate alone;
  for (const std::uint32_t link : answer.links) {
    alone = smaller(alone, full_rate(topology.kind_of(link).bandwidth));
  }
  return is_less(rate, alone);
}

/// Adds the times of all messages together; each pair of hosts has one flow. Bursts only help flows
/// that the others do not slow: while flows stay under way, they use up the tokens.
void add_together(const Topology& topology, std::span<const RouteMessage> messages,
                  std::vector<RouteAnswer>& answers) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> flow_of;
  std::vector<std::vector<std::uint32_t>> routes;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (flow_of.try_emplace({messages[i].from, messages[i].to}, routes.size()).second) {
      routes.push_back(answers[i].links);
    }
  }
  const std::vector<FilledFlow> flows = fill(topology, routes);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    RouteAnswer& answer = answers[i];
    answer.together = answer.alone;
    if (!answer.links.empty()) {
      const FilledFlow& flow = flows[flow_of.at({messages[i].from, messages[i].to})];
      answer.bottleneck = flow.bottleneck;
      if (is_slowed(topology, answer, flow.rate)) {
        answer.together = later(answer.latency, time_for(service_of(answer.bytes), flow.rate));
      }
    }
  }
}

/// Returns an error if a time is beyond virtual time. Messages that wait for blocked ones do not
/// arrive either.
Result<void> check_times(const RouteAnswers& answers) {
  for (const RouteAnswer& route : answers.routes) {
    const bool is_late = route.arrives == kNever && answers.deadlock.empty();
    if (is_late || route.latency == kNever || route.alone == kNever || route.together == kNever) {
      return failure(
          ErrorCode::kLimit,
          fmt::format("the message of {} from {} to {} goes beyond 2^63 ps of "
                      "virtual time (106 days)",
                      counted(route.bytes, "byte"), printable(route.from), printable(route.to)));
    }
  }
  return {};
}

/// The answers with all that can be found by playing the messages.
RouteAnswers played_answers(const Machine& machine, std::span<const RouteMessage> messages) {
  const Player player(machine, messages);
  const auto alone = player.play_apart(messages);
  const Player::Played played = player.play(messages);
  std::vector<RouteMessage> empty(messages.begin(), messages.end());
  for (RouteMessage& message : empty) {
    message.bytes = 0;
  }
  const auto latencies = player.play_apart(empty);
  RouteAnswers answers;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    RouteAnswer& answer = answers.routes.emplace_back();
    answer.from = host_name(machine, messages[i].from);
    answer.to = host_name(machine, messages[i].to);
    answer.bytes = messages[i].bytes;
    answer.latency = latencies[i];
    answer.alone = alone[i];
    answer.arrives = played.arrivals[i];
  }
  answers.deadlock = blocked_lines(machine, played.blocked, [&](std::uint32_t message) {
    return fmt::format("the message from {} to {}", printable(answers.routes[message].from),
                       printable(answers.routes[message].to));
  });
  return answers;
}

}  // namespace

Result<RouteAnswers> answer_routes(const Machine& machine, std::span<const RouteMessage> messages) {
  RouteAnswers answers = played_answers(machine, messages);
  const Topology* topology = machine.parts().topology;
  const auto finder = topology == nullptr ? nullptr : topology->make_finder();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    RouteAnswer& answer = answers.routes[i];
    if (topology != nullptr) {
      add_route(machine, *topology, *finder, messages[i], answer);
    } else {
      answer.hops = {answer.from, answer.to};
      answer.together = answer.alone;
    }
  }
  if (machine.parts().has_packets) {
    for (RouteAnswer& answer : answers.routes) {
      add_bottleneck(*topology, answer);
    }
  } else if (topology != nullptr) {
    add_together(*topology, messages, answers.routes);
  }
  if (const auto checked = check_times(answers); !checked) {
    return tl::unexpected(checked.error());
  }
  return answers;
}

}  // namespace dps::machines
