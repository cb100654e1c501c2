/// The memory in which a simulator records the events of its process, at the cost of plain stores.
/// Its agent reads them, even after the simulator has died.
///
/// Writer and reader are processes of the same host and build, as of the record page: the layout is
/// private. Source: docs/trace.md, "Recording in a run".
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "profiles/traces/head.h"
#include "profiles/traces/record.h"

namespace dps::traces {

/// The events of one process in one run that were recorded and those that were left out.
struct EventCounts {
  std::uint64_t recorded = 0;
  std::uint64_t left_out_before = 0;  ///< before the recorded ones
  std::uint64_t left_out_after = 0;

  bool operator==(const EventCounts&) const = default;
};

/// A view of the memory; copies are views of the same memory. Keeps the limits that open() has
/// checked, so a writer that overwrites the memory never makes a reader leave it.
///
/// With Keep::kLast the slots are a ring, with one slot more than events are kept: the slot that
/// the writer may have been filling when it was killed is none of theirs.
class EventMemory {
 public:
  static std::size_t size_for(const Limits& limits);

  /// Lays out zeroed memory of at least size_for(limits) bytes, 8-byte aligned.
  static EventMemory create(std::span<std::byte> memory, const Limits& limits);
  /// Opens what create() has laid out. Errors (kProtocol): the header does not fit the memory.
  static Result<EventMemory> open(std::span<std::byte> memory);

  [[nodiscard]] const Limits& limits() const { return limits_; }

  // For the writer.

  /// Removes all events. `run`: the number of the run whose events come next.
  void reset(std::uint32_t run);

  /// Adds an event, or counts it as left out. The counter is stored last, so that a reader never
  /// sees an incomplete record.
  void add(const Record& record) {
    const auto time = static_cast<Ticks>(record.words[0]);
    if (time < limits_.from) [[unlikely]] {
      count_one_more(header_->before);
      return;
    }
    if (time >= limits_.to || added_ == most_) [[unlikely]] {
      count_one_more(header_->after);
      return;
    }
    store(slots_[next_], record);
    if (++next_ == slots_.size()) {
      next_ = 0;
    }
    ++added_;
    std::atomic_ref(header_->added).store(added_, std::memory_order_release);
  }

  // For the reader.

  /// The run of the events.
  [[nodiscard]] std::uint32_t run() const;
  [[nodiscard]] EventCounts counts() const;
  /// At most `most` of the recorded events, from the position-th on, in the order of add().
  [[nodiscard]] std::vector<Record> read(std::uint64_t position, std::uint64_t most) const;

 private:
  using Slot = std::uint64_t[4];
  struct Header {
    std::uint64_t magic, slots, keep;
    std::int64_t from, to;
    std::uint64_t run, added, before, after;
  };

  EventMemory(std::span<std::byte> memory, const Limits& limits);

  static void store(Slot& slot, const Record& record) {
    for (std::size_t i = 0; i < record.words.size(); ++i) {
      std::atomic_ref(slot[i]).store(record.words[i], std::memory_order_relaxed);
    }
  }
  static void count_one_more(std::uint64_t& counter) {
    const std::atomic_ref<std::uint64_t> shared(counter);
    shared.store(shared.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t added() const;

  Limits limits_;
  Header* header_;
  std::span<Slot> slots_;
  std::uint64_t most_;  ///< the most events that can be added
  // State of the writer.
  std::uint64_t added_ = 0;
  std::size_t next_ = 0;  ///< slot
};

}  // namespace dps::traces
