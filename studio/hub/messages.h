/// The messages of the program to a page. Source: docs/protocol_studio.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace dps::studio {

/// Bytes that are no UTF-8, which only file names have, are replaced.
inline std::string message_text(const nlohmann::ordered_json& message) {
  return message.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace dps::studio
