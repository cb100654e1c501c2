/// The options of a TcpTransport.
#pragma once

#include <string>

#include "transport/handshake.h"
#include "transport/transport_options.h"

namespace dps::transport {

/// The options of tcp: the identity of the run, which strangers must not guess, and the address.
struct TcpOptions : TransportOptions {
  Secret secret{};                    ///< the secret of the run; wiped after the handshakes
  RunId run_id{};                     ///< names the run in the handshakes; not secret
  std::string address = "127.0.0.1";  ///< to listen on: numeric, IPv4 or IPv6, as the peers' are
};

}  // namespace dps::transport
