#include "commands/groups/execution_options.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

Option anyway_option(bool& flag) {
  return {
      "--anyway", "", {}, "Also run a program that is certain to end in a deadlock", into(flag)};
}

/// Reads the time of an option, which has a limit as all times of a blueprint have: clocks count
/// nanoseconds in 64 bits. `examples`: for the message.
std::string read_limit(std::string_view option, std::string_view examples, const std::string& value,
                       std::optional<Seconds>& time) {
  time = text::parse_time(value);
  if (!time || time->count() <= 0) {
    return fmt::format("{}: expected a time such as {}, got '{}'{}", option, examples,
                       printable(value), text::suggest_time(value));
  }
  return time->count() > text::kMaxSeconds
             ? fmt::format("{} must be at most 1e9 s, got '{}'", option, printable(value))
             : "";
}

}  // namespace

Option timeout_option(std::optional<Seconds>& timeout) {
  return {"--timeout",
          "",
          {"TIME"},
          "Stop the run after this time, as in 30s or 2min",
          [&timeout](const std::string& value) {
            return read_limit("--timeout", "30, 500ms or 2min", value, timeout);
          }};
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
          [&time, &blueprint](const std::string& value) {
            blueprint.is_ended = true;
            return read_limit("--for", "10s or 500ms", value, time);
          }};
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
          [&bytes](const std::string& value) -> std::string {
            const auto size = text::parse_size(value);
            bytes = size.value_or(0);
            return size ? ""
                        : "--max-message: expected a size such as 2G, got '" + printable(value) +
                              "'";
          }};
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
