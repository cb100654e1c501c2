// Bytes that wait until a descriptor takes them.
#include "simulator/agent/write_queue.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

#include "control/frame_stream.h"

namespace dps::simulator {

void WriteQueue::push(std::vector<std::byte> piece) {
  if (broken_) {
    return;
  }
  pieces_.push_back(std::move(piece));
  if (pieces_.size() == 1) {
    wait();
  }
}

void WriteQueue::wait() {
  to_.async_wait(asio::posix::stream_descriptor::wait_write, [this](const error_code& error) {
    if (error && error != asio::error::operation_aborted) {
      give_up();
    }
    if (!error && write_first() && !pieces_.empty()) {
      wait();
    }
  });
}

/// False when the queue has broken.
bool WriteQueue::write_first() {
  std::vector<std::byte>& piece = pieces_.front();
  const ssize_t count =
      write(to_.native_handle(), piece.data() + written_, piece.size() - written_);
  if (count < 0 && errno != EAGAIN && errno != EINTR) {
    give_up();
    return false;
  }
  written_ += count > 0 ? static_cast<std::size_t>(count) : 0;
  if (written_ == piece.size()) {
    control::wipe(piece);  // it may have held a PLAN
    pieces_.pop_front();
    written_ = 0;
  }
  return true;
}

void WriteQueue::give_up() {
  broken_ = true;
  pieces_.clear();
  on_broken_();
}

void WriteQueue::flush(std::chrono::milliseconds patience) {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + patience;
  while (!pieces_.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
    pollfd room{to_.native_handle(), POLLOUT, 0};
    if (left.count() <= 0 || poll(&room, 1, static_cast<int>(left.count())) <= 0 ||
        !write_first()) {
      return;
    }
  }
}

}  // namespace dps::simulator
