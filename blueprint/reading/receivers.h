/// Resolves receivers: prefixes of process names, and ranges of clones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/quantities.h"
#include "base/text/suggestions.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The processes of the P lines by their names.
class ReceiverTable {
 public:
  /// Call it in the order of the P lines. `count` 0 means that the size of the group is unknown:
  /// its names then cause no errors.
  void add(std::string ptag, ProcessId first, std::uint32_t count);
  /// Suppresses errors of unknown names, because a P line could not be parsed.
  void excuse_unknown() { excuses_unknown_ = true; }
  void finish();

  struct Found {
    std::vector<Receivers> receivers;  ///< in the order of the P lines
    std::string also_matched{};        ///< if the text is a ptag: another ptag that begins with it
    /// If the text ends in an index without ']': how many clones it names besides that one.
    std::uint32_t longer_indices = 0;
  };

  /// Returns the processes that an element of a receiver list names. The error is the text of a
  /// diagnostic, or empty if the cause has been reported already.
  [[nodiscard]] text::Checked<Found> find(std::string_view text) const;

  /// Returns one process ("Worker.p[2]") or all clones ("Worker.p"); prefixes are errors.
  [[nodiscard]] text::Checked<Receivers> find_whole(std::string_view text) const;

 private:
  struct Group {
    std::string ptag;
    ProcessId first;
    std::uint32_t count;
  };

  [[nodiscard]] const Group* group(std::string_view ptag) const;
  [[nodiscard]] text::Checked<Found> find_prefix(std::string_view prefix) const;
  [[nodiscard]] text::Checked<Found> find_clones(const Group& clones, std::string_view text,
                                                 std::string_view index) const;
  [[nodiscard]] text::Checked<Found> find_range(std::string_view text, std::size_t dots) const;
  [[nodiscard]] tl::unexpected<std::string> unknown(std::string_view text) const;

  std::vector<Group> groups_;
  std::vector<std::string> ptags_;      ///< of groups_, for suggestions
  std::vector<std::uint32_t> by_name_;  ///< positions in groups_, sorted by ptag
  bool excuses_unknown_ = false;
  mutable text::Suggestions suggestions_;  ///< mutable: it counts comparisons to limit their number
};

/// Appends `more` to `receivers`, without the processes that it already contains.
void append_without_repeats(std::vector<Receivers>& receivers, std::span<const Receivers> more);

/// Appends a process; those at equal distances share an element.
void append_process(std::vector<Receivers>& receivers, ProcessId process);

}  // namespace dps::blueprint
