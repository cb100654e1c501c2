/// A trace as lines of states, after reading. Source: docs/trace.md, "Lines of states".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::traces {

/// Picoseconds.
using StateTime = std::int64_t;
inline constexpr StateTime kStateSecond = 1'000'000'000'000;

struct State {
  std::string name;
  std::string site;  ///< of the call; empty: unknown
  std::string peer;  ///< the receiver of its message; empty: none
  StateTime duration = 0;
  StateTime idle = 0;  ///< at most the duration
  std::uint32_t line = 0;

  bool operator==(const State&) const = default;
};

struct StateProcess {
  std::string name;
  std::vector<State> states;  ///< in the order of time; DONE is none of them
  StateTime end = 0;          ///< of the last state

  bool operator==(const StateProcess&) const = default;
};

struct StateTrace {
  std::vector<StateProcess> processes;  ///< in the order of $bars

  bool operator==(const StateTrace&) const = default;
};

}  // namespace dps::traces
