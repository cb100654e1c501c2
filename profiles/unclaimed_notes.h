/// Notes in results on the messages that no process used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "blueprint/engine/progress.h"
#include "blueprint/program.h"

namespace dps::profiles {

/// Notes on unclaimed messages: their number and type, and the unit and processes that took them
/// from the mailbox (docs/language.md, rule 6). The processes of one unit share a note. After the
/// first notes, only the number of the others is reported.
class UnclaimedNotes {
 public:
  explicit UnclaimedNotes(const blueprint::Program& program) : program_(program) {}

  /// Adds all messages that a process left. A unit that the program does not have is written as
  /// "?", a message type that it does not have is left out. Must be called once for each process,
  /// in their order.
  void add(ProcessId process, std::span<const engine::Unclaimed> left);
  [[nodiscard]] std::vector<std::string> take();

 private:
  struct Row {
    std::string unit;
    MessageId mid{};
    std::uint64_t messages = 0;
    std::uint64_t processes = 0;
    ProcessId first{};
  };
  void add(ProcessId process, std::uint32_t unit, MessageId mid, std::uint64_t count);
  [[nodiscard]] std::string note(const Row& row) const;

  const blueprint::Program& program_;  // borrowed
  std::vector<Row> rows_;              // by their first process
  std::map<std::pair<std::string, MessageId>, std::size_t> positions_;
};

}  // namespace dps::profiles
