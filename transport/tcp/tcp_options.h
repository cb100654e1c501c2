/// The options of a TcpTransport.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/ids.h"
#include "transport/handshake.h"
#include "transport/transport.h"

namespace dps::transport {

struct TcpOptions {
  ProcessId self{};
  Secret secret{};                    ///< the secret of the run; wiped after the handshakes
  RunId run_id{};                     ///< names the run in the handshakes; not secret
  std::string address = "127.0.0.1";  ///< to listen on: numeric, IPv4 or IPv6, as the peers' are
  Wait wait = Wait::kBlock;
  std::uint64_t max_message = std::uint64_t{1} << 30;
  std::uint32_t message_types = 0;  ///< received messages with a mid not below this are dropped
  std::function<std::string(ProcessId)> name;  ///< for error messages: "Worker.p[3]"
};

}  // namespace dps::transport
