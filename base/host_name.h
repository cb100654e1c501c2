/// Host names: the legal ones, and those of this machine. A legal name never begins with '-', since
/// ssh and other programs that get it as an argument would treat it as an option.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dps {

inline constexpr std::size_t kMaxHostName = 253;

/// A letter or digit, then letters, digits and "._:-" (an IPv6 address has colons); at most
/// kMaxHostName bytes. Source: docs/reliability.md, S8.
bool is_host_name(std::string_view name);

/// True for bytes that may occur in host names; '.', '_', ':' and '-' cannot be the first one.
bool is_host_name_byte(char c);

/// The name of this machine, as returned by gethostname().
std::string this_host_name();

/// True if the name means this machine: its own name, a loopback address, or a name or address
/// that resolves to an address of one of its interfaces. May wait for a name server.
bool is_this_machine(const std::string& name);

}  // namespace dps
