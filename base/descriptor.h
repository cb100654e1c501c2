/// An open file descriptor that has one owner, and the two of a pipe.
#pragma once

#include <utility>

#include <unistd.h>

#include "base/result.h"

namespace dps {

/// Closed when its owner goes.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    const int fd = other.release();
    close();
    fd_ = fd;
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void close() {
    if (const int fd = release(); fd >= 0) {
      ::close(fd);
    }
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
};

/// Both ends are closed on exec. Errors (kSystem): too few descriptors.
Result<Pipe> make_pipe();

}  // namespace dps
