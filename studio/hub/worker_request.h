/// The request to a worker for the `predict` of a page.
/// Source: docs/protocol_studio.md, "Predictions" and "Workers".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "studio/hub/shown_run.h"

namespace dps::studio {

/// The input of a worker that a page does not send.
struct WorkerInput {
  std::string path;  ///< the path of the text
  std::string text;  ///< the newest text; a page may send the text of a pin instead
  std::string machine;
  std::string measured;  ///< the result of a run, for the part "measured"
  std::uint64_t memory = 0;
};

/// The files of a run.
struct RunPlace {
  std::string path;    ///< the path of the text
  std::string folder;  ///< the folder of that file
  std::string hosts;   ///< the name of the hosts file; "": this machine
  std::vector<std::string> libraries;
};

/// Makes the request. Throws nlohmann::json::exception if a member of the message is missing, or
/// has another type.
nlohmann::ordered_json worker_request(const nlohmann::json& message, const WorkerInput& input);

/// The request for the functions and programs that a run would start.
nlohmann::ordered_json run_plan_request(const ShownRun& shown, const RunPlace& place,
                                        std::uint64_t memory);

}  // namespace dps::studio
