/// Reads the log of a thread, which its writer may have left at any point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/board/tick_scale.h"

namespace dps::board {

/// A log that is mapped for reading; its writer may have ended anywhere.
class LogReader {
 public:
  /// Maps the log as it is now. Errors (kProtocol): the file is no log, or has another version;
  /// (kSystem).
  static Result<LogReader> open(const Descriptor& file);

  LogReader(LogReader&& other) noexcept;
  LogReader& operator=(LogReader&& other) noexcept;
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;
  ~LogReader();

  [[nodiscard]] const LogHeader& header() const { return *static_cast<const LogHeader*>(memory_); }
  /// The records up to the last one begun, including the contents of special records.
  [[nodiscard]] std::span<const CallRecord> records() const { return records_; }
  /// The scale from the log's own header; set_scale() replaces it by that of another log of the
  /// same host and clock.
  [[nodiscard]] const TickScale& scale() const { return scale_; }
  void set_scale(const TickScale& scale) { scale_ = scale; }
  [[nodiscard]] std::int64_t nanoseconds(ClockTicks ticks) const {
    return scale_.nanoseconds(ticks);
  }

  /// The bytes that follow the special record at this position, as far as they were written.
  [[nodiscard]] std::string_view contents(std::size_t special) const;

 private:
  LogReader() = default;
  void find_end();

  void* memory_ = nullptr;
  std::size_t size_ = 0;
  std::span<const CallRecord> records_;
  TickScale scale_;
};

}  // namespace dps::board
