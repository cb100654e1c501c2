#include "transport/tcp/connection.h"

#include <algorithm>
#include <cerrno>

#include <sys/socket.h>

#include "base/check.h"

namespace dps::transport {

std::span<std::byte> Connection::room(std::span<std::byte> scratch) {
  if (in_body_ && body_left_ > buffer_.size()) {
    const std::uint64_t done = header_.bytes - body_left_;
    const std::size_t place = header_.bytes <= scratch.size() ? done : 0;
    return scratch.subspan(place, std::min<std::uint64_t>(body_left_, scratch.size() - place));
  }
  // Only a part of a header can be left: next() has consumed everything else.
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  return std::span(buffer_).subspan(end_);
}

Connection::Fill Connection::fill(std::span<std::byte> scratch, Mode mode) {
  const std::span<std::byte> space = room(scratch);
  const bool in_buffer = space.data() == buffer_.data() + end_;
  const int flags = mode == Mode::kAtOnce ? MSG_DONTWAIT : 0;
  const ssize_t got = ::recv(socket_.get(), space.data(), space.size(), flags);
  if (got > 0) {
    if (in_buffer) {
      end_ += static_cast<std::size_t>(got);
    } else {
      body_left_ -= static_cast<std::uint64_t>(got);
    }
    return Fill::kData;
  }
  const bool later = got < 0 && (errno == EAGAIN || errno == EINTR);
  return later ? Fill::kNothing : Fill::kClosed;
}

std::optional<DataHeader> Connection::next() {
  if (!in_body_) {
    const std::size_t header_bytes = kDataHeaderBytes + (has_requests_ ? kRequestBytes : 0);
    if (end_ - begin_ < header_bytes || malformed_) {
      return std::nullopt;
    }
    const auto header = decode_header(std::span(buffer_).subspan(begin_).first<kDataHeaderBytes>(),
                                      has_requests_ ? kRequestDataVersion : kDataVersion);
    if (!header) {
      malformed_ = true;
      return std::nullopt;
    }
    if (has_requests_) {
      request_ = decode_request(
          std::span(buffer_).subspan(begin_ + kDataHeaderBytes).first<kRequestBytes>());
    }
    begin_ += header_bytes;
    header_ = *header;
    body_left_ = header_.bytes;
    in_body_ = true;
    rest_is_slow = false;
  }
  const std::uint64_t here = std::min<std::uint64_t>(body_left_, end_ - begin_);
  begin_ += here;
  body_left_ -= here;
  if (body_left_ > 0) {
    return std::nullopt;
  }
  in_body_ = false;
  return header_;
}

}  // namespace dps::transport
