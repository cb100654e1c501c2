#include "simulator/mpi/trunk_hub.h"

#include <utility>

namespace dps::simulator {

TrunkHub::TrunkHub(asio::io_context& io, const Channels& channels, std::uint32_t hosts,
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

void TrunkHub::up(std::uint32_t host, std::span<const std::byte> piece) {
  if (ended_[host]) {
    return;
  }
  if (piece.empty()) {
    ended_[host] = true;
    --open_;
  }
  queue_.push(control::chunks_of(host, piece));
}

void TrunkHub::await_chunks() {
  down_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const error_code& error) {
    if (error != asio::error::operation_aborted && (error || !read_chunks())) {
      lose();
    } else if (!error) {
      await_chunks();
    }
  });
}

/// Returns false at the end of the stream, or if it violates the protocol.
bool TrunkHub::read_chunks() {
  const auto outcome = control::read_into(reader_, down_.native_handle(), buffer_);
  const auto taken = control::take_chunks(reader_, [this](const control::Chunk& chunk) {
    if (chunk.stream != control::kTrunkItself) {
      events_.down(chunk.stream, chunk.bytes);
    }
  });
  return taken && outcome != control::Transfer::kEnd;
}

void TrunkHub::lose() {
  if (!std::exchange(lost_, true)) {
    events_.lost();
  }
}

}  // namespace dps::simulator
