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
  explicit FrameReader(const StreamRules& rules) : rules_(rules), in_noise_(rules.marker) {}

  void feed(std::span<const std::byte> bytes);

  /// The next frame, or nothing until more bytes come. kProtocol: an unknown kind, a kind of the
  /// other direction, a body above the limit or not as its kind demands, parts that do not belong
  /// together, or more than 1 MiB without the marker.
  Result<std::optional<ReceivedFrame>> next();
  Result<std::optional<RawFrame>> next_raw();

  /// HELLO was accepted: from now on the larger limits hold.
  void accept() { rules_.trusted = true; }

  /// The newest 4 KiB of what came before the marker: when no agent answers, the reason.
  [[nodiscard]] const std::string& noise() const { return noise_; }
  [[nodiscard]] bool found_marker() const { return !in_noise_; }
  /// False inside a frame: a stream that ends here was cut off.
  [[nodiscard]] bool at_boundary() const { return unread() == 0 && !partial_; }

 private:
  [[nodiscard]] std::size_t unread() const { return buffer_.size() - used_; }
  [[nodiscard]] std::uint32_t limit() const { return rules_.trusted ? kMaxBody : kMaxBodyBefore; }
  void skip_noise();
  void consume(std::size_t bytes);
  Result<std::optional<RawFrame>> next_part();
  Result<void> join(RawFrame part);

  StreamRules rules_;
  bool in_noise_;
  std::string noise_;
  std::size_t noise_bytes_ = 0;
  std::vector<std::byte> buffer_;
  std::size_t used_ = 0;
  std::optional<RawFrame> partial_;
  std::optional<Error> violation_;
};

/// The bytes of a frame that was received raw.
std::vector<std::byte> encode(const RawFrame& frame);

/// A frame (header and body, as encode() gives it) cut into parts of at most kMaxPart bytes, each
/// to be handed to the kernel in one piece.
std::vector<std::vector<std::byte>> in_parts(std::vector<std::byte> frame);

/// Sets memory to 0 in a way that the compiler keeps.
void wipe(std::span<std::byte> bytes);

}  // namespace dps::control
