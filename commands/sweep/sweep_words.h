/// The words of a command with the values of a point.
/// Source: docs/sweep.md, "MPI programs".
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dps::commands {

using PointValues = std::vector<std::pair<std::string, std::string>>;  ///< names and values

/// The words with each {NAME} replaced by its value, and each {{ by a brace. A brace that begins
/// neither remains.
std::vector<std::string> words_at(const std::vector<std::string>& words, const PointValues& values);

/// The mistake in the words: a {NAME} without values, or a name that no word contains; "" if
/// there is none. `values`: those of any point.
std::string mistake_in_words(const std::vector<std::string>& words, const PointValues& values);

}  // namespace dps::commands
