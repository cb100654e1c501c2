/// The model with which the collective operations of the engine are compared: it repeats the whole
/// history of a process at every question, and keeps no state of rounds. Source: docs/language.md,
/// "Collective operations"; docs/collectives.md, "Rounds".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "blueprint/collectives/schedule.h"

namespace dps::naive {

/// The operations of one O line at one member; all of them have the same collective.
class Operations {
 public:
  Operations(const collectives::Collective& of, std::uint32_t rank) : of_(of), rank_(rank) {}

  void contribute() { ++contributed_; }
  void take(std::uint32_t from_rank) { ++taken_[from_rank]; }

  /// All sends, combinations and completions of the process so far: "send 3 8", "combine 8",
  /// "complete".
  [[nodiscard]] std::vector<std::string> history() const;
  [[nodiscard]] bool are_done() const { return done() == contributed_; }

 private:
  [[nodiscard]] int done() const;

  collectives::Collective of_;
  std::uint32_t rank_;
  int contributed_ = 0;
  std::map<std::uint32_t, int> taken_;  // by rank of the sender
};

}  // namespace dps::naive
