/// The questions of `dps machine check|describe|route|eval` about Parasol machines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/exit_status.h"
#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/common_options.h"

namespace dps::commands {

/// A command line of `dps machine`; all are borrowed.
struct MachineQuestion {
  const std::string& action;
  const MachineChoice& machine;
  const std::vector<std::string>&
      question;  ///< describe: the part; route: messages; eval: expressions
  const std::vector<std::string>& definitions;  ///< eval: each --define
  const CommonOptions& common;
  const OutputOptions& output;
};

/// Prints the answer, or the errors in the machine file or in the question. Returns nullopt for
/// another action and, except for eval, for a machine of another kind.
std::optional<ExitStatus> answer_about_parasol(const MachineQuestion& given);

}  // namespace dps::commands
