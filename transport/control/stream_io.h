/// Reads and writes of byte streams through descriptors, for coordinator, agents and simulators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "transport/control/stream_buffer.h"

namespace dps::control {

/// The outcome of one read or write.
enum class Transfer : std::uint8_t {
  kSome,  ///< at least one byte was moved
  kNone,  ///< nothing was moved (EAGAIN, EINTR); try again when the descriptor is ready
  kEnd,   ///< end of file, or an error that ends the stream
};

struct ReadResult {
  Transfer outcome = Transfer::kNone;
  std::span<std::byte> bytes;  ///< the beginning of the caller's buffer
};

/// Calls read() once.
ReadResult read_once(int fd, std::span<std::byte> buffer);

/// Calls read() once, feeds the bytes to a FrameReader, ChunkReader or LineSplitter and wipes the
/// buffer, since a PLAN holds the run's secret.
template <typename Reader>
Transfer read_into(Reader& reader, int fd, std::span<std::byte> buffer) {
  const ReadResult result = read_once(fd, buffer);
  reader.feed(result.bytes);
  wipe(result.bytes);
  return result.outcome;
}

/// Writes all bytes to a blocking descriptor. Returns false if a write fails: the reader is gone.
bool write_all(int fd, std::span<const std::byte> bytes);
/// Does the same for a socket, without SIGPIPE.
bool send_all(int socket, std::span<const std::byte> bytes);

/// Makes the descriptor non-blocking.
void set_nonblocking(int fd);

/// A queue of pieces of bytes for a descriptor. Each piece is wiped after it has been written.
class ByteQueue {
 public:
  /// Adds a piece unless it is empty. A pipe gets a piece of at most PIPE_BUF bytes completely or
  /// not at all.
  void push(std::vector<std::byte> piece);
  /// Calls write() once, for the first piece. The queue must not be empty.
  Transfer write_once(int fd);
  /// Drops everything.
  void clear();

  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  /// The number of bytes that have not been written.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::deque<std::vector<std::byte>> pieces_;
  std::size_t written_ = 0;  ///< bytes of the first piece
  std::size_t size_ = 0;
};

}  // namespace dps::control
