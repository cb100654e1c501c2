/// Blueprints in tests: a text in, its Program or its diagnostics out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blueprint/reader.h"

namespace dps::blueprint {

/// The Program of a text that has no errors; fails the test and gives an empty one otherwise.
Program program_of(std::string_view text, const ReadOptions& options = {});

/// "3:7: error: …", one for every diagnostic, without the lines and carets.
std::vector<std::string> diagnostics_of(std::string_view text, const ReadOptions& options = {});

/// "blueprint.txt:3:7: error: …" and so on, as users see it.
std::string rendered(std::string_view text, const ReadOptions& options = {});

/// A program of one process that sends itself a message once, with `lines` added.
std::string with(std::string_view lines);

}  // namespace dps::blueprint
