/// Collects the recorded events of a run in a temporary file, and puts them in the order of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "profiles/traces/event_memory.h"
#include "profiles/traces/head.h"
#include "profiles/traces/record.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Simulators record an arrival when they take the message, so its place in time may be arbitrarily
/// earlier. An external merge sort solves this: batches are written sorted, and merged at the end.
class RunSpool {
 public:
  /// Errors (kSystem): no temporary file.
  static Result<RunSpool> make(std::size_t processes, std::size_t batch = kUsualBatch);

  /// Adds records in the order of recording, one process after another. An error is kept for
  /// finish(), and ends the recording.
  void add(std::uint32_t process, std::span<const Record> records);
  /// The process may have no records.
  void set_left_out(std::uint32_t process, std::uint64_t before, std::uint64_t after);

  /// The trace; the spool must not be used any more. The head has everything but the numbers of
  /// events. Events of the same time keep their order. Errors (kSystem): a write failed.
  Result<Trace> finish(TraceHead head);

 private:
  static constexpr std::size_t kUsualBatch = std::size_t{1} << 18;

  /// The sorted batches of one process, and the numbers of events left out.
  struct Batches {
    std::vector<RecordExtent> extents;
    Ticks latest = 0;        ///< the last time of the last batch
    bool is_ordered = true;  ///< no batch begins before the end of the one before it
    EventCounts counts;
  };

  RunSpool(Descriptor file, std::size_t processes, std::size_t batch);
  void write_batch();
  void write(std::span<const Record> records);
  Result<void> merge(Batches& batches);

  Descriptor file_;
  std::uint64_t size_ = 0;  // of the file
  std::size_t batch_size_;
  std::vector<Record> batch_;
  std::uint32_t process_ = 0;  // of the batch
  std::vector<Batches> batches_;
  std::optional<Error> error_;
};

}  // namespace dps::traces
