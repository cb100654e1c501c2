/// A request of the studio for a prediction. Source: docs/protocol_studio.md, "Workers".
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "base/diagnostic.h"

namespace dps::commands {

/// The numbers of a request, which its answers repeat.
struct RequestKey {
  std::uint64_t id = 0;
  std::uint64_t number = 0;  ///< the version of the text
};

/// A result in the format of -o, with a name for comparisons.
struct SavedResult {
  std::string name;
  std::string text;
};

/// The axis of a curve, with values in the notation of `dps sweep`.
struct RequestedSweep {
  bool is_of_machine = false;  ///< --set-machine, else --set
  std::string name;            ///< "n", "network.latency", "cost.send*"
  std::string values;          ///< "1..100*2"
  std::string column;          ///< the argument of --column; "": the makespan alone
};

/// The choices for a run, besides the text and its settings.
struct RequestedRun {
  std::string folder;  ///< the folder of the text
  SourceText hosts;    ///< a hosts file; without a path: this machine
  std::uint64_t runs = 1;
  bool has_file = false;  ///< the text is in a file, which a command can name
  std::vector<std::string>
      libraries;  ///< libraries of user functions, which are named, but not loaded
};

struct StudioRequest {
  RequestKey key;
  /// "summary", "why", "timeline", "what_if", "saved", "compare", "sweep", "run_plan",
  /// "measured", "result_file", "report", "machine_file" or "machine_keys"
  std::string part;
  SourceText blueprint;
  std::vector<std::pair<std::string, std::string>> settings;  ///< name and value of variables
  std::uint64_t seed = 1;
  SourceText machine;                ///< without the changes; the path is its name
  std::vector<std::string> changes;  ///< arguments of --set-machine
  std::uint64_t memory = 0;          ///< limit of the child, in bytes; 0: none
  std::vector<SavedResult> others;   ///< for "compare"; for "measured", the run
  RequestedSweep sweep;              ///< for "sweep"
  RequestedRun run;                  ///< for "run_plan"
};

/// Reads a request. The error names the member that is missing or has a wrong type.
tl::expected<StudioRequest, std::string> read_request(const nlohmann::json& message);

}  // namespace dps::commands
