#include "board/log_writer.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "board/clock.h"

namespace dps::board {
namespace {

/// A file without a name.
Descriptor make_file() {
  const char* folder = std::getenv("TMPDIR");
  folder = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  Descriptor file(::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600));
  if (file.is_open()) {
    return file;
  }
  std::array<char, 4096> name{};  // a file system without O_TMPFILE
  std::snprintf(name.data(), name.size(), "%s/dps-calls-XXXXXX", folder);
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file.is_open()) {
    ::unlink(name.data());
  }
  return file;
}

/// Maps these bytes of the file, after allocating them; null if the disk is full.
void* extend(int file, std::uint64_t offset, std::size_t size) {
  int done = -1;
  do {
    done = ::posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(size));
  } while (done == EINTR);
  if (done != 0) {
    return nullptr;
  }
  void* memory =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

LogWriter LogWriter::make(Clock clock) {
  LogWriter made;
  made.file_ = make_file();
  void* memory = made.file_.is_open() ? extend(made.file_.get(), 0, kHeaderBytes) : nullptr;
  if (memory == nullptr) {
    return {};
  }
  made.header_ = static_cast<LogHeader*>(memory);
  made.header_->magic = kMagic;
  made.header_->version = kVersion;
  made.header_->clock = clock;
  made.header_->attached = clock_pair(clock);
  return made;
}

bool LogWriter::grow() {
  if (header_ == nullptr || is_full_ || count_ >= limit_) {
    return false;
  }
  const int before = errno;
  void* memory = extend(file_.get(), kHeaderBytes + chunks_ * kChunkBytes, kChunkBytes);
  errno = before;
  if (memory == nullptr) {
    is_full_ = true;
    return false;
  }
  ++chunks_;
  next_ = static_cast<Record*>(memory);
  end_ = next_ + kChunkRecords;
  header_->latest = clock_pair(header_->clock);
  return true;
}

}  // namespace dps::board
