/// The messages of the program to a page. Source: docs/protocol_studio.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace dps::studio {

using OrderedJson = nlohmann::ordered_json;

/// The message as text. Bytes that are not UTF-8, which only file names contain, are replaced.
inline std::string message_text(const OrderedJson& message) {
  return message.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace dps::studio
