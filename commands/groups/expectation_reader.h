/// Reads the expectations of --expect.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/result.h"
#include "blueprint/program.h"
#include "profiles/expectation.h"

namespace dps::commands {

/// "p99(Reply.m) < 20ms", "makespan <= 2s": a figure, a relation and a time. Names are not checked.
/// The error has the text with a caret.
tl::expected<profiles::Expectation, std::string> parse_expectation(const std::string& text);

/// The expectations with what their names stand for; a message type before a functionality.
/// Errors (kInput): names that the program does not have, message types that no process sends,
/// timers, and functionalities of no process; a line for each, with a suggestion.
Result<std::vector<profiles::Expectation>> resolved_expectations(
    std::span<const profiles::Expectation> expectations, const blueprint::Program& program);

}  // namespace dps::commands
