/// The two pieces of memory that stand for a program's message bodies, and the work of packing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "base/result.h"
#include "transport/transport.h"

namespace dps::transport {

/// The wire buffer is what goes out and where is read what comes in; the data buffer is what a
/// program would compute with. Bodies are packed from data to wire, and unpacked from wire to data.
/// Each is as large as the largest message, and nothing else of that size exists in a simulator
/// (reliability promise P7): the content of a body means nothing, so all messages share them, and
/// what comes in may overwrite what is going out.
class Buffers {
 public:
  /// `header_room`: bytes in front of every outgoing body, which the transport fills. Afterwards
  /// the memory is there (touched), and the wire buffer holds packed data. Errors: too little
  /// memory (kLimit).
  Result<void> prepare(std::span<const Letter> letters, std::uint64_t largest_arrival,
                       std::size_t header_room);

  /// Packs the body of a message, if it is one that is packed for every send.
  void pack_body(const Letter& letter);
  /// Unpacks it, if it was packed.
  void unpack_body(const Arrival& arrival);

  /// Header room and body of a message that is ready to be sent.
  [[nodiscard]] std::span<std::byte> outgoing(std::uint64_t body_bytes);
  /// Where bodies are read into; at least one page, and at least `largest_arrival`.
  [[nodiscard]] std::span<std::byte> incoming() { return {wire_.get() + header_room_, bytes_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte[], Free>;

  /// At a page, as the kernel copies fastest from and to there.
  static Memory allocate(std::size_t bytes);

  Memory wire_;  ///< header room, then a body
  Memory data_;  ///< a body
  std::size_t header_room_ = 0;
  std::size_t bytes_ = 0;  ///< of a body
};

}  // namespace dps::transport
