/// Loads the files that users write: blueprints, hosts files, machine files, costs files.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"

namespace dps::text {

/// Reads a file, a pipe, or with "-" standard input. `what` names the kind of file in error
/// messages: "hosts file". Errors (kInput): those of read_file(), with a limit of 16 MiB.
Result<SourceText> load_source(const std::string& path, std::string_view what);

}  // namespace dps::text
