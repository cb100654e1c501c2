/// Reads frames from a byte stream that comes in pieces: for coordinator, agents and simulators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "control/frames.h"
#include "control/stream_buffer.h"

namespace dps::control {

/// A whole frame whose parts are joined and whose body is not decoded: agents forward these.
struct RawFrame {
  FrameHeader header;
  std::vector<std::byte> body;
};

struct ReceivedFrame {
  FrameHeader header;
  Frame frame;
};

/// The rules of one stream.
struct StreamRules {
  bool down = false;     ///< true: frames from the coordinator; false: frames to it
  bool marker = false;   ///< noise comes before kMarker and is skipped
  bool trusted = false;  ///< the larger limits hold from the start, not from accept() on
};

/// Finds the frames of one stream. After a violation every call returns it again. Used bytes are
/// wiped, since a PLAN holds the secret of the run.
class FrameReader {
 public:
  explicit FrameReader(const StreamRules& rules)
      : rules_(rules), buffer_(rules.marker ? kMarker : std::string_view()) {}

  void feed(std::span<const std::byte> bytes) { buffer_.feed(bytes); }

  /// Returns the next frame, or nothing until more bytes come. Errors (kProtocol): a kind that is
  /// unknown or of the other direction, a body that is too long or invalid, parts of different
  /// frames, or more than 1 MiB of noise.
  Result<std::optional<ReceivedFrame>> next();
  Result<std::optional<RawFrame>> next_raw();

  /// Called when HELLO has been accepted: from now on the larger limits hold.
  void accept() { rules_.trusted = true; }

  /// The newest 4 KiB before the marker: the reason if no agent answers.
  [[nodiscard]] const std::string& noise() const { return buffer_.noise(); }
  [[nodiscard]] bool found_marker() const { return !buffer_.in_noise(); }
  /// False inside a frame: a stream that ends here is truncated.
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

/// Cuts an encoded frame into parts of at most kMaxPart bytes, which a pipe takes whole or not at
/// all.
std::vector<std::vector<std::byte>> in_parts(std::vector<std::byte> frame);

}  // namespace dps::control
