/// The messages that a functionality sends with each firing, on average, by their receivers.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The processes of a program in parts with consecutive processes, *cells*: those of a P line, or,
/// in a small program, each process.
class Cells {
 public:
  explicit Cells(const Program& program);

  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(first_.size()) - 1;
  }
  [[nodiscard]] std::uint32_t first(std::uint32_t cell) const { return first_[cell]; }
  /// The first process after the cell.
  [[nodiscard]] std::uint32_t end(std::uint32_t cell) const { return first_[cell + 1]; }
  [[nodiscard]] std::uint32_t size(std::uint32_t cell) const { return end(cell) - first(cell); }
  [[nodiscard]] std::uint32_t of(std::uint32_t process) const;

 private:
  std::vector<std::uint32_t> first_;  // by cell, and the number of processes
};

/// The receivers of some of the messages of a firing.
struct SentTo {
  enum class Kind : std::uint8_t {
    kCell,
    kSender,  ///< ACK
    kOrigin,  ///< ORIGIN
    kInside,  ///< the other members of a collective operation, before it is complete
  };

  Kind kind = Kind::kCell;
  std::uint32_t cell = 0;  ///< kCell
  MessageId mid{};
  bool begins = false;  ///< -new

  auto operator<=>(const SentTo&) const = default;  // NOLINT: clang-tidy 14 does not know it
};

struct SentShare {
  SentTo to;
  double messages = 0;
};

/// Calculates the shares of functionalities.
class SentShares {
 public:
  /// Both are borrowed.
  SentShares(const Program& program, const Cells& cells) : program_(program), cells_(cells) {}

  /// The messages of a firing in a process of the cell, on average over the steps of its cycle.
  /// At least one element for each output and each cell among its receivers.
  std::vector<SentShare> of(std::uint32_t cell, const Functionality& functionality);

 private:
  class Outputs;

  [[nodiscard]] double messages_inside(const Output& collective);

  const Program& program_;
  const Cells& cells_;
  std::map<std::uint32_t, double> inside_;  // by collective: for each contribution of a member
};

}  // namespace dps::blueprint
