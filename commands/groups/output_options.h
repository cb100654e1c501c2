/// The file and the format of the output of a command.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "commands/options/option.h"

namespace dps::commands {

enum class Format : std::uint8_t { kText, kJson, kCsv, kMarkdown };

struct OutputOptions {
  /// The file of -o; empty: not given. "-": standard output; all other output is then printed on
  /// stderr.
  std::string file;
  bool replaces_stdout = false;  ///< the file takes the place of stdout; else it is added
  Format format = Format::kText;
};

/// Returns true if stdout gets a result for other programs: by --format other than text, or -o -.
[[nodiscard]] bool prints_for_programs(const OutputOptions& output);

inline constexpr Value kOutputFile{"FILE", ValueKind::kOutput, "-o"};

/// -o: an additional file, for which `text` is the help.
Option output_option(OutputOptions& given, std::string_view text, Value value = kOutputFile);

/// -o of a command that makes a result.
Option result_output_option(OutputOptions& given);

/// -o of a command that writes to this file instead of stdout.
Option text_output_option(OutputOptions& given);

/// --format text, json or csv.
Option format_option(OutputOptions& given);

/// --format text or json.
Option check_format_option(OutputOptions& given);

}  // namespace dps::commands
