// The streams of many agents through one pipe.
#include "control/trunk.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "control/frame_stream.h"

namespace dps::control {

namespace {

constexpr std::size_t kNoiseKept = 4 << 10;
constexpr std::size_t kNoiseLimit = 1 << 20;

void append_u32(std::uint32_t value, std::vector<std::byte>& to) {
  for (int shift = 0; shift < 32; shift += 8) {
    to.push_back(static_cast<std::byte>(value >> shift));
  }
}

std::uint32_t read_u32(const std::byte* at) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) {
    value = value << 8 | std::to_integer<std::uint32_t>(at[i]);
  }
  return value;
}

void append_chunk(std::uint32_t stream, std::span<const std::byte> bytes,
                  std::vector<std::byte>& to) {
  append_u32(stream, to);
  append_u32(static_cast<std::uint32_t>(bytes.size()), to);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

void append_chunks(std::uint32_t stream, std::span<const std::byte> bytes,
                   std::vector<std::byte>& to) {
  DPS_CHECK(!bytes.empty());
  while (!bytes.empty()) {
    const std::size_t length = std::min<std::size_t>(bytes.size(), kMaxChunk);
    append_chunk(stream, bytes.first(length), to);
    bytes = bytes.subspan(length);
  }
}

void append_end(std::uint32_t stream, std::vector<std::byte>& to) {
  append_chunk(stream, {}, to);
}

void ChunkReader::feed(std::span<const std::byte> bytes) {
  consume(std::exchange(lent_, 0));
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

void ChunkReader::consume(std::size_t bytes) {
  wipe(std::span(buffer_).subspan(used_, bytes));
  used_ += bytes;
  if (unread() == 0) {
    buffer_.clear();
    used_ = 0;
  }
}

void ChunkReader::skip_noise() {
  const std::string_view text(reinterpret_cast<const char*>(buffer_.data()) + used_, unread());
  const std::size_t found = text.find(kTrunkMarker);
  in_noise_ = found == std::string_view::npos;
  // Without the marker, what may be its beginning stays.
  const std::size_t skipped =
      in_noise_ ? text.size() - std::min(text.size(), kTrunkMarker.size() - 1) : found;
  noise_.append(text.substr(0, skipped));
  noise_.erase(0, noise_.size() - std::min(noise_.size(), kNoiseKept));
  noise_bytes_ += skipped;
  consume(skipped + (in_noise_ ? 0 : kTrunkMarker.size()));
}

tl::unexpected<Error> ChunkReader::violate(const std::string& what) {
  violation_ = Error{ErrorCode::kProtocol, what};
  return tl::unexpected(*violation_);
}

Result<std::optional<Chunk>> ChunkReader::next() {
  consume(std::exchange(lent_, 0));
  if (violation_) {
    return tl::unexpected(*violation_);
  }
  if (in_noise_) {
    skip_noise();
  }
  if (in_noise_ && noise_bytes_ > kNoiseLimit) {
    return violate("more than 1 MiB came and no sign of the trunk");
  }
  if (in_noise_ || unread() < kChunkHeaderBytes) {
    return std::nullopt;
  }
  const std::byte* const at = buffer_.data() + used_;
  const std::uint32_t stream = read_u32(at);
  const std::uint32_t length = read_u32(at + 4);
  if (length > kMaxChunk || (stream >= streams_ && stream != kTrunkItself)) {
    return violate(fmt::format("a chunk of {} bytes for stream {}", length, stream));
  }
  if (unread() < kChunkHeaderBytes + length) {
    return std::nullopt;
  }
  const std::size_t place = stream == kTrunkItself ? streams_ : stream;
  ended_.resize(std::size_t{streams_} + 1);
  if (ended_[place]) {
    return violate(fmt::format("a chunk for stream {}, which has ended", stream));
  }
  ended_[place] = length == 0;
  lent_ = kChunkHeaderBytes + length;
  return Chunk{stream, std::span(at, lent_).subspan(kChunkHeaderBytes)};
}

namespace {

constexpr std::string_view kLostMark = "\1dps-agent-lost\2 ";

}  // namespace

std::string lost_agent_line(const LostAgent& lost) {
  return fmt::format("{}{} {} {} {}", kLostMark, lost.host, lost.lost.half, lost.lost.signal,
                     lost.lost.status);
}

std::optional<LostAgent> parse_lost_agent(std::string_view line) {
  if (!line.starts_with(kLostMark)) {
    return std::nullopt;
  }
  std::istringstream words{std::string(line.substr(kLostMark.size()))};
  LostAgent lost;
  words >> lost.host >> lost.lost.half >> lost.lost.signal >> lost.lost.status;
  const bool is_half = lost.lost.half == "agent" || lost.lost.half == "guardian";
  return words && is_half && words.peek() == std::istringstream::traits_type::eof()
             ? std::optional(lost)
             : std::nullopt;
}

void LineSplitter::feed(std::span<const std::byte> bytes) {
  text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::string> LineSplitter::next() {
  std::size_t end = text_.find('\n');
  if (end == std::string::npos && text_.size() < kLongestLine) {
    return std::nullopt;
  }
  const bool is_whole = end <= kLongestLine;
  end = is_whole ? end : kLongestLine;
  std::string line = text_.substr(0, end);
  text_.erase(0, end + (is_whole ? 1 : 0));
  return line;
}

}  // namespace dps::control
