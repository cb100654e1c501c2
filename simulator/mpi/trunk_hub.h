/// The far end of the trunk: the one agent that has the coordinator's pipe passes on what is for
/// the others, and from them (docs/protocol.md, "The trunk").
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "control/chunk_stream.h"
#include "simulator/agent/asio.h"
#include "simulator/agent/write_queue.h"
#include "simulator/guard/guardian.h"

namespace dps::simulator {

class TrunkEnd {
 public:
  struct Events {
    /// A piece of the stream down to a host; empty: it has ended.
    std::function<void(std::uint32_t host, std::span<const std::byte> piece)> down;
    /// The coordinator is gone, or what it says is no trunk.
    std::function<void()> lost;
  };

  /// Writes the marker.
  TrunkEnd(asio::io_context& io, const Channels& channels, std::uint32_t hosts, Events events);
  TrunkEnd(const TrunkEnd&) = delete;
  TrunkEnd& operator=(const TrunkEnd&) = delete;
  ~TrunkEnd() = default;

  /// A piece of the stream up of a host; empty: it ends.
  void up(std::uint32_t host, std::span<const std::byte> piece);
  [[nodiscard]] bool idle() const { return queue_.empty(); }
  /// All streams up have ended.
  [[nodiscard]] bool all_ended() const { return open_ == 0; }
  /// Writes what still waits, outside the event loop, for at most this long.
  void flush(std::chrono::milliseconds patience) { queue_.flush(patience); }

 private:
  void await_chunks();
  bool read_chunks();
  void lose();

  asio::posix::stream_descriptor down_;
  asio::posix::stream_descriptor up_;
  Events events_;
  control::ChunkReader reader_;
  WriteQueue queue_;
  std::vector<bool> ended_;
  std::uint32_t open_;
  bool lost_ = false;
  std::array<std::byte, 64 << 10> piece_{};
};

}  // namespace dps::simulator
