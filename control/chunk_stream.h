/// The streams of many agents through one pipe: what lies below the frames where one child of the
/// launcher leads to every host (docs/protocol.md, "The trunk").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "control/frames.h"
#include "control/stream_buffer.h"

namespace dps::control {

/// The first bytes upward; what stands before them is skipped. None is sent downward.
inline constexpr std::string_view kTrunkMarker = "\1dps-trunk-chunks\2\n";
inline constexpr std::size_t kChunkHeaderBytes = 8;
/// With its header a chunk is as much as the kernel takes whole or not at all (PIPE_BUF).
inline constexpr std::uint32_t kMaxChunk = 4088;
/// The stream of the trunk itself: lines of text, "key value…".
inline constexpr std::uint32_t kTrunkItself = 0xffffffff;

/// A piece of the byte stream of one agent; without bytes: that stream has ended.
struct Chunk {
  std::uint32_t stream = 0;
  std::span<const std::byte> bytes;  ///< borrowed from the reader, until its next call
};

/// Appends `bytes` (not none) in as many chunks as they need.
void append_chunks(std::uint32_t stream, std::span<const std::byte> bytes,
                   std::vector<std::byte>& to);
/// Appends the chunk that ends a stream.
void append_end(std::uint32_t stream, std::vector<std::byte>& to);

/// Finds the chunks in a stream of bytes, as its pieces come. The first violation is final: every
/// later call returns it again. Bytes that have been used are wiped: a PLAN holds the run's secret.
class ChunkReader {
 public:
  /// `streams`: how many agents there are; `marker`: noise and kTrunkMarker come first.
  ChunkReader(std::uint32_t streams, bool marker)
      : streams_(streams), buffer_(marker ? kTrunkMarker : std::string_view()) {}

  void feed(std::span<const std::byte> bytes);

  /// The next chunk, or nothing until more bytes come. kProtocol: one that is too long, of a stream
  /// that there is not, after the end of its stream, or more than 1 MiB without the marker.
  Result<std::optional<Chunk>> next();

  /// The newest 4 KiB of what came before the marker.
  [[nodiscard]] const std::string& noise() const { return buffer_.noise(); }
  [[nodiscard]] bool found_marker() const { return !buffer_.in_noise(); }

 private:
  tl::unexpected<Error> violate(const std::string& what);

  std::uint32_t streams_;
  std::vector<bool> ended_;
  StreamBuffer buffer_;
  std::size_t lent_ = 0;  ///< bytes of the last chunk, to be wiped at the next call
  std::optional<Error> violation_;
};

/// What the half of an agent says that is left and has no way up but its standard error, which
/// mpirun passes on: a line of text, begun as no other line is.
struct LostAgent {
  std::uint32_t host = 0;
  AgentLostFrame lost;

  bool operator==(const LostAgent&) const = default;
};
std::string lost_agent_line(const LostAgent& lost);
/// Nothing: it is some other line.
std::optional<LostAgent> parse_lost_agent(std::string_view line);

/// What the far end of the trunk knows of an agent that has ended and cannot say it: a line of the
/// trunk's own stream, before the end of the agent's.
struct EndOfAgent {
  std::uint32_t host = 0;
  std::string words;  ///< one line

  bool operator==(const EndOfAgent&) const = default;
};
std::string end_of_agent_line(const EndOfAgent& end);
/// Nothing: it is some other line.
std::optional<EndOfAgent> parse_end_of_agent(std::string_view line);

/// Lines out of the pieces of a stream of text; the ends of lines are not kept.
class LineSplitter {
 public:
  /// A line that is longer than this comes in pieces.
  static constexpr std::size_t kLongestLine = 64 << 10;

  void feed(std::span<const std::byte> bytes);
  std::optional<std::string> next();

 private:
  std::string text_;
};

}  // namespace dps::control
