/// Loads the files that users write: blueprints, hosts files, machine files, costs files.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/text/scanner.h"

namespace dps::text {

/// Reads a file, a pipe, or with "-" standard input. `what` names the kind of file in error
/// messages: "hosts file". Errors (kInput): those of read_text(), with a limit of `most_bytes`.
Result<SourceText> load_source(const std::string& path, std::string_view what,
                               std::size_t most_bytes = kMaxFileBytes);

}  // namespace dps::text
