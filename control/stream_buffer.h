/// The bytes of a stream between their coming and their use, below frames and chunks alike.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dps::control {

/// Sets memory to 0 in a way that the compiler keeps.
void wipe(std::span<std::byte> bytes);

/// Keeps what has come and not been used; what has been used is wiped, since a PLAN holds the
/// secret of the run. A stream may begin with a marker: everything up to it is noise (a login
/// script's) and is skipped.
class StreamBuffer {
 public:
  /// Without a marker there is no noise.
  explicit StreamBuffer(std::string_view marker) : marker_(marker), in_noise_(!marker.empty()) {}

  void feed(std::span<const std::byte> bytes);
  /// Until the next feed() or consume().
  [[nodiscard]] std::span<const std::byte> unread() const {
    return std::span(buffer_).subspan(used_);
  }
  void consume(std::size_t bytes);

  /// Looks for the marker in what is unread, if it has not been found.
  void skip_noise();
  [[nodiscard]] bool in_noise() const { return in_noise_; }
  /// More than 1 MiB of noise.
  [[nodiscard]] bool is_too_noisy() const;
  /// The newest 4 KiB of it.
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
