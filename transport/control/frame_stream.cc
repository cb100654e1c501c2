#include "transport/control/frame_stream.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace dps::control {

namespace {

bool same_frame(const FrameHeader& a, const FrameHeader& b) {
  return a.kind == b.kind && a.process == b.process && a.run == b.run;
}

}  // namespace

Result<std::optional<RawFrame>> FrameReader::next_part() {
  const std::span<const std::byte> bytes = buffer_.unread();
  if (bytes.size() < kHeaderBytes) {
    return std::nullopt;
  }
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
  buffer_.consume(kHeaderBytes + header->length);
  return part;
}

Result<void> FrameReader::join(RawFrame part) {
  if (part.header.kind == FrameKind::kAgentLost &&
      !part.header.more) {  // the half that is lost could not finish its frame
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
  if (buffer_.in_noise() && !violation_) {
    buffer_.skip_noise();
    if (buffer_.is_too_noisy()) {
      violation_ = Error{ErrorCode::kProtocol, "no agent answered; only text was received"};
    }
  }
  while (!violation_ && !buffer_.in_noise()) {
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
