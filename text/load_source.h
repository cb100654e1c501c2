/// Reads the file of a source text, whatever its format.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"

namespace dps::text {

/// Reads a file. `what` names the kind of file in error messages: "hosts file".
/// Errors: kInput if it does not exist, is not a regular file, exceeds 16 MiB or cannot be read.
Result<SourceText> load_source(const std::string& path, std::string_view what);

}  // namespace dps::text
