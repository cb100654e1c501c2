#include "transport/control/write_queue.h"

#include <poll.h>

namespace dps::control {

using boost::system::error_code;

void WriteQueue::push(std::vector<std::byte> piece) {
  if (is_broken_ || is_finishing_ || piece.empty()) {
    return;
  }
  const bool is_first = queue_.empty();
  queue_.push(std::move(piece));
  if (is_first) {
    queue_.write_once(to_.native_handle());  // wait() reports an error from the event loop
  }
  if (is_first && !queue_.empty()) {
    wait();
  }
}

void WriteQueue::finish() {
  is_finishing_ = true;
  close_if_finished();
}

void WriteQueue::wait() {
  to_.async_wait(Stream::wait_write, [this](const error_code& error) {
    if (error == boost::asio::error::operation_aborted) {
      return;
    }
    if (error) {
      give_up();
    } else {
      on_writable();
    }
  });
}

void WriteQueue::on_writable() {
  if (!queue_.empty() && queue_.write_once(to_.native_handle()) == Transfer::kEnd) {
    give_up();
  } else if (queue_.empty()) {
    close_if_finished();
  } else {
    wait();
  }
}

void WriteQueue::give_up() {
  is_broken_ = true;
  queue_.clear();
  close_if_finished();
  on_broken_();
}

void WriteQueue::close_if_finished() {
  if (is_finishing_ && queue_.empty()) {
    error_code ignored;
    to_.close(ignored);
  }
}

void WriteQueue::flush(std::chrono::milliseconds limit) {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + limit;
  while (!queue_.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
    pollfd room{to_.native_handle(), POLLOUT, 0};
    if (left.count() <= 0 || poll(&room, 1, static_cast<int>(left.count())) <= 0 ||
        queue_.write_once(to_.native_handle()) == Transfer::kEnd) {
      return;
    }
  }
}

}  // namespace dps::control
