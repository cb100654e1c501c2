/// The request to a worker for the `predict` of a page.
/// Source: docs/protocol_studio.md, "Predictions" and "Workers".
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace dps::studio {

/// What a worker needs and a page does not send.
struct WorkerInput {
  std::string path;  ///< of the text
  std::string text;  ///< the newest; a page may send that of a pin instead
  std::string machine;
  std::uint64_t memory = 0;
};

/// Throws nlohmann::json::exception if a member of the message is missing, or has another type.
nlohmann::ordered_json worker_request(const nlohmann::json& message, const WorkerInput& input);

}  // namespace dps::studio
