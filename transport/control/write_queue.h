/// Writes frames asynchronously: they are queued until the descriptor accepts them, so that a slow
/// reader never blocks an event loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "transport/control/stream_io.h"

namespace dps::control {

/// Writes pieces to a stream in their order, from the event loop.
class WriteQueue {
 public:
  using Stream = boost::asio::posix::stream_descriptor;

  /// `to` is borrowed, outlives the queue and is non-blocking before the first push(). `on_broken`
  /// is called once, from the event loop, when a write fails; from then on every piece is dropped.
  WriteQueue(Stream& to, std::function<void()> on_broken)
      : to_(to), on_broken_(std::move(on_broken)) {}

  /// Writes each piece with one write() if the kernel accepts it; immediately if the queue is
  /// empty.
  void push(std::vector<std::byte> piece);
  [[nodiscard]] bool empty() const { return queue_.empty(); }

  /// Accepts no more pieces, and closes the descriptor when the queue has been written.
  void finish();
  /// Writes the rest of the queue outside the event loop, until the timeout.
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
