/// Warnings that need the whole program: legal code that is almost certainly a mistake.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Properties of a program that get no warning, because the user allows them.
struct Allowed {
  /// Lines of the tags of units at which messages may arrive too early
  /// (ParsedBlueprint::allowed_early).
  std::vector<std::uint32_t> early{};
  /// Processes without a functionality that ends them: something else ends the run.
  bool endless = false;
};

/// Returns the warnings of docs/language.md that need the whole program, in line order, one per
/// cause. Each is certain for every order in which messages may arrive; the only exception is the
/// warning of a message that may arrive too early, whose text contains "may".
std::vector<Diagnostic> find_warnings(const Program& program, const Allowed& allowed = {});

}  // namespace dps::blueprint
