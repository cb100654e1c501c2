/// Packs and unpacks the bodies of messages as a PVM program does.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "transport/transport.h"

namespace dps::transport {

/// The number of a libpvm buffer; 0: none.
using PvmBuffer = int;

/// Bodies are 32-bit integers; the last 1 to 3 bytes are packed as bytes. One piece of memory, as
/// large as the largest packed message, is the data of all messages. A body that is not packed for
/// every send is packed once, into a buffer for its size and encoding.
class PvmBodies {
 public:
  /// Errors: too little memory (kLimit).
  Result<void> prepare(std::span<const OutgoingMessage> messages, std::uint64_t largest_arrival);

  /// Makes the message's body the active send buffer; it is packed now or was packed in prepare().
  /// If it is packed now, its request comes first, unless that is null. Errors: too little memory
  /// (kLimit).
  Result<void> put(const OutgoingMessage& outgoing, const Request* request = nullptr);
  /// Makes a message that has only this request.
  static Result<void> put(const Request& request);
  /// The request at the beginning of a message; the rest can be unpacked afterwards.
  static Request request_in(PvmBuffer buffer);
  /// Called after the message was sent.
  static void put_away(const OutgoingMessage& outgoing);
  /// Called instead of sending: transfers the buffer of a packed message to the caller (0 if the
  /// message is not packed).
  static PvmBuffer keep(const OutgoingMessage& outgoing);
  /// Unpacks a body that was packed for every send. Afterwards the buffer is the active receive
  /// buffer, which the next receive frees before it waits, as in a PVM program.
  void take(PvmBuffer buffer, const Arrival& arrival);
  static void discard(PvmBuffer buffer);
  /// Implements Transport::packed().
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const {
    return packed_;
  }

  /// The number of bytes that PVM appends to a body to complete its last integer.
  static std::uint32_t padding(std::uint64_t bytes, bool xdr) {
    return xdr ? static_cast<std::uint32_t>(-bytes % 4) : 0;
  }

 private:
  struct Prepared {
    std::uint64_t bytes;
    bool xdr;
    PvmBuffer buffer;
  };
  [[nodiscard]] const Prepared* find(const OutgoingMessage& outgoing) const;
  int pack(std::uint64_t bytes);

  std::unique_ptr<int[]> data_;
  std::vector<Prepared> prepared_;  ///< by size and encoding
  std::optional<std::chrono::steady_clock::time_point> packed_;
};

}  // namespace dps::transport
