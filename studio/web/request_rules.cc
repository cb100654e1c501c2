#include "studio/web/request_rules.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace dps::studio {
namespace {

bool is_port(std::string_view text) {
  constexpr std::size_t kMostDigits = 5;
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_own_host(std::string_view host) {
  constexpr std::array<std::string_view, 3> kNames{"127.0.0.1", "[::1]", "localhost"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
    if (!host.starts_with(name)) {
      return false;
    }
    const std::string_view rest = host.substr(name.size());
    return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
  });
}

unsigned refusal_of(const RequestHead& head, bool is_file) {
  constexpr unsigned kForbidden = 403;
  constexpr unsigned kNotFound = 404;
  constexpr unsigned kMethodNotAllowed = 405;
  constexpr unsigned kUpgradeRequired = 426;
  if (!head.host || !is_own_host(*head.host)) {
    return kForbidden;
  }
  if (head.method != "GET") {
    return kMethodNotAllowed;
  }
  if (head.target != kSocketPath) {
    return is_file && !head.is_upgrade ? 0 : kNotFound;
  }
  if (!head.is_upgrade) {
    return kUpgradeRequired;
  }
  const bool is_same_origin = head.origin && *head.origin == fmt::format("http://{}", *head.host);
  return is_same_origin ? 0 : kForbidden;
}

std::string content_security_policy(std::string_view nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{}'; connect-src 'self'; "
      "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      nonce);
}

}  // namespace dps::studio
