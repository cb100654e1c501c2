#include "transport/control/stream_buffer.h"

#include <algorithm>
#include <cstring>

namespace dps::control {

namespace {

constexpr std::size_t kNoiseKept = 4 << 10;
constexpr std::size_t kNoiseLimit = 1 << 20;

}  // namespace

void wipe(std::span<std::byte> bytes) {
  if (!bytes.empty()) {
    explicit_bzero(bytes.data(), bytes.size());
  }
}

void StreamBuffer::feed(std::span<const std::byte> bytes) {
  if (buffer_.capacity() - buffer_.size() < bytes.size()) {  // vector would not wipe the old memory
    const std::span<const std::byte> rest = unread();
    std::vector<std::byte> larger;
    larger.reserve(std::max(2 * rest.size(), rest.size() + bytes.size()));
    larger.assign(rest.begin(), rest.end());
    wipe(buffer_);
    buffer_ = std::move(larger);
    used_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void StreamBuffer::consume(std::size_t bytes) {
  wipe(std::span(buffer_).subspan(used_, bytes));
  used_ += bytes;
  if (used_ == buffer_.size()) {
    buffer_.clear();
    used_ = 0;
  }
}

void StreamBuffer::skip_noise() {
  if (!in_noise_) {
    return;
  }
  const std::span<const std::byte> rest = unread();
  const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());
  const std::size_t found = text.find(marker_);
  in_noise_ = found == std::string_view::npos;
  // The end of the text may be the beginning of the marker.
  const std::size_t skipped =
      in_noise_ ? text.size() - std::min(text.size(), marker_.size() - 1) : found;
  noise_.append(text.substr(0, skipped));
  noise_.erase(0, noise_.size() - std::min(noise_.size(), kNoiseKept));
  noise_bytes_ += skipped;
  consume(skipped + (in_noise_ ? 0 : marker_.size()));
}

bool StreamBuffer::is_too_noisy() const {
  return noise_bytes_ > kNoiseLimit;
}

}  // namespace dps::control
