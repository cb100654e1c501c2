#include "transport/control/stream_io.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dps::control {
namespace {

Transfer outcome_of(ssize_t count) {
  if (count > 0) {
    return Transfer::kSome;
  }
  const bool may_continue = count < 0 && (errno == EAGAIN || errno == EINTR);
  return may_continue ? Transfer::kNone : Transfer::kEnd;
}

/// Calls `write_some` until all bytes are written or it fails.
template <typename Write>
bool write_all_by(std::span<const std::byte> bytes, Write write_some) {
  while (!bytes.empty()) {
    const ssize_t count = write_some(bytes);
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (count < 0 && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

ReadResult read_once(int fd, std::span<std::byte> buffer) {
  const ssize_t count = read(fd, buffer.data(), buffer.size());
  return {outcome_of(count), buffer.first(static_cast<std::size_t>(std::max<ssize_t>(count, 0)))};
}

bool write_all(int fd, std::span<const std::byte> bytes) {
  return write_all_by(
      bytes, [fd](std::span<const std::byte> rest) { return write(fd, rest.data(), rest.size()); });
}

bool send_all(int socket, std::span<const std::byte> bytes) {
  return write_all_by(bytes, [socket](std::span<const std::byte> rest) {
    return send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
  });
}

void set_nonblocking(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

void ByteQueue::push(std::vector<std::byte> piece) {
  if (!piece.empty()) {
    size_ += piece.size();
    pieces_.push_back(std::move(piece));
  }
}

Transfer ByteQueue::write_once(int fd) {
  std::vector<std::byte>& piece = pieces_.front();
  const ssize_t count = write(fd, piece.data() + written_, piece.size() - written_);
  const Transfer outcome = outcome_of(count);
  if (outcome == Transfer::kSome) {
    written_ += static_cast<std::size_t>(count);
    size_ -= static_cast<std::size_t>(count);
  }
  if (written_ == piece.size()) {
    wipe(piece);
    pieces_.pop_front();
    written_ = 0;
  }
  return outcome;
}

void ByteQueue::clear() {
  for (std::vector<std::byte>& piece : pieces_) {
    wipe(piece);
  }
  pieces_.clear();
  written_ = 0;
  size_ = 0;
}

}  // namespace dps::control
