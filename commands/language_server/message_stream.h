/// Messages of the Language Server Protocol over two descriptors.
/// Source: LSP 3.17, "Base Protocol".
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace dps::commands {

/// A message that was read.
struct Incoming {
  enum class Kind { kMessage, kMalformed, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;  ///< the content; for kMalformed, the mistake in the header
};

class MessageStream {
 public:
  MessageStream(int in, int out) : in_(in), out_(out) {}

  /// Sets a function that is called at intervals while nothing arrives; false ends the stream.
  void set_alive(std::function<bool()> is_alive) { is_alive_ = std::move(is_alive); }

  /// Waits for the next message. Reads on after a malformed header. The content is not parsed.
  Incoming read();
  /// Writes a message. Returns false if the client has closed the stream.
  bool write(std::string_view content);

 private:
  /// Reads more bytes into the buffer. Returns false at the end of the stream.
  bool fill();
  bool skip(std::size_t bytes);

  int in_;
  int out_;
  std::function<bool()> is_alive_;
  std::string buffer_;
  std::size_t at_ = 0;  ///< read bytes of the buffer
};

}  // namespace dps::commands
