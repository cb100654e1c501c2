/// The report of letters that block one another for ever.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "predictor/machines/machine.h"

namespace dps::machines {

/// The text that identifies a letter: "the message from n0 to n2".
using LetterText = std::function<std::string(std::uint32_t letter)>;

/// A headline, and a line for each letter of the cycle, without line ends; empty if no letters
/// block one another. The machine has a topology, unless `blocked` is empty.
std::vector<std::string> blocked_lines(const Machine& machine,
                                       std::span<const BlockedLetter> blocked,
                                       const LetterText& text_of);

}  // namespace dps::machines
