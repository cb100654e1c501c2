/// The facts about the network of a prediction that its trace lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiles/traces/event.h"

namespace dps::traces {

/// A message from process to process, by the output that sends it.
struct SentMessage {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t output = 0;
  std::uint64_t bytes = 0;
};

class NetworkView {
 public:
  virtual ~NetworkView() = default;

  /// The time from the entry of the message into the network to its arrival, if nothing else is
  /// under way.
  virtual Ticks alone(const SentMessage& message) = 0;

  /// The link on which the messages of two pairs of processes slow each other down most; nullopt if
  /// they do not.
  virtual std::optional<std::uint32_t> shared_link(const SentMessage& one,
                                                   const SentMessage& other) = 0;

  [[nodiscard]] virtual std::string link_name(std::uint32_t link) const = 0;
};

}  // namespace dps::traces
