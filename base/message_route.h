/// The route by which PVM transports a message: the -X flag of an O line.
#pragma once

#include <cstdint>

namespace dps {

/// The numbers are those of the encoded program (docs/program_encoding.md).
enum class MessageRoute : std::uint8_t {
  kDefault,  ///< chosen by the transport
  kDaemon,   ///< -X Pvmd: through the PVM daemons of both hosts
  kDirect,   ///< -X TCP: over a connection between the two tasks
};
constexpr MessageRoute last_enumerator(MessageRoute /*type*/) {
  return MessageRoute::kDirect;
}

}  // namespace dps
