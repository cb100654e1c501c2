/// Threads that compute predictions: each takes the next item and delivers its outcome.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace dps {

/// Stops the predictions of all threads unless it is 0.
using StopSignal = std::atomic<int>;

/// The number of threads for predictions: one for each core.
inline std::size_t prediction_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

template <typename Outcome>
class WorkerPool {
 public:
  /// Called in the threads; ends early when the signal is set.
  using Work = std::function<Outcome(std::size_t item, const StopSignal& stop)>;

  WorkerPool(std::size_t threads, Work work) : work_(std::move(work)) {
    threads_.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { work_on_items(); });
    }
  }
  /// Abandons the items in progress.
  ~WorkerPool() {
    stop(SIGTERM);
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// The number of items that may be added so that no thread waits for one.
  std::size_t room() {
    const std::lock_guard lock(mutex_);
    const std::size_t wanted = 2 * threads_.size();
    return wanted - std::min(wanted, waiting_.size());
  }

  void add(std::size_t item) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(item);
    has_work_.notify_one();
  }

  /// The next outcome; nullopt if none is ready within `pause`.
  std::optional<Outcome> next(std::chrono::milliseconds pause) {
    std::unique_lock lock(mutex_);
    is_ready_.wait_for(lock, pause, [this] { return !finished_.empty(); });
    if (finished_.empty()) {
      return std::nullopt;
    }
    Outcome first = std::move(finished_.front());
    finished_.pop_front();
    return first;
  }

 private:
  void stop(int signal) {
    const std::lock_guard lock(mutex_);
    stop_ = signal;
    has_work_.notify_all();
  }

  void work_on_items() {
    std::unique_lock lock(mutex_);
    while (true) {
      has_work_.wait(lock, [this] { return !waiting_.empty() || stop_ != 0; });
      if (stop_ != 0) {
        return;
      }
      const std::size_t item = waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      Outcome outcome = work_(item, stop_);
      lock.lock();
      finished_.push_back(std::move(outcome));
      is_ready_.notify_one();
    }
  }

  Work work_;
  StopSignal stop_ = 0;
  std::mutex mutex_;
  std::condition_variable is_ready_;
  std::condition_variable has_work_;
  std::deque<std::size_t> waiting_;
  std::deque<Outcome> finished_;
  std::vector<std::thread> threads_;
};

}  // namespace dps
