/// Chunks multiplex the streams of many agents through one pipe, for launchers with one child that
/// is connected to all hosts.
/// Source: docs/protocol.md, "The trunk".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "transport/control/stream_buffer.h"

namespace dps::control {

/// The first bytes towards the coordinator; everything before them is skipped. The stream in the
/// other direction has no marker.
inline constexpr std::string_view kTrunkMarker = "\1dps-trunk-chunks\2\n";
inline constexpr std::size_t kChunkHeaderBytes = 8;
/// The largest chunk: with its header it has PIPE_BUF bytes, which the kernel writes whole or not
/// at all.
inline constexpr std::uint32_t kMaxChunk = 4088;
/// The trunk's own stream: lines of text, "key value…".
inline constexpr std::uint32_t kTrunkItself = 0xffffffff;

/// A piece of the byte stream of one agent; an empty one ends the stream.
struct Chunk {
  std::uint32_t stream = 0;
  std::span<const std::byte> bytes;  ///< borrowed from the reader until its next call
};

/// Appends `bytes`, which are not empty, in as many chunks as they need.
void append_chunks(std::uint32_t stream, std::span<const std::byte> bytes,
                   std::vector<std::byte>& to);
/// Appends the chunk that ends a stream.
void append_end(std::uint32_t stream, std::vector<std::byte>& to);
/// Returns the chunks that carry `bytes` or, if `bytes` is empty, the chunk that ends the stream.
std::vector<std::byte> chunks_of(std::uint32_t stream, std::span<const std::byte> bytes);

/// Extracts the chunks from a stream of bytes. After a violation of the protocol every call returns
/// that error. Used bytes are wiped, since a PLAN contains the secret of the run.
class ChunkReader {
 public:
  /// `streams`: the number of agents; `marker`: true if noise and kTrunkMarker come first.
  ChunkReader(std::uint32_t streams, bool marker)
      : streams_(streams), buffer_(marker ? kTrunkMarker : std::string_view()) {}

  void feed(std::span<const std::byte> bytes);

  /// Returns the next chunk; nullopt if more bytes are needed. Errors (kProtocol): a chunk that is
  /// too long, of an unknown or ended stream, or more than 1 MiB of noise.
  Result<std::optional<Chunk>> next();

  /// The newest 4 KiB before the marker.
  [[nodiscard]] const std::string& noise() const { return buffer_.noise(); }
  [[nodiscard]] bool found_marker() const { return !buffer_.in_noise(); }

 private:
  tl::unexpected<Error> violate(const std::string& what);

  std::uint32_t streams_;
  std::vector<bool> ended_;
  StreamBuffer buffer_;
  std::size_t lent_ = 0;  ///< bytes of the last chunk, wiped at the next call
  std::optional<Error> violation_;
};

/// Calls `take` for every complete chunk. Returns the error if the stream violates the protocol.
template <typename Take>
Result<void> take_chunks(ChunkReader& reader, Take take) {
  while (true) {
    const auto chunk = reader.next();
    if (!chunk) {
      return tl::unexpected(chunk.error());
    }
    if (!*chunk) {
      return {};
    }
    take(**chunk);
  }
}

}  // namespace dps::control
