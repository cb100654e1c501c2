/// Where `exec` finds the program that a blueprint names.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::userfuncs {

/// The path of an executable file. A name without a slash is looked for in `folder` (the
/// blueprint's), then in the folders of `search_path` (the value of PATH); a relative one with a
/// slash starts from `folder`. Executes nothing.
/// Errors (kInput): there is none, or what is there cannot be executed; which it is, and where it
/// was looked for.
/// Source: docs/language.md, "The sections", C.
Result<std::string> find_program(const std::string& name, const std::string& folder,
                                 std::string_view search_path);

}  // namespace dps::userfuncs
