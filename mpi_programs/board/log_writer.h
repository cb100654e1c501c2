/// Writes the log of a thread. Part of libdps_mpi.so: it throws nothing, and leaves errno as it is.
#pragma once

#include <cstdint>

#include "base/descriptor.h"
#include "mpi_programs/board/record.h"

namespace dps::board {

/// Makes a file without a name in $TMPDIR or /tmp. Not open if that fails.
Descriptor make_log_file();

/// Allocates and maps these bytes of a file; null if the disk is full.
void* map_room(int file, std::uint64_t offset, std::size_t size);

/// The most records of each thread with which the logs of so many ranks need at most half of the
/// room in $TMPDIR or /tmp.
std::uint64_t most_records(std::int32_t ranks);

/// Appends the records of one thread to its log. append() is on the path of every call.
class LogWriter {
 public:
  /// The writer of a new log. Not open if there is no room for it.
  static LogWriter make(LogClock clock);

  LogWriter() = default;
  LogWriter(LogWriter&&) = default;
  LogWriter& operator=(LogWriter&&) = default;
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;
  ~LogWriter() = default;  // memory stays mapped: other threads may complete its records

  [[nodiscard]] bool is_open() const { return header_ != nullptr; }
  [[nodiscard]] int descriptor() const { return file_.get(); }
  [[nodiscard]] LogHeader& header() const { return *header_; }
  void set_limit(std::uint64_t records) { limit_ = records; }

  /// The next record, all zero; null if the limit is reached or the disk is full.
  CallRecord* append() {
    if (next_ == end_ && !grow()) [[unlikely]] {
      return nullptr;
    }
    ++count_;
    return next_++;
  }
  /// Removes the record that append() returned last; to be called at once.
  void take_back() {
    *--next_ = CallRecord{};
    --count_;
  }
  /// The number of records; so the last one that append() returned has position count() - 1.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// True if `records` more fit under the limit.
  [[nodiscard]] bool has_room(std::uint64_t records) const { return count_ + records <= limit_; }

 private:
  bool grow();
  bool add_chunk();

  Descriptor file_;
  LogHeader* header_ = nullptr;
  CallRecord* next_ = nullptr;
  CallRecord* end_ = nullptr;        // the end of the records that have space
  CallRecord* chunk_end_ = nullptr;  // the end of the records that are mapped
  std::uint64_t count_ = 0;
  std::uint64_t limit_ = kChunkRecords;
  std::uint64_t allocated_ = 0;  // records that have space
  bool is_full_ = false;
};

}  // namespace dps::board
