/// Reads the expectations of --expect, and resolves the names of --expect and --column.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/result.h"
#include "blueprint/program.h"
#include "profiles/expectation.h"

namespace dps::commands {

/// "p99(Reply.m) < 20ms", "count(a.f) / count(b.f) <= 5%": a quantity, a relation and a limit.
/// Names are not checked. The error has the text with a caret.
tl::expected<profiles::Expectation, std::string> parse_expectation(std::string_view option,
                                                                   const std::string& text);

/// Resolves the names in expectations; a message type precedes a functionality of the same name.
/// Errors (kInput): names that the program does not have, message types that no process sends,
/// timers, and functionalities of no process; lines for each, with a suggestion.
Result<std::vector<profiles::Expectation>> resolved_expectations(
    std::span<const profiles::Expectation> expectations, const blueprint::Program& program);

/// Resolves the names in the quantities of --column, of which the one at `drawn` is that of
/// --plot-of.
Result<std::vector<profiles::Quantity>> resolved_columns(
    std::span<const profiles::Quantity> columns, const blueprint::Program& program,
    std::optional<std::size_t> drawn = {});

}  // namespace dps::commands
