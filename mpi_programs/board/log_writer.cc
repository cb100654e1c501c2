#include "mpi_programs/board/log_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/unnamed_file.h"
#include "mpi_programs/board/clock.h"

namespace dps::board {
namespace {

constexpr std::uint64_t kMostRecords = std::uint64_t{1} << 24;  // 768 MiB

/// A piece is whole pages. The first are small, for threads with few calls. Later ones are large,
/// since the kernel takes several times as long for the pages of small pieces: its data are no
/// longer in the caches of the processor.
constexpr std::size_t kSmallPiece = 1024;  // records
constexpr std::size_t kLargePiece = 8192;
static_assert(kSmallPiece * kRecordBytes % 4096 == 0 && kLargePiece % kSmallPiece == 0);
static_assert(kChunkRecords % kLargePiece == 0);

/// Returns false if the program is allowed no larger files: the write would end it by SIGXFSZ.
bool may_grow_to(std::uint64_t size) {
  rlimit limit{};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur);
}

/// Writes zeros, so that the space and the pages are there. Faults of single pages of a file that
/// was allocated by fallocate() take twice the time. Returns false if the disk is full.
bool allocate(int file, std::uint64_t offset, std::size_t size) {
  static std::array<char, kSmallPiece * kRecordBytes>
      zeros;  // not constant, so that it is in no file
  if (!may_grow_to(offset + size)) {
    return false;
  }
  for (std::size_t done = 0; done < size;) {
    const ssize_t written = ::pwrite(file, zeros.data(), std::min(size - done, zeros.size()),
                                     static_cast<off_t>(offset + done));
    if (written <= 0 && errno != EINTR) {
      return false;
    }
    done += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  return true;
}

/// Maps these bytes of the file; null if that fails.
void* map(int file, std::uint64_t offset, std::size_t size) {
  void* memory =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Maps all pages of a piece at once. A kernel before 5.14 refuses; then faults map them.
void map_pages(CallRecord* piece, std::size_t size) {
  constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, which older headers do not have
  static_cast<void>(::madvise(piece, size, kPopulateWrite));
}

}  // namespace

Descriptor make_log_file() {
  return make_unnamed_file("dps-calls");
}

void* map_room(int file, std::uint64_t offset, std::size_t size) {
  int done = may_grow_to(offset + size) ? EINTR : EFBIG;
  while (done == EINTR) {
    done = ::posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(size));
  }
  return done == 0 ? map(file, offset, size) : nullptr;
}

std::uint64_t most_records(std::int32_t ranks) {
  struct statvfs facts {};
  if (::statvfs(temporary_folder(), &facts) != 0) {
    return kChunkRecords;
  }
  const std::uint64_t room = std::uint64_t{facts.f_bavail} * facts.f_frsize / 2;
  return std::min(kMostRecords,
                  room / kRecordBytes / static_cast<std::uint64_t>(std::max(ranks, 1)));
}

LogWriter LogWriter::make(LogClock clock) {
  LogWriter made;
  made.file_ = make_log_file();
  const bool has_room = made.file_.is_open() && allocate(made.file_.get(), 0, kHeaderBytes);
  void* memory = has_room ? map(made.file_.get(), 0, kHeaderBytes) : nullptr;
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
  const std::uint64_t offset = kHeaderBytes + allocated_ * kRecordBytes;
  const std::size_t piece = std::clamp<std::size_t>(allocated_, kSmallPiece, kLargePiece);
  const std::size_t size = piece * kRecordBytes;
  is_full_ = !allocate(file_.get(), offset, size) || (next_ == chunk_end_ && !add_chunk());
  if (!is_full_) {
    map_pages(next_, size);
    end_ = next_ + piece;
    allocated_ += piece;
  }
  errno = before;
  return !is_full_;
}

/// Maps the next records, also those that have no space yet.
bool LogWriter::add_chunk() {
  void* memory = map(file_.get(), kHeaderBytes + allocated_ * kRecordBytes, kChunkBytes);
  if (memory == nullptr) {
    return false;
  }
  next_ = static_cast<CallRecord*>(memory);
  chunk_end_ = next_ + kChunkRecords;
  header_->latest = clock_pair(header_->clock);
  return true;
}

}  // namespace dps::board
