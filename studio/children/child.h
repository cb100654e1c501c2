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

/// Is killed with this object, and with this process. Its stderr is ours.
class Child : public std::enable_shared_from_this<Child> {
 public:
  using OnBytes = std::function<void(std::string_view bytes)>;
  using OnEnd = std::function<void()>;

  /// Errors (kSystem): no process or descriptor is left.
  static Result<std::shared_ptr<Child>> start(boost::asio::io_context& io,
                                              const std::vector<std::string>& words);
  Child(boost::asio::io_context& io, pid_t pid, int input, int output);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// `on_bytes` gets its output; `on_end` is called once, when the output ends. Neither is called
  /// after end().
  void read(OnBytes on_bytes, OnEnd on_end);
  void write(std::string bytes);
  /// Bytes that the child has not yet read.
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  /// Kills and reaps it.
  void end();

 private:
  void read_next();
  void write_next();

  pid_t pid_;
  boost::asio::posix::stream_descriptor input_;
  boost::asio::posix::stream_descriptor output_;
  std::vector<char> buffer_;
  std::deque<std::string> waiting_;
  std::size_t waiting_bytes_ = 0;
  OnBytes on_bytes_;
  OnEnd on_end_;
};

}  // namespace dps::studio
