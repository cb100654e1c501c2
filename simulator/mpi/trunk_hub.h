/// The far end of the trunk over MPI: the agent that has the coordinator's pipe forwards the
/// streams of all agents (docs/protocol.md, "The trunk").
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "control/chunk_stream.h"
#include "control/write_queue.h"
#include "simulator/agent/asio.h"
#include "simulator/guard/guardian.h"

namespace dps::simulator {

class TrunkHub {
 public:
  struct Events {
    /// A piece of the stream down to a host; empty: the stream has ended.
    std::function<void(std::uint32_t host, std::span<const std::byte> piece)> down;
    /// The coordinator has ended, or what it sends is no trunk.
    std::function<void()> lost;
  };

  /// Writes the marker.
  TrunkHub(asio::io_context& io, const Channels& channels, std::uint32_t hosts, Events events);
  TrunkHub(const TrunkHub&) = delete;
  TrunkHub& operator=(const TrunkHub&) = delete;
  ~TrunkHub() = default;

  /// Sends a piece of the stream up of a host; an empty one ends the stream.
  void up(std::uint32_t host, std::span<const std::byte> piece);
  [[nodiscard]] bool idle() const { return queue_.empty(); }
  /// True if all streams up have ended.
  [[nodiscard]] bool all_ended() const { return open_ == 0; }
  /// Writes what remains, outside the event loop, for at most this long.
  void flush(std::chrono::milliseconds limit) { queue_.flush(limit); }

 private:
  void await_chunks();
  bool read_chunks();
  void lose();

  asio::posix::stream_descriptor down_;
  asio::posix::stream_descriptor up_;
  Events events_;
  control::ChunkReader reader_;
  control::WriteQueue queue_;
  std::vector<bool> ended_;
  std::uint32_t open_;
  bool lost_ = false;
  std::array<std::byte, 64 << 10> buffer_{};
};

}  // namespace dps::simulator
