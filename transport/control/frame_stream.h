/// Extracts frames from a byte stream, for coordinator, agents and simulators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "transport/control/frames.h"
#include "transport/control/stream_buffer.h"

namespace dps::control {

/// A complete frame whose parts are joined and whose body is not decoded. Agents forward these.
struct RawFrame {
  FrameHeader header;
  std::vector<std::byte> body;
};

/// A frame with its header.
struct ReceivedFrame {
  FrameHeader header;
  Frame frame;
};

/// The properties of one stream.
struct StreamRules {
  bool down = false;     ///< true: frames from the coordinator; false: frames to it
  bool marker = false;   ///< the stream begins with noise, which is skipped, and kMarker
  bool trusted = false;  ///< the larger limits apply from the start, not only after accept()
};

/// Extracts the frames of one stream. After a violation of the protocol every call returns that
/// error. Used bytes are wiped, since a PLAN contains the secret of the run.
class FrameReader {
 public:
  explicit FrameReader(const StreamRules& rules)
      : rules_(rules), buffer_(rules.marker ? kMarker : std::string_view()) {}

  void feed(std::span<const std::byte> bytes) { buffer_.feed(bytes); }

  /// Returns the next frame; nullopt if more bytes are needed. Errors (kProtocol): an
  /// unknown kind, or one sent in the wrong direction; a body that is too long or invalid; parts of
  /// different frames; more than 1 MiB of noise.
  Result<std::optional<ReceivedFrame>> next();
  Result<std::optional<RawFrame>> next_raw();

  /// Applies the larger limits from now on; called when HELLO has been accepted.
  void accept() { rules_.trusted = true; }

  /// The last 4 KiB before the marker. If no agent answers, they usually contain the reason.
  [[nodiscard]] const std::string& noise() const { return buffer_.noise(); }
  [[nodiscard]] bool found_marker() const { return !buffer_.in_noise(); }
  /// Returns false inside a frame: a stream that ends here is truncated.
  [[nodiscard]] bool at_boundary() const { return buffer_.unread().empty() && !partial_; }

 private:
  [[nodiscard]] std::uint32_t limit() const { return rules_.trusted ? kMaxBody : kMaxBodyBefore; }
  Result<std::optional<RawFrame>> next_part();
  Result<void> join(RawFrame part);

  StreamRules rules_;
  StreamBuffer buffer_;
  std::optional<RawFrame> partial_;
  std::optional<Error> violation_;
};

/// Encodes a raw frame again.
std::vector<std::byte> encode(const RawFrame& frame);

/// Splits an encoded frame into parts of at most kMaxPart bytes, which a write() to a pipe never
/// divides.
std::vector<std::vector<std::byte>> in_parts(std::vector<std::byte> frame);

}  // namespace dps::control
