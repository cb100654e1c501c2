#include "transport/control/chunk_stream.h"

#include <algorithm>
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
  const std::size_t count = (bytes.size() + kMaxChunk - 1) / kMaxChunk;
  to.reserve(to.size() + bytes.size() + count * kChunkHeaderBytes);  // no copy stays unwiped
  while (!bytes.empty()) {
    const std::size_t length = std::min<std::size_t>(bytes.size(), kMaxChunk);
    append_chunk(stream, bytes.first(length), to);
    bytes = bytes.subspan(length);
  }
}

void append_end(std::uint32_t stream, std::vector<std::byte>& to) {
  append_chunk(stream, {}, to);
}

std::vector<std::byte> chunks_of(std::uint32_t stream, std::span<const std::byte> bytes) {
  std::vector<std::byte> chunks;
  if (bytes.empty()) {
    append_end(stream, chunks);
  } else {
    append_chunks(stream, bytes, chunks);
  }
  return chunks;
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
    return violate("received more than 1 MiB of text instead of the trunk's marker");
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

}  // namespace dps::control
