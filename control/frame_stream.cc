// Frames out of a byte stream.
#include "control/frame_stream.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"

namespace dps::control {

namespace {

constexpr std::size_t kNoiseKept = 4 << 10;
constexpr std::size_t kNoiseLimit = 1 << 20;

bool same_frame(const FrameHeader& a, const FrameHeader& b) {
  return a.kind == b.kind && a.process == b.process && a.run == b.run;
}

}  // namespace

void wipe(std::span<std::byte> bytes) {
  if (!bytes.empty()) {
    explicit_bzero(bytes.data(), bytes.size());
  }
}

void FrameReader::feed(std::span<const std::byte> bytes) {
  if (buffer_.capacity() - buffer_.size() < bytes.size()) {  // move to front, into wiped memory
    std::vector<std::byte> larger;
    larger.reserve(std::max(2 * unread(), unread() + bytes.size()));
    larger.assign(buffer_.begin() + static_cast<std::ptrdiff_t>(used_), buffer_.end());
    wipe(buffer_);
    buffer_ = std::move(larger);
    used_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void FrameReader::consume(std::size_t bytes) {
  wipe(std::span(buffer_).subspan(used_, bytes));
  used_ += bytes;
  if (unread() == 0) {
    buffer_.clear();
    used_ = 0;
  }
}

void FrameReader::skip_noise() {
  const std::string_view text(reinterpret_cast<const char*>(buffer_.data()) + used_, unread());
  const std::size_t found = text.find(kMarker);
  in_noise_ = found == std::string_view::npos;
  // Without the marker, what may be its beginning stays.
  const std::size_t skipped =
      in_noise_ ? text.size() - std::min(text.size(), kMarker.size() - 1) : found;
  noise_.append(text.substr(0, skipped));
  noise_.erase(0, noise_.size() - std::min(noise_.size(), kNoiseKept));
  noise_bytes_ += skipped;
  consume(in_noise_ ? skipped : found + kMarker.size());
  if (noise_bytes_ > kNoiseLimit) {
    violation_ = Error{ErrorCode::kProtocol, "no agent answers, only text comes"};
  }
}

Result<std::optional<RawFrame>> FrameReader::next_part() {
  if (unread() < kHeaderBytes) {
    return std::nullopt;
  }
  const std::span<const std::byte> bytes = std::span(buffer_).subspan(used_);
  const auto header = decode_header(bytes.first(kHeaderBytes), limit());
  if (!header) {
    return tl::unexpected(header.error());
  }
  if (goes_down(header->kind) != rules_.down) {
    return failure(ErrorCode::kProtocol,
                   fmt::format("a {} frame from the wrong side", name(header->kind)));
  }
  if (bytes.size() - kHeaderBytes < header->length) {
    return std::nullopt;
  }
  const auto body = bytes.subspan(kHeaderBytes, header->length);
  RawFrame part{*header, {body.begin(), body.end()}};
  consume(kHeaderBytes + header->length);
  return part;
}

Result<void> FrameReader::join(RawFrame part) {
  if (part.header.kind == FrameKind::kAgentLost &&
      !part.header.more) {  // its other half could not finish the frame
    partial_ = std::move(part);
    return {};
  }
  if (partial_ && !same_frame(partial_->header, part.header)) {
    return failure(ErrorCode::kProtocol,
                   fmt::format("a {} frame in the middle of a {} frame", name(part.header.kind),
                               name(partial_->header.kind)));
  }
  if (part.header.more && part.body.empty()) {
    return failure(ErrorCode::kProtocol,
                   fmt::format("an empty part of a {} frame", name(part.header.kind)));
  }
  if (!partial_) {
    partial_ = std::move(part);
    return {};
  }
  const std::size_t length = partial_->body.size() + part.body.size();
  if (length > body_limit(part.header.kind, limit())) {
    return failure(ErrorCode::kProtocol,
                   fmt::format("a {} frame whose parts exceed {} bytes", name(part.header.kind),
                               body_limit(part.header.kind, limit())));
  }
  partial_->body.insert(partial_->body.end(), part.body.begin(), part.body.end());
  partial_->header.more = part.header.more;
  partial_->header.length = static_cast<std::uint32_t>(length);
  return {};
}

Result<std::optional<RawFrame>> FrameReader::next_raw() {
  if (in_noise_ && !violation_) {
    skip_noise();
  }
  while (!violation_ && !in_noise_) {
    auto part = next_part();
    if (part && !*part) {
      return std::nullopt;
    }
    const Result<void> joined =
        part ? join(*std::move(*part)) : Result<void>(tl::unexpected(part.error()));
    if (!joined) {
      violation_ = joined.error();
    } else if (!partial_->header.more) {
      return std::exchange(partial_, std::nullopt);
    }
  }
  if (violation_) {
    return tl::unexpected(*violation_);
  }
  return std::nullopt;
}

Result<std::optional<ReceivedFrame>> FrameReader::next() {
  auto raw = next_raw();
  if (!raw) {
    return tl::unexpected(raw.error());
  }
  if (!*raw) {
    return std::nullopt;
  }
  auto frame = decode_body((*raw)->header, (*raw)->body);
  wipe((*raw)->body);
  if (!frame) {
    violation_ = frame.error();
    return tl::unexpected(*violation_);
  }
  return ReceivedFrame{(*raw)->header, *std::move(frame)};
}

std::vector<std::byte> encode(const RawFrame& frame) {
  std::vector<std::byte> bytes(kHeaderBytes);
  bytes.reserve(kHeaderBytes + frame.body.size());
  encode_header(frame.header, bytes);
  bytes.insert(bytes.end(), frame.body.begin(), frame.body.end());
  return bytes;
}

std::vector<std::vector<std::byte>> in_parts(std::vector<std::byte> frame) {
  std::vector<std::vector<std::byte>> parts;
  if (frame.size() <= kMaxPart) {
    parts.push_back(std::move(frame));
    return parts;
  }
  auto header = decode_header(std::span(frame).first(kHeaderBytes), kMaxBulk);
  DPS_CHECK(header.has_value());
  for (std::size_t at = kHeaderBytes; at < frame.size();) {
    const std::size_t length = std::min(kMaxPart - kHeaderBytes, frame.size() - at);
    header->length = static_cast<std::uint32_t>(length);
    header->more = at + length < frame.size();
    const auto body = std::span(frame).subspan(at, length);
    parts.push_back(encode(RawFrame{*header, {body.begin(), body.end()}}));
    at += length;
  }
  return parts;
}

}  // namespace dps::control
