/// One of the many lines that a trunk leads to: the session's pipes to one agent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// Bytes that wait for a descriptor; wiped when they have been written, since a PLAN holds the
/// run's secret.
class Backlog {
 public:
  std::vector<std::byte>& bytes() { return bytes_; }
  void append(std::span<const std::byte> more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size() - written_; }
  void clear();
  /// As much as it takes now. False: it takes nothing any more.
  bool write_to(int fd);

 private:
  std::vector<std::byte> bytes_;
  std::size_t written_ = 0;
};

enum class Reading : std::uint8_t { kSome, kNothingNow, kEnd };

/// Reads once, at most as much as `piece` holds; what came is `got`.
Reading read_once(int fd, std::span<std::byte> piece, std::span<std::byte>& got);

/// Reads and writes return at once from now on.
void do_not_block(int fd);

/// The session's line to one agent: our ends of its pipes, and theirs until they are asked for.
struct TrunkLine {
  /// Makes the pipes. Errors: too few descriptors (kSystem).
  Result<void> open();
  /// What has come up, as far as the session takes it now.
  void write_up();
  /// Words that the session reads as the agent's own.
  void tell(std::string_view words);
  /// No more will come up.
  void end_up();
  void close();

  Descriptor input;   ///< read: frames down
  Descriptor output;  ///< written: frames up
  Descriptor errors;  ///< written at the end
  LaunchedAgent theirs;
  Backlog up;
  bool ended = false;  ///< no more comes up: the output is closed as soon as `up` is empty
};

}  // namespace dps::coordinator
