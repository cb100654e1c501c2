/// Finds the program that an `exec` component names.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::userfuncs {

/// Returns the path of an executable file. A name without a slash is searched for in `folder` (the
/// blueprint's), then in the folders of `search_path` (the value of PATH). A relative name with a
/// slash starts from `folder`. Executes nothing.
/// Errors (kInput): there is no such file, or it cannot be executed; the text has the folders that
/// were searched.
/// Source: docs/language.md, "The sections", C.
Result<std::string> find_program(const std::string& name, const std::string& folder,
                                 std::string_view search_path);

}  // namespace dps::userfuncs
