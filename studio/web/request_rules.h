/// Decides which HTTP requests are answered. Source: docs/protocol_studio.md, "HTTP".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dps::studio {

/// The parts of a request on which its answer depends. A header that is missing, or that is given
/// twice, is nullopt.
struct RequestHead {
  std::string_view method;
  std::string_view target;
  std::optional<std::string_view> host;
  std::optional<std::string_view> origin;
  bool is_upgrade = false;  ///< the request is an upgrade to WebSocket
};

inline constexpr std::string_view kSocketPath = "/socket";

/// Returns 0 for a request that is answered; else the status of the refusal: 403, 404, 405 or 426.
unsigned refusal_of(const RequestHead& head, bool is_file);

/// Returns true for 127.0.0.1, [::1] and localhost, each with or without a port.
bool is_own_host(std::string_view host);

/// The value of Content-Security-Policy. `nonce` is for the style sheets of the editor.
std::string content_security_policy(std::string_view nonce);

}  // namespace dps::studio
