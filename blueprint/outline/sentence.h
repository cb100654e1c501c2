/// Describes a line of a blueprint as a sentence, for readers who did not write it.
#pragma once

#include <string>
#include <string_view>

#include "blueprint/outline/outline.h"

namespace dps::blueprint {

/// Text of the user between backquotes, which is code in Markdown; its own backquotes, which would
/// end it, become apostrophes.
std::string in_code(std::string_view text);

/// "When `Job.i` is complete, compute `Work.c`, send `Result.o` and stay in the unit.", in
/// Markdown. Fields are quoted as they are written, with their braces. "" for a line that cannot be
/// parsed.
std::string sentence_of(const Outline& outline, const OutlineLine& line);

}  // namespace dps::blueprint
