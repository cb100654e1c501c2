/// Reads blueprints in tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blueprint/reading/reader.h"

namespace dps::blueprint {

/// The Program of a valid text; for an invalid one, fails the test and returns an empty Program.
Program program_of(std::string_view text, const ReadOptions& options = {});

/// The diagnostics as "3:7: error: …", without lines and carets.
std::vector<std::string> diagnostics_of(std::string_view text, const ReadOptions& options = {});

/// The diagnostics in the form that is printed: "blueprint.txt:3:7: error: …", the line and the
/// caret.
std::string rendered(std::string_view text, const ReadOptions& options = {});

/// A program with `lines` and one process, which sends itself one message.
std::string with(std::string_view lines);

}  // namespace dps::blueprint
