/// Turns the text of a blueprint into a Program. All commands read blueprints with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/limits.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The settings on which the values of a blueprint depend, besides its text.
struct ReadOptions {
  /// --set NAME=VALUE, in the order of the command line. Errors in them have no position (the
  /// span's line is 0) and name the option.
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint32_t max_processes = kMaxProcesses;
};

/// A variable as its V line describes it.
struct DescribedVariable {
  std::string name;
  double value = 0;
  std::string expression;  ///< of the V line, or of --set
  std::string text;        ///< the comment at the end of the V line, without '#'
};

/// A program, or the errors that prevent one; warnings in either case.
struct ParsedBlueprint {
  std::optional<Program> program;  ///< empty if there are errors
  /// Conditions (A lines) that are false, then errors and warnings in line order.
  std::vector<Diagnostic> diagnostics;
  /// Lines of the tags of U lines with the comment "# dps: allow early", for find_warnings().
  std::vector<std::uint32_t> allowed_early{};
  std::vector<DescribedVariable> variables{};  ///< of a program, in the order of the V lines
};

/// Parses and checks a blueprint and evaluates its expressions. Pure: no I/O. Its warnings are
/// those that need single lines only; find_warnings() (blueprint/analysis/warnings.h) has the
/// others.
ParsedBlueprint read_blueprint(const SourceText& source, const ReadOptions& options = {});

}  // namespace dps::blueprint
