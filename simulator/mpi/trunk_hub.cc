// The far end of the trunk.
#include "simulator/mpi/trunk_hub.h"

#include <cerrno>
#include <utility>

#include <unistd.h>

#include "control/frame_stream.h"

namespace dps::simulator {

TrunkEnd::TrunkEnd(asio::io_context& io, const Channels& channels, std::uint32_t hosts,
                   Events events)
    : down_(io, channels.down),
      up_(io, channels.up),
      events_(std::move(events)),
      reader_(hosts, false),
      queue_(up_, [this] { lose(); }),
      ended_(hosts),
      open_(hosts) {
  error_code ignored;
  up_.non_blocking(true, ignored);
  const auto marker = std::as_bytes(std::span(control::kTrunkMarker));
  queue_.push({marker.begin(), marker.end()});
  await_chunks();
}

void TrunkEnd::up(std::uint32_t host, std::span<const std::byte> piece) {
  if (ended_[host]) {
    return;
  }
  std::vector<std::byte> chunks;
  if (piece.empty()) {
    ended_[host] = true;
    --open_;
    control::append_end(host, chunks);
  } else {
    control::append_chunks(host, piece, chunks);
  }
  queue_.push(std::move(chunks));
}

void TrunkEnd::await_chunks() {
  down_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const error_code& error) {
    if (error != asio::error::operation_aborted && (error || !read_chunks())) {
      lose();
    } else if (!error) {
      await_chunks();
    }
  });
}

/// False at the end, or when what came is no trunk.
bool TrunkEnd::read_chunks() {
  const ssize_t count = read(down_.native_handle(), piece_.data(), piece_.size());
  if (count <= 0) {
    return count < 0 && (errno == EAGAIN || errno == EINTR);
  }
  reader_.feed(std::span(piece_).first(static_cast<std::size_t>(count)));
  control::wipe(piece_);
  while (true) {
    const auto chunk = reader_.next();
    if (!chunk || !*chunk) {
      return chunk.has_value();
    }
    if ((*chunk)->stream != control::kTrunkItself) {
      events_.down((*chunk)->stream, (*chunk)->bytes);
    }
  }
}

void TrunkEnd::lose() {
  if (!std::exchange(lost_, true)) {
    events_.lost();
  }
}

}  // namespace dps::simulator
