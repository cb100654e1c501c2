/// The books of all messages of a run: what was sent, by whom, and what became of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// Above this many rows the books are kept per clone group, not per process.
inline constexpr std::size_t kMostMessageRows = 10'000;

/// The group of a process: "Worker.p" of "Worker.p[3]". A name without an index is its own group.
std::string_view clone_group(std::string_view process);

/// Gathers rows; those of one mtag, sender and receiver add up, so that the sender's half (sent,
/// bytes) and the receiver's (taken, late, unclaimed) may come apart. Rows stay in the order in
/// which their keys came first. Above `most_rows` all rows, also those still to come, are gathered
/// by clone group; memory then depends on the groups alone.
class MessageBooks {
 public:
  explicit MessageBooks(std::size_t most_rows = kMostMessageRows) : most_rows_(most_rows) {}

  void add(const MessageProfile& row);
  [[nodiscard]] bool is_grouped() const { return grouped_; }
  [[nodiscard]] std::vector<MessageProfile> take() { return std::move(rows_); }

 private:
  void add_row(const MessageProfile& row);
  void group();

  std::size_t most_rows_;
  bool grouped_ = false;
  std::vector<MessageProfile> rows_;
  std::unordered_map<std::string, std::size_t> positions_;  ///< by key
};

}  // namespace dps::profiles
