/// File descriptors with one owner, and pipes.
#pragma once

#include <utility>

#include <unistd.h>

#include "base/result.h"

namespace dps {

/// Owns an open descriptor, or none, and closes it in its destructor.
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

/// Makes a pipe whose ends are closed on exec. Errors: no descriptor is left (kSystem).
Result<Pipe> make_pipe();

}  // namespace dps
