/// The page of shared memory in which a simulator publishes its record while it runs, at the cost of
/// plain stores, and from which its agent reads it, also after the simulator has died.
///
/// Writer and reader are processes of one host and one build; on the wire goes encode_record().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "profiles/record.h"

namespace dps::profiles {

/// What decides the page's size; the same for every run of a process.
struct PageShape {
  Level level = Level::kProcess;
  std::vector<std::uint32_t> functionalities;  ///< of each unit of the plan, in order
  std::vector<FlowRow> flows;                  ///< peer, mid and direction of every row
  std::uint32_t ring = 256;                    ///< log entries kept
};

/// The live counters that agents read twice a second.
struct PageCounters {
  ProcessState state;
  std::uint64_t sent;
  std::uint64_t taken;
  std::uint64_t late;
  std::uint64_t timers_pending;
  std::uint64_t progress;      ///< grows with every step: two equal readings mean nothing happened
  std::int64_t changed_ns;
  std::uint32_t unit;
  std::uint32_t position;
};

/// A view of the memory; owns nothing. Every word is written by one process and read by the other
/// with relaxed atomic loads and stores, so a reader may see a record between two words, never a
/// torn word.
class RecordPage {
 public:
  static std::size_t size_for(const PageShape& shape);

  /// Lays out zeroed memory of at least size_for(shape) bytes, 8-byte aligned.
  static RecordPage create(std::span<std::byte> memory, const PageShape& shape);
  /// Finds the layout that create() left. Checks magic, version and every size against the memory
  /// (kProtocol), for the writer may have crashed and scribbled.
  static Result<RecordPage> open(std::span<std::byte> memory);

  /// Forgets the last run: all counters, sums and entries to 0, state kReady.
  void reset(std::uint32_t run);

  [[nodiscard]] PageCounters counters() const;
  /// The whole record as it stands.
  [[nodiscard]] Result<ProcessRecord> read() const;
};

}  // namespace dps::profiles
