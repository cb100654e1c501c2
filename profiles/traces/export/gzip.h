/// Compresses output on its way.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "profiles/traces/output.h"

namespace dps::traces {

/// A gzip stream (RFC 1952).
class Gzip {
 public:
  /// The comment in the header, by which dps recognises its files.
  static constexpr std::string_view kComment = "written by dps";

  explicit Gzip(Drain drain);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  /// Errors: those of the drain.
  Result<void> write(std::string_view text);
  /// Writes the end of the stream.
  Result<void> finish();

 private:
  Result<void> compress(std::string_view text, bool is_last);

  struct Stream;
  std::unique_ptr<Stream> stream_;
  Drain drain_;
  std::string piece_;
};

}  // namespace dps::traces
