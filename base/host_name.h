/// What may name a host, wherever a name comes from: what begins with '-' would be an option of the
/// programs that it is handed to.
#pragma once

#include <cstddef>
#include <string_view>

namespace dps {

inline constexpr std::size_t kMaxHostName = 253;

/// A letter or digit, then letters, digits and "._:-" (an IPv6 address has colons); at most
/// kMaxHostName bytes. Source: docs/reliability.md, S8.
bool is_host_name(std::string_view name);

/// True for the bytes of which host names are made; '.', '_', ':' and '-' only after the first.
bool is_host_name_byte(char c);

}  // namespace dps
