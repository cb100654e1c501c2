/// The machine on which programs are predicted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/options/option.h"

namespace dps::commands {

/// A machine with changes, and the costs of components on it.
struct MachineChoice {
  std::string machine;                 ///< --machine, as given (machine_path())
  std::vector<std::string> changes;    ///< each --set-machine, as given
  std::string mode;                    ///< --mode: "min", "avg" or "max"; empty: not given
  bool contended = false;              ///< --contended
  std::optional<std::uint64_t> eager;  ///< --eager, in bytes
  std::string topology;                ///< --topology; empty: not given
  std::string runtime;                 ///< --runtime; empty: not given
  std::string costs;                   ///< the file of --costs; empty: not given
  bool is_for_program = false;         ///< an MPI program: --eager is valid for every machine
};

inline constexpr Value kMachineFile{"FILE|NAME", ValueKind::kMachine, "the machine file"};

Option machine_option(MachineChoice& given);
/// --set-machine, whose values are checked. `value` and `text` are for help.
Option set_machine_option(std::vector<std::string>& changes);
Option set_machine_option(std::vector<std::string>& changes, std::string_view value,
                          std::string_view text);

/// --mode, --contended, --eager: choices that a data sheet has.
std::vector<Option> data_sheet_options(MachineChoice& given);

/// --topology, --runtime: choices that a Parasol machine has.
std::vector<Option> parasol_options(MachineChoice& given);

Option costs_option(MachineChoice& given);

}  // namespace dps::commands
