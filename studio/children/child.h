/// A child process whose standard input and output are pipes of the event loop.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "base/result.h"

namespace dps::studio {

struct ChildPlace {
  int folder = -1;            ///< a descriptor of its working folder; -1: ours
  bool shows_errors = false;  ///< its stderr goes to its output, not to ours
};

/// A child process, which is killed when this object is destroyed or this process ends.
class Child : public std::enable_shared_from_this<Child> {
 public:
  using OnBytes = std::function<void(std::string_view bytes)>;
  using OnEnd = std::function<void()>;

  /// Starts the child. Errors (kSystem): no process or descriptor is left.
  static Result<std::shared_ptr<Child>> start(boost::asio::io_context& io,
                                              const std::vector<std::string>& words,
                                              const ChildPlace& place = {});
  Child(boost::asio::io_context& io, pid_t pid, int input, int output);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Reads its output: `on_bytes` gets the bytes; `on_end` is called once, at the end of the
  /// output. Neither is called after end().
  void read(OnBytes on_bytes, OnEnd on_end);
  void write(std::string bytes);
  /// Closes its input when all bytes have been written.
  void finish_input();
  /// Bytes that the child has not yet read.
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  /// Sends SIGINT, like Ctrl-C.
  void interrupt() const;
  /// Kills it, which ends its output.
  void kill() const;
  /// Kills and reaps it.
  void end();
  /// The status of wait(2), after its end.
  [[nodiscard]] int wait_status() const { return wait_status_; }

 private:
  void read_next();
  void write_next();

  pid_t pid_;  // 0 after its end
  int wait_status_ = 0;
  bool input_ends_ = false;
  boost::asio::posix::stream_descriptor input_;
  boost::asio::posix::stream_descriptor output_;
  std::vector<char> buffer_;
  std::deque<std::string> waiting_;
  std::size_t waiting_bytes_ = 0;
  OnBytes on_bytes_;
  OnEnd on_end_;
};

}  // namespace dps::studio
