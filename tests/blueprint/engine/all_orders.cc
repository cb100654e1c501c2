#include "tests/blueprint/engine/all_orders.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "blueprint/engine/engine.h"

namespace dps::engine {
namespace {

constexpr std::size_t kMostSteps = 400;     // limit per process, beyond which it may never stop
constexpr std::size_t kMostMessages = 200;  // limit of the messages that one process sends

struct Arrival {
  std::uint32_t from = 0;
  std::uint32_t mid = 0;
  bool is_timer = false;

  auto tie() const { return std::tuple(from, mid, is_timer); }
  bool operator<(const Arrival& other) const { return tie() < other.tie(); }
};

struct Sent {
  std::uint32_t to = 0;
  Arrival arrival;
};

/// The actions of a process that takes these messages in this order.
struct Conduct {
  std::vector<Sent> sent;
  bool is_complete = false;
  bool is_endless = false;
};

using Taken = std::vector<Arrival>;
using State = std::vector<Taken>;  // by process; the rest of a state follows from it

class Explorer {
 public:
  Explorer(const blueprint::Program& program, std::size_t most_states)
      : program_(program), most_states_(most_states), conducts_(program.process_count()) {}

  AllOrders explore() {
    std::vector<State> open{State(program_.process_count())};
    seen_.insert(open.front());
    while (!open.empty() && found_.is_exhausted) {
      const State state = open.back();
      open.pop_back();
      for (State& next : successors(state)) {
        if (seen_.insert(next).second) {
          open.push_back(std::move(next));
        }
      }
      found_.is_exhausted = found_.is_exhausted && seen_.size() <= most_states_;
    }
    return found_;
  }

 private:
  const Conduct& conduct(std::uint32_t process, const Taken& taken) {
    const auto [place, added] = conducts_[process].try_emplace(taken);
    if (added) {
      place->second = replay(process, taken);
    }
    return place->second;
  }

  Conduct replay(std::uint32_t process, const Taken& taken) const {
    Conduct conduct;
    Engine engine(program_, ProcessId{process});
    std::size_t next = 0;
    for (std::size_t steps = 0; steps < kMostSteps; ++steps) {
      const Step step = engine.next();
      if (step.kind == StepKind::kSend) {
        const blueprint::Output& output = program_.outputs[step.output];
        conduct.sent.push_back(
            {index(step.receiver), {process, index(output.mid), output.delay.has_value()}});
      } else if (step.kind == StepKind::kComplete) {
        conduct.is_complete = true;
        return conduct;
      } else if (step.kind == StepKind::kReceive) {
        if (next == taken.size()) {
          return conduct;
        }
        engine.deliver(MessageId{taken[next].mid}, ProcessId{taken[next].from});
        ++next;
      }
      if (conduct.sent.size() > kMostMessages) {
        break;
      }
    }
    conduct.is_endless = true;
    return conduct;
  }

  /// The states after one more message; none: the state is final, and is judged.
  std::vector<State> successors(const State& state) {
    std::vector<State> next;
    bool all_complete = true;
    for (std::uint32_t to = 0; to < state.size(); ++to) {
      const Conduct& receiver = conduct(to, state[to]);
      if (receiver.is_endless) {
        found_.is_exhausted = false;
        return {};
      }
      all_complete = all_complete && (receiver.is_complete || program_.is_server(ProcessId{to}));
      if (!receiver.is_complete) {
        for (const Arrival& arrival : arrivals(state, to)) {
          next.push_back(state);
          next.back()[to].push_back(arrival);
        }
      }
    }
    found_.some_end = found_.some_end || all_complete;
    found_.some_deadlock = found_.some_deadlock || (next.empty() && !all_complete);
    return next;
  }

  /// The messages of which `to` may take the next.
  std::set<Arrival> arrivals(const State& state, std::uint32_t to) {
    std::set<Arrival> possible;
    for (std::uint32_t from = 0; from < state.size(); ++from) {
      auto taken =
          static_cast<std::size_t>(std::ranges::count_if(state[to], [&](const Arrival& arrival) {
            return arrival.from == from && !arrival.is_timer;
          }));
      std::map<std::uint32_t, std::size_t> timers;
      for (const Arrival& arrival : state[to]) {
        timers[arrival.mid] += arrival.is_timer ? 1 : 0;
      }
      for (const Sent& sent : conduct(from, state[from]).sent) {
        if (sent.to != to) {
          continue;
        }
        if (sent.arrival.is_timer) {
          if (timers[sent.arrival.mid] == 0) {
            possible.insert(sent.arrival);
          } else {
            --timers[sent.arrival.mid];
          }
        } else if (taken == 0) {
          possible.insert(sent.arrival);
          taken = kMostMessages + 1;  // the later ones of this sender wait behind it
        } else {
          --taken;
        }
      }
    }
    return possible;
  }

  const blueprint::Program& program_;
  const std::size_t most_states_;
  std::vector<std::map<Taken, Conduct>> conducts_;
  std::set<State> seen_;
  AllOrders found_;
};

}  // namespace

AllOrders explore(const blueprint::Program& program, std::size_t most_states) {
  return Explorer(program, most_states).explore();
}

}  // namespace dps::engine
