#include "commands/groups/execution_options.h"

#include <fmt/format.h>

#include "commands/options/option.h"

namespace dps::commands {
namespace {

Option anyway_option(bool& flag) {
  return {
      "--anyway", "", {}, "Also run a program that is certain to end in a deadlock", into(flag)};
}

}  // namespace

Option timeout_option(std::optional<Seconds>& timeout) {
  return {"--timeout",
          "",
          {"TIME"},
          "Stop the run after this time, as in 30s or 2min",
          positive_time_into(timeout, {"--timeout", "30, 500ms or 2min"})};
}

Option timings_option(std::string& file) {
  return {"--timings",
          "",
          {"FILE", ValueKind::kInput, "the Parasol file"},
          "The times of operations, for ops: a file of dps calibrate --operations",
          into(file)};
}

Option for_option(std::optional<Seconds>& time, BlueprintOptions& blueprint) {
  return {"--for",
          "",
          {"TIME"},
          "End the run after this time, as in 10s; its result is then complete",
          followed_by(positive_time_into(time, {"--for", "10s or 500ms"}),
                      [&blueprint](const std::string& /*value*/) { blueprint.is_ended = true; })};
}

Option userfuncs_option(std::vector<std::string>& libraries) {
  return {"--userfuncs",
          "",
          {"FILE.so", ValueKind::kInput, "the library"},
          "A library with user functions for call; may be repeated",
          append_to(libraries),
          true};
}

Option max_message_option(std::uint64_t& bytes) {
  return {"--max-message",
          "",
          {"SIZE"},
          "Size of the largest message allowed (default 1G)",
          size_into(bytes, {"--max-message", "2G"})};
}

std::vector<Option> all_execution_options(ExecutionOptions& given) {
  return {userfuncs_option(given.userfuncs), timings_option(given.timings),
          max_message_option(given.max_message), anyway_option(given.anyway),
          timeout_option(given.timeout)};
}

std::string contradiction_in(const ExecutionOptions& given, std::string_view transport) {
  constexpr std::uint64_t kMostByLibrary = (1ULL << 31) - 1;  // Source: docs/reliability.md, limits
  return transport != "tcp" && given.max_message > kMostByLibrary
             ? fmt::format(
                   "--max-message: over {} a message has at most 2147483647 bytes; over "
                   "tcp it may have more",
                   transport)
             : "";
}

}  // namespace dps::commands
