#include "mpi_programs/board/log_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>

#include "mpi_programs/board/clock.h"

namespace dps::board {
namespace {

constexpr std::uint64_t kLeastApart = 1'000'000;  // 1 ms

TickScale scale_of(const LogHeader& header) {
  const bool is_known = header.latest.nanoseconds > header.attached.nanoseconds + kLeastApart;
  return {header.clock, header.attached, is_known ? header.latest : clock_pair(header.clock)};
}

}  // namespace

Result<LogReader> LogReader::open(const Descriptor& file) {
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) {
    return failure(ErrorCode::kSystem, std::strerror(errno));
  }
  LogReader reader;
  reader.size_ = static_cast<std::size_t>(facts.st_size);
  if (reader.size_ < kHeaderBytes) {
    return failure(ErrorCode::kProtocol, "the log of a rank has no header");
  }
  void* memory = ::mmap(nullptr, reader.size_, PROT_READ, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot read the log of a rank: ") + std::strerror(errno));
  }
  reader.memory_ = memory;
  const LogHeader& header = reader.header();
  if (header.magic != kMagic || header.version != kVersion) {
    return failure(ErrorCode::kProtocol, "the log of a rank has another format");
  }
  reader.find_end();
  reader.scale_ = scale_of(header);
  return reader;
}

void LogReader::find_end() {
  const auto* first =
      reinterpret_cast<const CallRecord*>(static_cast<char*>(memory_) + kHeaderBytes);
  const std::span<const CallRecord> all(first, (size_ - kHeaderBytes) / kRecordBytes);
  std::size_t count = 0;
  while (count < all.size() && all[count].function != 0) {
    const bool has_contents = all[count].is_special();
    if (has_contents && all[count].link >= all.size() - count) {
      break;  // a stray write of the rank, which has the log in its memory, too
    }
    count += 1 + (has_contents ? all[count].link : 0);
  }
  records_ = all.first(std::min(count, all.size()));
}

std::string_view LogReader::contents(std::size_t special) const {
  const CallRecord& record = records_[special];
  const std::size_t room = (records_.size() - special - 1) * kRecordBytes;
  const auto* first = reinterpret_cast<const char*>(records_.data() + special + 1);
  return {first, std::min<std::size_t>({record.size, room, record.link * kRecordBytes})};
}

LogReader::LogReader(LogReader&& other) noexcept {
  *this = std::move(other);
}

LogReader& LogReader::operator=(LogReader&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(records_, other.records_);
  std::swap(scale_, other.scale_);
  return *this;
}

LogReader::~LogReader() {
  if (memory_ != nullptr) {
    ::munmap(memory_, size_);
  }
}

}  // namespace dps::board
