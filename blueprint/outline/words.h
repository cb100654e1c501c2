/// The words of the language with one line of documentation each, for completion and hover.
/// Source: docs/language.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace dps::blueprint {

enum class WordKind : std::uint8_t {
  kSection,      ///< section letters
  kComputation,  ///< after a ctag
  kOutputFlag,
  kPick,       ///< arguments of -pick
  kSwitch,     ///< arguments of -p and -e
  kRoute,      ///< arguments of -X
  kOperation,  ///< arguments of -collective
  kAlgorithm,  ///< arguments of -alg
  kInputFlag,
  kUnitFlag,
  kProcessFlag,
  kNext,      ///< besides futags
  kNothing,   ///< besides itags, ctags and otags
  kReceiver,  ///< besides ptags
  kHostVariable,
  kComparison,
  kName,      ///< predefined names of expressions
  kFunction,  ///< of expressions
};

struct Word {
  WordKind kind;
  std::string_view word;
  std::string_view form;  ///< the line or call that contains it
  std::string_view text;  ///< a sentence without a full stop
};

/// All words, by kind.
std::span<const Word> words();

}  // namespace dps::blueprint
