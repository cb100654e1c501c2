/// The name spaces of the sections I, C, O, F, U and P, and the diagnostics for unknown tags.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text/problems.h"
#include "base/text/suggestions.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// "itag", "ctag" … "ptag".
std::string_view tag_kind(Section section);

bool is_reserved(std::string_view tag);

/// Returns an error message if the characters or length of a tag are invalid, or if it is reserved.
std::optional<std::string> refuse_tag(std::string_view tag, std::string_view kind);

class Tags {
 public:
  explicit Tags(text::Problems& problems) : problems_(problems) {}

  /// Defines a tag. Returns the existing definition if the tag is already defined.
  std::optional<std::uint32_t> define(Section section, const std::string& tag,
                                      std::uint32_t definition);

  /// Suppresses errors of unknown tags for a tag whose line has an error; without a section, in all
  /// sections.
  void excuse(std::optional<Section> section, std::string_view tag);

  /// Suppresses errors of unknown tags in a section, because the tag of one of its lines is
  /// unknown.
  void excuse_all(Section section) { all_excused_[slot(section)] = true; }

  [[nodiscard]] bool is_excused(Section section, std::string_view tag) const;
  [[nodiscard]] std::optional<std::uint32_t> find(Section section, std::string_view tag) const;

  /// Returns the definition of the tag at `place`; reports an error if it is unknown.
  std::optional<std::uint32_t> lookup(Section section, const std::string& tag, text::Range place);

  /// The tags of a section, in the order of their definition.
  [[nodiscard]] const std::vector<std::string>& names(Section section) const {
    return names_[slot(section)];
  }

 private:
  static constexpr std::size_t kSections = 6;
  static std::size_t slot(Section section);
  [[nodiscard]] std::string hint(Section section, const std::string& tag);

  text::Problems& problems_;
  std::array<std::unordered_map<std::string, std::uint32_t>, kSections> defined_;
  std::array<std::vector<std::string>, kSections> names_;
  std::array<std::unordered_set<std::string>, kSections> excused_;
  std::array<bool, kSections> all_excused_{};
  text::Suggestions suggestions_;
};

}  // namespace dps::blueprint
