/// What simulators, user functions and `exec`ed programs write, as lines for the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "control/frames.h"

namespace dps::coordinator {

/// Puts the pieces of one process together to whole lines, each "[Worker.p[2]] text", safe for a
/// terminal (docs/reliability.md, S8).
class OutputLines {
 public:
  explicit OutputLines(std::string name) : name_(std::move(name)) {}

  /// The lines that are whole now.
  std::vector<std::string> add(const control::OutputFrame& output);
  /// What is left without an end of line, and how much was thrown away.
  std::vector<std::string> finish();

 private:
  [[nodiscard]] std::string tagged(std::string_view line) const;

  std::string name_;
  std::string rest_;
  std::uint64_t suppressed_ = 0;
};

}  // namespace dps::coordinator
