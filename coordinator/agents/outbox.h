/// Takes the frames that a session sends: the links to the agents, or a test.
#pragma once

#include <cstdint>
#include <string>

#include "transport/control/frames.h"

namespace dps::coordinator {

/// Implemented by Session, over the links to the agents, and by tests.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
                    std::uint32_t run) = 0;
  /// The last lines of the launcher's child on its standard error; may be empty.
  [[nodiscard]] virtual std::string words_of(std::uint32_t host) const = 0;
};

}  // namespace dps::coordinator
