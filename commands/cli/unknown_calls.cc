#include "commands/cli/unknown_calls.h"

#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "userfuncs/exec_program.h"

namespace dps::commands {
namespace {

/// The reason for which the computation cannot be executed on this machine; nullopt if it can.
std::optional<std::string> lack(blueprint::ComputationKind kind, const std::string& name,
                                const std::string& folder, const userfuncs::Functions& functions) {
  if (kind == blueprint::ComputationKind::kCall) {
    return functions.find(name) != nullptr
               ? std::nullopt
               : std::optional(functions.unknown(name).message +
                               "; your own functions come from a library (--userfuncs)");
  }
  const char* path = std::getenv("PATH");
  const auto program = userfuncs::find_program(name, folder, path == nullptr ? "" : path);
  return program ? std::nullopt : std::optional(program.error().message);
}

}  // namespace

std::vector<Diagnostic> find_unknown_calls(const blueprint::Program& program,
                                           const std::string& folder,
                                           const userfuncs::Functions& functions) {
  std::vector<Diagnostic> warnings;
  std::set<std::pair<std::uint32_t, std::string>> seen;
  for (const blueprint::Computation& computation : program.computations) {
    if (computation.kind != blueprint::ComputationKind::kCall &&
        computation.kind != blueprint::ComputationKind::kExec) {
      continue;
    }
    const std::string& name = program.words_of(computation).front();
    if (!seen.emplace(computation.definition, name).second) {
      continue;
    }
    if (auto text = lack(computation.kind, name, folder, functions)) {
      warnings.push_back({Severity::kWarning,
                          program.definitions[computation.definition].tag_span,
                          std::move(*text),
                          {}});
    }
  }
  sort_by_place(warnings);
  return warnings;
}

}  // namespace dps::commands
