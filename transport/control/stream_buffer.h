/// The unread bytes of a received stream, for readers of frames and of chunks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dps::control {

/// Sets memory to 0; the compiler does not optimise it away.
void wipe(std::span<std::byte> bytes);

/// Wipes used bytes, since a PLAN contains the secret of the run. If the stream has a marker, the
/// noise before it, such as the output of a login script, is skipped.
class StreamBuffer {
 public:
  /// With an empty marker, the stream has no noise.
  explicit StreamBuffer(std::string_view marker) : marker_(marker), in_noise_(!marker.empty()) {}

  void feed(std::span<const std::byte> bytes);
  /// Returns the unread bytes, valid until the next feed() or consume().
  [[nodiscard]] std::span<const std::byte> unread() const {
    return std::span(buffer_).subspan(used_);
  }
  void consume(std::size_t bytes);

  /// Searches the unread bytes for the marker unless it has been found.
  void skip_noise();
  [[nodiscard]] bool in_noise() const { return in_noise_; }
  /// True after more than 1 MiB of noise.
  [[nodiscard]] bool is_too_noisy() const;
  /// The last 4 KiB of noise.
  [[nodiscard]] const std::string& noise() const { return noise_; }

 private:
  std::string_view marker_;
  bool in_noise_;
  std::string noise_;
  std::size_t noise_bytes_ = 0;
  std::vector<std::byte> buffer_;
  std::size_t used_ = 0;
};

}  // namespace dps::control
