#include "commands/groups/machine_options.h"

#include <array>

#include "commands/options/option.h"
#include "predictor/machines/kinds/machine_changes.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kModes{"min", "avg", "max"};
constexpr std::array<std::string_view, 4> kRuntimes{"pvm", "express", "mpi", "none"};

Option eager_option(std::optional<std::uint64_t>& eager) {
  return {
      "--eager",
      "",
      {"SIZE"},
      "The largest message whose send does not wait for its receiver, on a data sheet or for an "
      "MPI program",
      size_into(eager, {"--eager", "4KiB"})};
}

}  // namespace

Option machine_option(MachineChoice& given) {
  return {"--machine", "", kMachineFile,
          "The machine: a machine file, or a name that 'dps machine list' lists",
          into(given.machine)};
}

Option set_machine_option(std::vector<std::string>& changes) {
  return set_machine_option(
      changes, "KEY=VALUE|KEY*=FACTOR|KEY+=TIME",
      "Change a value of the machine: network.latency=10us, host.node1.speed*=2 or cost.send+=1us; "
      "'dps machine keys NAME' lists the keys; may be repeated");
}

Option set_machine_option(std::vector<std::string>& changes, std::string_view value,
                          std::string_view text) {
  return {"--set-machine",
          "",
          {value, ValueKind::kMachineKey},
          text,
          [&changes](const std::string& word) -> std::string {
            if (const auto change = machines::parse_machine_change(word); !change) {
              return "--set-machine: " + change.error().message;
            }
            changes.push_back(word);
            return "";
          },
          true};
}

std::vector<Option> data_sheet_options(MachineChoice& given) {
  return {{"--mode",
           "",
           {"MODE", ValueKind::kText, "", kModes},
           "On a data sheet: times with the coefficients less their errors "
           "(min), as they are (avg, the default) or plus their errors (max)",
           into(given.mode)},
          {"--contended",
           "",
           {},
           "On a data sheet: the equations allsend and allrecv, measured "
           "while all processes exchange messages",
           into(given.contended)},
          eager_option(given.eager)};
}

std::vector<Option> parasol_options(MachineChoice& given) {
  return {{"--topology",
           "",
           {"TOPOLOGY"},
           "On a Parasol machine: the topology whose processors are the hosts, such as 'to(2)' or "
           "'vt(1)'",
           into(given.topology)},
          {"--runtime",
           "",
           {"SYSTEM", ValueKind::kText, "", kRuntimes},
           "On a Parasol machine: the run-time system with the costs of messages",
           into(given.runtime)}};
}

Option costs_option(MachineChoice& given) {
  return {"--costs",
          "",
          {"FILE", ValueKind::kInput, "the costs file"},
          "Measured costs of call and exec components, from calibrate --components",
          into(given.costs)};
}

}  // namespace dps::commands
