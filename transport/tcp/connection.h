/// One open data connection: divides the bytes read into messages.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/descriptor.h"
#include "base/ids.h"
#include "transport/data_header.h"

namespace dps::transport {

/// Counts of messages that were read and dropped, by reason (docs/protocol_data.md, "Messages").
struct DroppedMessages {
  std::uint64_t other_run = 0;
  std::uint64_t out_of_order = 0;
  std::uint64_t unknown_type = 0;
  std::uint64_t oversized = 0;
};

/// A connection after its handshake: reads headers and skips bodies.
class Connection {
 public:
  enum class Fill : std::uint8_t { kData, kNothing, kClosed };
  /// kSleeping: fill() may sleep until bytes arrive or the socket's SO_RCVTIMEO has passed.
  enum class Mode : std::uint8_t { kAtOnce, kSleeping };

  /// `has_requests`: a request follows each header.
  Connection(Descriptor socket, ProcessId peer, bool has_requests = false)
      : socket_(std::move(socket)), peer_(peer), has_requests_(has_requests) {}

  /// Reads once: small messages, several if they have arrived, into a small buffer; the body of a
  /// large one into `scratch`, at its offset (modulo the size of `scratch` if it is larger). Called
  /// only when next() has returned nothing.
  Fill fill(std::span<std::byte> scratch, Mode mode = Mode::kAtOnce);

  /// The header of the next message that has been read completely; nothing if there is none.
  std::optional<DataHeader> next();

  /// The request of the message that next() has returned.
  [[nodiscard]] const Request& request() const { return request_; }
  /// True if the header of a message has been read, but not all of its body.
  [[nodiscard]] bool in_body() const { return in_body_; }
  /// True after an invalid header; next() returns nothing from then on.
  [[nodiscard]] bool malformed() const { return malformed_; }
  /// True if some of the bytes read have not been decoded.
  [[nodiscard]] bool has_unread() const { return begin_ < end_; }
  [[nodiscard]] bool is_open() const { return socket_.is_open(); }
  [[nodiscard]] int socket() const { return socket_.get(); }
  [[nodiscard]] ProcessId peer() const { return peer_; }

  void close() { socket_.close(); }

  std::uint32_t sent = 0;      ///< messages sent modulo 2^32: the sequence number of the next one
  std::uint32_t received = 0;  ///< the sequence number expected next
  DroppedMessages dropped;
  /// The time at which the last bytes were read, if arrivals are noted.
  std::chrono::steady_clock::time_point found{};
  bool was_there = false;  ///< Arrival::was_there of those bytes, if arrivals are noted
  bool rest_is_slow =
      false;  ///< set by the reader for the message that has begun; cleared by next()

 private:
  /// Holds a header and a small body, or dozens of tiny messages, which one recv() then reads.
  static constexpr std::size_t kBufferBytes = 4096;

  [[nodiscard]] std::span<std::byte> room(std::span<std::byte> scratch);

  Descriptor socket_;
  ProcessId peer_;
  bool has_requests_;
  bool malformed_ = false;
  bool in_body_ = false;
  DataHeader header_;            ///< of the message whose body is being read
  Request request_;              ///< the request of this message
  std::uint64_t body_left_ = 0;  ///< bytes of its body that were not yet read
  std::size_t begin_ = 0;        ///< buffer_[begin_, end_) is not yet decoded
  std::size_t end_ = 0;
  std::array<std::byte, kBufferBytes> buffer_;
};

}  // namespace dps::transport
