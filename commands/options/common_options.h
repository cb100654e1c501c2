/// The options of every command, and the files that its command line names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "commands/files/named_files.h"
#include "commands/files/output_kind.h"
#include "commands/options/option.h"
#include "commands/terminal/messages.h"

namespace dps::commands {

struct CommonOptions {
  Color color = Color::kAuto;          ///< --color
  bool quiet = false;                  ///< --quiet
  Existing replaced = Existing::kOwn;  ///< --force: kAny
  std::string command;                 ///< "run"
  std::vector<std::string> words;      ///< the command line as given, for results
  std::vector<NamedFile> inputs;       ///< the files that the command reads
  std::vector<NamedFile> outputs;      ///< the files that it writes
  bool inputs_differ = false;          ///< no file may be given twice
};

/// The limit of a command whose purpose is to find all mistakes.
inline constexpr std::size_t kAllDiagnostics = SIZE_MAX;

/// Prints diagnostics on stderr, with colour according to --color; at most `limit` errors, and as
/// many warnings. With --quiet, warnings are not printed.
void print_diagnostics(const CommonOptions& given, const SourceText& source,
                       const std::vector<Diagnostic>& diagnostics,
                       std::size_t limit = RenderOptions{}.limit);

/// Prints "dps: warning: …" on stderr, unless --quiet.
void print_warning(const CommonOptions& given, std::string_view text);

std::vector<Option> color_and_quiet(CommonOptions& given);

/// --force, of the commands that write files.
Option force_option(CommonOptions& given);

/// The options of a command without those of every command, which come last.
std::span<const Option> own_options(const Syntax& syntax);

/// The options of every command.
std::span<const Option> common_options(const Syntax& syntax);

}  // namespace dps::commands
