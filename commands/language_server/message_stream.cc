#include "commands/language_server/message_stream.h"

#include <cerrno>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/letter_case.h"

namespace dps::commands {
namespace {

constexpr std::size_t kMostHeaderBytes = 8192;
constexpr std::size_t kMostContentBytes = std::size_t{1} << 30;
constexpr int kAliveInterval = 3000;  // milliseconds

/// The value of Content-Length in the lines of a header.
std::optional<std::size_t> content_length(std::string_view header) {
  constexpr std::string_view kName = "content-length:";
  while (!header.empty()) {
    std::string_view line = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(line.size() + 1, header.size()));
    if (!lower_case(line.substr(0, kName.size())).starts_with(kName)) {
      continue;
    }
    line.remove_prefix(kName.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    const std::string_view rest(end, static_cast<std::size_t>(line.data() + line.size() - end));
    return error == std::errc() && rest.find_first_not_of(" \t\r") == std::string_view::npos
               ? std::optional(length)
               : std::nullopt;
  }
  return std::nullopt;
}

struct HeaderEnd {
  std::size_t header = 0;   ///< its bytes without the empty line
  std::size_t content = 0;  ///< the position of the content
};

/// The empty line after a header; LF is accepted in place of CR LF.
std::optional<HeaderEnd> header_end(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with("\r\n")) {
      return HeaderEnd{at, at + 3};
    }
    if (rest.starts_with('\n')) {
      return HeaderEnd{at, at + 2};
    }
  }
  return std::nullopt;
}

}  // namespace

bool MessageStream::fill() {
  while (true) {
    pollfd wait{in_, POLLIN, 0};
    const int ready = poll(&wait, 1, is_alive_ ? kAliveInterval : -1);
    if (ready == 0 && !is_alive_()) {
      return false;
    }
    if (ready == 0 || (ready < 0 && errno == EINTR)) {
      continue;
    }
    if (at_ > 0) {
      buffer_.erase(0, at_);
      at_ = 0;
    }
    constexpr std::size_t kChunk = 1U << 16;
    const std::size_t before = buffer_.size();
    buffer_.resize(before + kChunk);
    const ssize_t count = ::read(in_, buffer_.data() + before, kChunk);
    buffer_.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
      continue;
    }
    return count > 0;
  }
}

bool MessageStream::skip(std::size_t bytes) {
  while (buffer_.size() - at_ < bytes) {
    bytes -= buffer_.size() - at_;
    at_ = buffer_.size();
    if (!fill()) {
      return false;
    }
  }
  at_ += bytes;
  return true;
}

Incoming MessageStream::read() {
  std::optional<HeaderEnd> end;
  while (!(end = header_end(std::string_view(buffer_).substr(at_)))) {
    if (buffer_.size() - at_ > kMostHeaderBytes) {
      at_ = buffer_.size();
      return {Incoming::Kind::kMalformed, "the header of a message is too long"};
    }
    if (!fill()) {
      return {};
    }
  }
  const auto length = content_length(std::string_view(buffer_).substr(at_, end->header));
  at_ += end->content;
  if (!length) {
    return {Incoming::Kind::kMalformed, "the header of a message has no valid Content-Length"};
  }
  if (*length > kMostContentBytes) {
    return skip(*length) ? Incoming{Incoming::Kind::kMalformed, "a message has more than 1 GiB"}
                         : Incoming{};
  }
  while (buffer_.size() - at_ < *length) {
    if (!fill()) {
      return {};
    }
  }
  Incoming message{Incoming::Kind::kMessage, buffer_.substr(at_, *length)};
  at_ += *length;
  return message;
}

bool MessageStream::write(std::string_view content) {
  return dps::write_all(out_, fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content));
}

}  // namespace dps::commands
