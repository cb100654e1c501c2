/// Buffered output of the writers of traces.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"

namespace dps::traces {

/// Takes the next bytes of a file. After an error it is not called again.
using Drain = std::function<Result<void>(std::string_view)>;

/// Collects bytes and passes them on in large pieces. After an error, bytes are dropped; writers
/// call is_ok() now and then, and finish() at the end.
class BufferedOutput {
 public:
  explicit BufferedOutput(Drain drain) : drain_(std::move(drain)) { buffer_.reserve(2 * kPiece); }

  void append(std::string_view text) {
    buffer_ += text;
    pass_on();
  }
  template <typename... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    pass_on();
  }

  [[nodiscard]] bool is_ok() const { return !error_; }

  /// Passes the rest on. Errors: the first of the drain.
  Result<void> finish() {
    drain();
    return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{256} << 10;

  void pass_on() {
    if (buffer_.size() >= kPiece) {
      drain();
    }
  }
  void drain() {
    if (!error_ && !buffer_.empty()) {
      if (const auto done = drain_(buffer_); !done) {
        error_ = done.error();
      }
    }
    buffer_.clear();
  }

  Drain drain_;
  std::string buffer_;
  std::optional<Error> error_;
};

}  // namespace dps::traces
