/// Sockets in the file system.
#pragma once

#include <string>

#include "base/descriptor.h"

namespace dps::simulator {

/// Returns a non-blocking socket that listens at this path; not open, with errno set, if that
/// fails.
Descriptor listen_unix_socket(const std::string& path);
/// Returns a connection to the process that listens at this path; not open if there is none.
Descriptor connect_unix_socket(const std::string& path);
/// Returns a non-blocking connection that waits at the listening socket; not open if there is none.
Descriptor accept_connection(const Descriptor& listener);

}  // namespace dps::simulator
