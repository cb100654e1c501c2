/// The two buffers that represent all message bodies of a program, and the work of packing them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>

#include "base/result.h"
#include "transport/transport.h"

namespace dps::transport {

/// Bodies are sent from and received into the wire buffer. The data buffer represents the memory
/// with which a program would compute: bodies are packed from data to wire, and unpacked from wire
/// to data. Each is as large as the largest message, and nothing else of this size exists in a
/// simulator. All messages share them, and an incoming body may overwrite an outgoing one, since
/// the content of a body is meaningless. Source: docs/reliability.md, P7.
class Buffers {
 public:
  /// Allocates and touches the memory, so that there are no page faults during a run, and fills the
  /// wire buffer with packed data. `header_room` is the number of bytes before every outgoing body,
  /// which the transport fills, and `trailer_room` that of bytes behind every body, in and out.
  /// Errors: too little memory (kLimit).
  Result<void> prepare(std::span<const OutgoingMessage> messages, std::uint64_t largest_arrival,
                       std::size_t header_room, std::size_t trailer_room = 0);

  /// Packs the body of a message if it is packed for every send.
  void pack_body(const OutgoingMessage& outgoing);
  /// Implements Transport::packed().
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const {
    return packed_;
  }
  /// Unpacks the body of a message if it was packed for every send.
  void unpack_body(const Arrival& arrival);

  /// The header room and the body of an outgoing message.
  [[nodiscard]] std::span<std::byte> outgoing(std::uint64_t body_bytes);
  /// The memory for incoming bodies: at least one page, and at least `largest_arrival`.
  [[nodiscard]] std::span<std::byte> incoming() { return {wire_.get() + header_room_, bytes_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte[], Free>;

  /// Allocates page-aligned memory: the kernel copies fastest from and to page boundaries.
  static Memory allocate(std::size_t bytes);

  Memory wire_;  ///< header room, then a body
  Memory data_;  ///< a body
  std::size_t header_room_ = 0;
  std::size_t bytes_ = 0;  ///< the room for a body
  std::optional<std::chrono::steady_clock::time_point> packed_;
};

}  // namespace dps::transport
