/// From a blueprint's text to its Program: the one door through which every command comes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "blueprint/program.h"

namespace dps::blueprint {

struct ReadOptions {
  /// --set NAME=VALUE, in the order given. An unknown name or a wrong value is an error without a
  /// place (Span line 0) that names the option.
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint32_t max_processes = 1'000'000;
  std::uint64_t seed = 1;  ///< of what varies from use to use
};

struct Reading {
  std::optional<Program> program;       ///< absent when there are errors
  std::vector<Diagnostic> diagnostics;  ///< all of them, in the order of the lines
};

/// Reads the file's bytes. Errors (kInput): missing, a directory or another special file, larger
/// than 16 MiB, unreadable; they call the file `what`.
Result<SourceText> load_source(const std::string& path, std::string_view what = "blueprint");

/// Parses, evaluates and checks. Pure: no I/O. The warnings here are those that the text alone
/// shows; blueprint/warnings.h has those that need the whole program.
Reading read_blueprint(const SourceText& source, const ReadOptions& options = {});

}  // namespace dps::blueprint
