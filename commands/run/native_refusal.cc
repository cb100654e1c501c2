#include "commands/run/native_refusal.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/collective_rules.h"

namespace dps::commands {
namespace {

/// A member of an operation with -alg native whose plan lacks the output; else "". Members create a
/// communicator together, so one that never contributes would block the others.
std::string member_without_line(const blueprint::Program& program) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;  // plans and O lines
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    for (const std::uint32_t unit : program.units_of(program.plans[plan])) {
      for (const std::uint32_t id : program.functionalities_of(program.units[unit])) {
        for (const std::uint32_t output : program.outputs_of(program.functionalities[id])) {
          known.emplace(plan, program.outputs[output].definition);
        }
      }
    }
  }
  for (const blueprint::Output& output : program.outputs) {
    const bool is_native = output.is_collective() && program.collective_of(output).native;
    for (std::uint32_t rank = 0; is_native && rank < program.collective_of(output).members;
         ++rank) {
      const ProcessId member = program.member(output, rank);
      if (!known.contains({program.plan_of[index(member)], output.definition})) {
        return fmt::format(
            "'{}', a member of '{}', has no functionality with this output; -alg "
            "native needs all members",
            printable(program.process_name(member)), printable(program.tag(output.definition)));
      }
    }
  }
  return "";
}

}  // namespace

std::string native_refusal(const blueprint::Program& program, std::string_view transport) {
  const auto lines = blueprint::native_lines(program);
  if (lines.empty()) {
    return "";
  }
  const std::string line =
      fmt::format("-alg native of output '{}'", printable(program.tag(lines.front())));
  if (transport != "mpi") {
    return fmt::format(
        "{} is the operation of the MPI library, and {} has none; write --transport "
        "mpi, or -alg auto",
        line, transport);
  }
  for (const blueprint::Output& output : program.outputs) {
    if (output.is_collective() && !program.collective_of(output).native &&
        std::ranges::binary_search(lines, output.definition)) {
      return fmt::format(
          "output '{}' has -alg native in some of its operations only; it has to be "
          "in all of them or in none",
          printable(program.tag(output.definition)));
    }
  }
  return member_without_line(program);
}

}  // namespace dps::commands
