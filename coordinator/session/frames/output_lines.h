/// Output of simulators, user functions and `exec`ed programs, as lines for the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "transport/control/frames.h"

namespace dps::coordinator {

/// Joins the pieces that one process writes to whole lines, each "[Worker.p[2]] text", safe for a
/// terminal (docs/reliability.md, S8).
class OutputLines {
 public:
  explicit OutputLines(std::string name) : name_(std::move(name)) {}

  /// Returns the lines that this piece completes.
  std::vector<std::string> add(const control::OutputFrame& output);
  /// Returns an incomplete last line, and a line with the amount of dropped output.
  std::vector<std::string> finish();

 private:
  [[nodiscard]] std::string tagged(std::string_view line) const;

  std::string name_;
  std::string rest_;              // an incomplete line
  std::uint64_t suppressed_ = 0;  // bytes
};

}  // namespace dps::coordinator
