/// The one asynchronous writer: frames wait here until their descriptor takes them, so that no slow
/// reader stalls an event loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "control/stream_io.h"

namespace dps::control {

class WriteQueue {
 public:
  using Stream = boost::asio::posix::stream_descriptor;

  /// `to` is borrowed, outlives the queue and is non-blocking before the first push(). `on_broken`
  /// is called once, from the event loop, when a write fails; from then on every piece is dropped.
  WriteQueue(Stream& to, std::function<void()> on_broken)
      : to_(to), on_broken_(std::move(on_broken)) {}

  /// Each piece is written by one write(), as far as the kernel takes it; at once if none waits.
  void push(std::vector<std::byte> piece);
  [[nodiscard]] bool empty() const { return queue_.empty(); }

  /// Takes no more pieces, and closes the descriptor when everything has been written.
  void finish();
  /// Writes what remains, outside the event loop, for at most this long.
  void flush(std::chrono::milliseconds limit);

 private:
  void wait();
  void on_writable();
  void give_up();
  void close_if_finished();

  Stream& to_;
  std::function<void()> on_broken_;
  ByteQueue queue_;
  bool is_finishing_ = false;
  bool is_broken_ = false;
};

}  // namespace dps::control
