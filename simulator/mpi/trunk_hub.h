/// The agents' end of the trunk over MPI: the agent that has the coordinator's pipe forwards the
/// streams of all agents.
/// Source: docs/protocol.md, "The trunk".
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "simulator/agent/asio.h"
#include "simulator/agent/guardian.h"
#include "transport/control/chunk_stream.h"
#include "transport/control/write_queue.h"

namespace dps::simulator {

/// Splits the coordinator's stream by hosts, and joins the streams of all agents.
class TrunkHub {
 public:
  struct Events {
    /// Bytes of the stream to a host's agent; empty at its end.
    std::function<void(std::uint32_t host, std::span<const std::byte> piece)> down;
    /// The coordinator has ended, or has violated the protocol.
    std::function<void()> lost;
  };

  /// Writes the marker.
  TrunkHub(asio::io_context& io, const Channels& channels, std::uint32_t hosts, Events events);
  TrunkHub(const TrunkHub&) = delete;
  TrunkHub& operator=(const TrunkHub&) = delete;
  ~TrunkHub() = default;

  /// Sends bytes of a host's agent to the coordinator; an empty piece ends the stream.
  void up(std::uint32_t host, std::span<const std::byte> piece);
  [[nodiscard]] bool idle() const { return queue_.empty(); }
  /// True if the streams of all agents have ended.
  [[nodiscard]] bool all_ended() const { return open_ == 0; }
  /// Writes the rest of the queue outside the event loop, until the timeout.
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
