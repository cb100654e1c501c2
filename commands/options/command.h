/// A row of the table of commands, and a command that is ready to run.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/exit_status.h"
#include "commands/options/common_options.h"
#include "commands/options/option.h"

namespace dps::commands {

/// A command with its own struct of options, which a command line fills before it runs.
class PreparedCommand {
 public:
  virtual ~PreparedCommand() = default;

  /// The rows that fill the options; --color and --quiet come last.
  [[nodiscard]] virtual const Syntax& syntax() const = 0;
  virtual CommonOptions& common() = 0;

  /// Applies the rules between the options, and adds the files that they imply to the inputs and
  /// outputs. Returns the first error, or "".
  virtual std::string check() = 0;

  /// Prints its output on stdout and everything else on stderr.
  [[nodiscard]] virtual ExitStatus run() const = 0;
};

struct Example {
  std::string_view command;
  std::string_view text;
};

enum class CommandGroup : std::uint8_t { kPrograms, kResults, kMachines };

struct Command {
  std::string_view name;
  CommandGroup group;
  std::string_view summary;  ///< a sentence without a full stop
  std::unique_ptr<PreparedCommand> (*prepare)();
  std::vector<Example> examples;
  /// Words of other programs for which this command is suggested.
  std::vector<std::string_view> also_known_as;
  std::string_view needs = {};        ///< an option without which the command is refused
  std::string_view other_usage = {};  ///< a second form of the command, for --help
};

/// Returns true if an option of the command names a file that it writes.
bool writes_files(const Syntax& syntax);

/// All commands, in the order of --help.
using CommandTable = std::span<const Command>;

/// Returns the command with this name ("machines" finds "machine"); null if there is none.
const Command* find_command(CommandTable table, std::string_view name);

/// "dps check BLUEPRINT [OPTION]..."
std::string usage_of(const Command& command, const Syntax& syntax);

/// The operands of usage_of(), the required option, and "[OPTION]...".
std::string operands_of(const Command& command, const Syntax& syntax);

namespace internal {

template <typename Options>
class WithOptions : public PreparedCommand {
 public:
  [[nodiscard]] const Options& options() const { return options_; }

 protected:
  Options options_;
};

template <typename Options, ExitStatus (*kRun)(const Options&)>
class PreparedWith final : public WithOptions<Options> {
  using WithOptions<Options>::options_;

 public:
  PreparedWith() : syntax_(options_.syntax()) {
    if (writes_files(syntax_)) {
      syntax_.add(force_option(options_.common));
    }
    syntax_.add(color_and_quiet(options_.common));
  }

  [[nodiscard]] const Syntax& syntax() const override { return syntax_; }
  CommonOptions& common() override { return options_.common; }
  std::string check() override { return options_.check(); }
  [[nodiscard]] ExitStatus run() const override { return kRun(options_); }

 private:
  Syntax syntax_;  // refers to options_
};

}  // namespace internal

/// Command::prepare of a command with the function `kRun`. Its `Options` have a member `common`
/// (CommonOptions) and the functions `Syntax syntax()`, whose rows store their values in this
/// object, and `std::string check()`, which is PreparedCommand::check().
template <typename Options, ExitStatus (*kRun)(const Options&)>
std::unique_ptr<PreparedCommand> prepare() {
  return std::make_unique<internal::PreparedWith<Options, kRun>>();
}

/// The options that a command line has filled; null for a command with other options.
template <typename Options>
const Options* options_of(const PreparedCommand& prepared) {
  const auto* with = dynamic_cast<const internal::WithOptions<Options>*>(&prepared);
  return with == nullptr ? nullptr : &with->options();
}

}  // namespace dps::commands
