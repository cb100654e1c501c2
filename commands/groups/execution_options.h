/// The functions and programs that a run with real processes executes, and its limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "commands/groups/blueprint_options.h"
#include "commands/options/option.h"

namespace dps::commands {

struct ExecutionOptions {
  std::vector<std::string> userfuncs;      ///< --userfuncs
  std::uint64_t max_message = 1ULL << 30;  ///< --max-message, in bytes
  bool anyway = false;                     ///< --anyway
  std::optional<Seconds> timeout;          ///< --timeout
  std::optional<Seconds> end;              ///< --for
  std::string timings;                     ///< --timings; empty: none
};

Option userfuncs_option(std::vector<std::string>& libraries);
Option max_message_option(std::uint64_t& bytes);

/// --userfuncs, --timings, --max-message, --anyway, --timeout.
std::vector<Option> all_execution_options(ExecutionOptions& given);

/// --timeout: the real time after which a run, or a prediction of one, is abandoned.
Option timeout_option(std::optional<Seconds>& timeout);

/// --for: the time after which a run ends.
Option for_option(std::optional<Seconds>& time, BlueprintOptions& blueprint);

/// The error if this transport cannot carry the largest message; "" if it can.
std::string contradiction_in(const ExecutionOptions& given, std::string_view transport);

}  // namespace dps::commands
