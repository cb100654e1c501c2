/// Frames out of a byte stream, as its pieces come: the one reader of coordinator, agent and
/// simulator.
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

/// A whole frame, its parts put together, its body not yet looked at: what an agent passes on.
struct RawFrame {
  FrameHeader header;
  std::vector<std::byte> body;
};

struct ReceivedFrame {
  FrameHeader header;
  Frame frame;
};

/// What a stream may carry.
struct StreamRules {
  bool down = false;     ///< frames from the coordinator; else frames towards it
  bool marker = false;   ///< everything up to kMarker is noise (a login script's) and is skipped
  bool trusted = false;  ///< bulk limits from the start; else kMaxBodyBefore until accept()
};

/// Finds the frames of one stream. The first violation is final: every later call returns it again.
/// Bytes that have been used are wiped, since a PLAN holds the secret of the run.
class FrameReader {
 public:
  explicit FrameReader(const StreamRules& rules)
      : rules_(rules), buffer_(rules.marker ? kMarker : std::string_view()) {}

  void feed(std::span<const std::byte> bytes) { buffer_.feed(bytes); }

  /// The next frame, or nothing until more bytes come. kProtocol: an unknown kind, a kind of the
  /// other direction, a body above the limit or not as its kind demands, parts that do not belong
  /// together, or more than 1 MiB without the marker.
  Result<std::optional<ReceivedFrame>> next();
  Result<std::optional<RawFrame>> next_raw();

  /// HELLO was accepted: from now on the larger limits hold.
  void accept() { rules_.trusted = true; }

  /// The newest 4 KiB of what came before the marker: when no agent answers, the reason.
  [[nodiscard]] const std::string& noise() const { return buffer_.noise(); }
  [[nodiscard]] bool found_marker() const { return !buffer_.in_noise(); }
  /// False inside a frame: a stream that ends here was cut off.
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

/// The bytes of a frame that was received raw.
std::vector<std::byte> encode(const RawFrame& frame);

/// A frame (header and body, as encode() gives it) cut into parts of at most kMaxPart bytes, each
/// to be handed to the kernel in one piece.
std::vector<std::vector<std::byte>> in_parts(std::vector<std::byte> frame);

}  // namespace dps::control
