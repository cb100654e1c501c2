/// Which processes a receiver names: by a prefix of their names, or a range of clones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "blueprint/program.h"
#include "text/quantities.h"
#include "text/suggestions.h"

namespace dps::blueprint {

/// The processes of the P lines by their names.
class ReceiverTable {
 public:
  /// To be called in the order of the P lines. A group of unknown size (count 0) only excuses
  /// names.
  void add(std::string ptag, ProcessId first, std::uint32_t count);
  /// Some P line could not be read at all: no name can be called unknown.
  void excuse_unknown() { excuses_unknown_ = true; }
  void finish();

  struct Found {
    std::vector<Receivers> receivers;  ///< in the order of the P lines
    std::string also_matched{};        ///< the text is a whole ptag: another that begins with it
  };

  /// The processes that one element of a receiver list names; an error is the diagnostic's text,
  /// empty if the mistake was told elsewhere.
  [[nodiscard]] text::Checked<Found> find(std::string_view text) const;

  /// One process ("Worker.p[2]") or all clones ("Worker.p"): a whole name, never a prefix.
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
  mutable text::Suggestions suggestions_;  ///< only counts what messages have cost
};

/// Appends `more` to `receivers`, without the processes that are there already.
void append_without_repeats(std::vector<Receivers>& receivers, std::span<const Receivers> more);

}  // namespace dps::blueprint
