/// Bytes that wait until a descriptor takes them, so that no slow reader stalls the agent.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include "simulator/agent/asio.h"

namespace dps::simulator {

class WriteQueue {
 public:
  /// `to` is borrowed and outlives the queue. `on_broken` is called once, when nobody reads any
  /// more; from then on everything is dropped.
  WriteQueue(asio::posix::stream_descriptor& to, std::function<void()> on_broken)
      : to_(to), on_broken_(std::move(on_broken)) {}

  /// Each piece is handed to the kernel by one write, as far as it takes it.
  void push(std::vector<std::byte> piece);
  [[nodiscard]] bool empty() const { return pieces_.empty(); }

  /// Writes what still waits, outside the event loop, for at most this long.
  void flush(std::chrono::milliseconds patience);

 private:
  void wait();
  bool write_first();
  void give_up();

  asio::posix::stream_descriptor& to_;
  std::function<void()> on_broken_;
  std::deque<std::vector<std::byte>> pieces_;
  std::size_t written_ = 0;  ///< of the first piece
  bool broken_ = false;
};

}  // namespace dps::simulator
