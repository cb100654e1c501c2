// The streams of many agents through one pipe.
#include "control/chunk_stream.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/encoding.h"

namespace dps::control {

namespace {

void append_chunk(std::uint32_t stream, std::span<const std::byte> bytes,
                  std::vector<std::byte>& to) {
  Encoder header;
  header.u32(stream);
  header.u32(static_cast<std::uint32_t>(bytes.size()));
  to.insert(to.end(), header.buffer().begin(), header.buffer().end());
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
  buffer_.consume(std::exchange(lent_, 0));
  buffer_.feed(bytes);
}

tl::unexpected<Error> ChunkReader::violate(const std::string& what) {
  violation_ = Error{ErrorCode::kProtocol, what};
  return tl::unexpected(*violation_);
}

Result<std::optional<Chunk>> ChunkReader::next() {
  buffer_.consume(std::exchange(lent_, 0));
  if (violation_) {
    return tl::unexpected(*violation_);
  }
  buffer_.skip_noise();
  if (buffer_.in_noise() && buffer_.is_too_noisy()) {
    return violate("more than 1 MiB came and no sign of the trunk");
  }
  const std::span<const std::byte> bytes = buffer_.unread();
  if (buffer_.in_noise() || bytes.size() < kChunkHeaderBytes) {
    return std::nullopt;
  }
  Decoder header(bytes);
  const std::uint32_t stream = header.u32();
  const std::uint32_t length = header.u32();
  if (length > kMaxChunk || (stream >= streams_ && stream != kTrunkItself)) {
    return violate(fmt::format("a chunk of {} bytes for stream {}", length, stream));
  }
  if (bytes.size() < kChunkHeaderBytes + length) {
    return std::nullopt;
  }
  const std::size_t place = stream == kTrunkItself ? streams_ : stream;
  ended_.resize(std::size_t{streams_} + 1);
  if (ended_[place]) {
    return violate(fmt::format("a chunk for stream {}, which has ended", stream));
  }
  ended_[place] = length == 0;
  lent_ = kChunkHeaderBytes + length;
  return Chunk{stream, bytes.subspan(kChunkHeaderBytes, length)};
}

namespace {

constexpr std::string_view kLostMark = "\1dps-agent-lost\2 ";
constexpr std::string_view kEndMark = "gone ";

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

std::string end_of_agent_line(const EndOfAgent& end) {
  return fmt::format("{}{} {}", kEndMark, end.host, end.words);
}

std::optional<EndOfAgent> parse_end_of_agent(std::string_view line) {
  if (!line.starts_with(kEndMark)) {
    return std::nullopt;
  }
  line.remove_prefix(kEndMark.size());
  EndOfAgent end;
  const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), end.host);
  line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
  if (error != std::errc() || !line.starts_with(' ')) {
    return std::nullopt;
  }
  end.words = line.substr(1);
  return end;
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
