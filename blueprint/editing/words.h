/// Checks of the words that an edit puts into a line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dps::blueprint {

/// Any number of fields, within the limit of a line.
inline constexpr std::size_t kMostWords = 4000;

/// The number of fields that words may fill.
struct FieldCount {
  std::size_t least = 1;
  std::size_t most = 1;
};

/// Returns the reason why the words cannot be fields of a line of this section: too long, several
/// lines, a comment, an open quote or brace, too few or too many fields. `what` names the words.
std::optional<std::string> refuse_words(char letter, std::string_view what, std::string_view words,
                                        FieldCount count = {});

/// The number of fields that the words fill in a line of this section. No words are refused.
std::size_t count_fields(char letter, std::string_view words);

/// "Job" of "Job.m"; the tag itself if it has no such ending.
std::string stem_of(std::string_view tag);

/// stem_of() with a lower-case first letter: "job".
std::string small_stem_of(std::string_view tag);

}  // namespace dps::blueprint
