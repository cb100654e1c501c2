/// The page of shared memory to which a simulator writes its record while it runs, at the cost of
/// plain stores. Its agent reads the page, even after the simulator has died.
///
/// Writer and reader are processes of the same host and build; encode_record() is for other hosts.
/// Source: docs/record.md, "In memory".
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/flow.h"
#include "profiles/record.h"

namespace dps::profiles {

/// The shape of the page, which determines its size. It is the same for all runs of a process.
struct PageShape {
  Level level = Level::kProcess;
  std::vector<std::uint32_t> functionalities;  ///< of each unit of the plan, in order
  std::vector<blueprint::Flow> flows;          ///< one for each row
};

/// The live counters that agents read twice a second.
struct PageCounters {
  ProcessState state;
  std::uint64_t sent;
  std::uint64_t taken;
  std::uint64_t late;
  std::uint64_t timers_pending;
  std::uint64_t natives_pending;  ///< collective operations that a library performs
  std::uint64_t bytes;            ///< of the messages taken
  std::uint64_t progress;         ///< increases with every step
  Nanoseconds changed;
  std::uint32_t unit;
  std::uint32_t position;
};

/// One word of the page, with one writer and any number of readers: each access is a plain load or
/// store.
template <typename T>
class PageWord {
 public:
  [[nodiscard]] T get() const { return reference().load(std::memory_order_relaxed); }
  void set(T value) { reference().store(value, std::memory_order_relaxed); }
  /// Not an atomic addition, since there is only one writer.
  void add(T amount) { set(static_cast<T>(get() + amount)); }

  [[nodiscard]] T get_first() const { return reference().load(std::memory_order_acquire); }
  void set_last(T value) { reference().store(value, std::memory_order_release); }

 private:
  static_assert(sizeof(T) == 8 && std::atomic_ref<T>::is_always_lock_free);
  [[nodiscard]] std::atomic_ref<T> reference() const {
    return std::atomic_ref<T>(const_cast<T&>(value_));
  }

  alignas(8) T value_;
};
using CountWord = PageWord<std::uint64_t>;
using TimeWord = PageWord<Nanoseconds>;

/// The computation that is under way.
enum class ComputationState : std::uint8_t { kNothing, kComputes, kSleeps };

struct PageTimes {
  TimeWord real, user, sys;

  [[nodiscard]] Times get() const { return {real.get(), user.get(), sys.get()}; }
  void set(const Times& times);
  void add(const Times& times);
};

struct PageTraffic {
  CountWord bytes_in, msgs_in, bytes_out, msgs_out;

  [[nodiscard]] Traffic get() const;
  void add_in(std::uint64_t bytes);   ///< one message
  void add_out(std::uint64_t bytes);  ///< one message
};

/// The fields of ProcessRecord on the process as a whole. Set `state`, `unit` and `position`
/// through RecordPage.
struct PageHead {
  CountWord state, run, unit, position;
  TimeWord start_late, changed;
  PageTimes times;
  TimeWord compute, send, take, sleep, pack, idle, collective;
  PageTraffic traffic;
  CountWord late, timers_pending, natives_pending, dropped;
  // The activity under way, which completes the record of a process that dies. Real time counts
  // from the BEGIN instant, CPU time as the clock of the process reads it.
  TimeWord begin_instant;  ///< on CLOCK_MONOTONIC
  PageTimes process_since, unit_since, functionality_since;
  CountWord computing;
  TimeWord computing_since;
  CountWord steps;  ///< progress beyond the messages counted above
};

struct PageUnit {
  CountWord active;
  PageTimes times;
  PageTraffic traffic;
  TimeWord collective;
};

struct PageFunctionality {
  CountWord triggered;
  PageTimes times;
  TimeWord compute, send;
  CountWord bytes_out, msgs_out;
};

struct PageFlow {
  CountWord peer_and_mid, outgoing;  ///< the key of the row, set by create()
  CountWord messages, bytes, late, unclaimed;
  TimeWord waited;
};

/// The end of a process that did not end by itself.
struct ProcessDeath {
  Nanoseconds at;  ///< on CLOCK_MONOTONIC
  struct CpuTime {
    Nanoseconds user, sys;  ///< of its whole life, with the children that it has waited for
  };
  std::optional<CpuTime> cpu;  ///< empty if it is unknown
};

/// A view of the memory; copies are views of the same page. Keeps the sizes that open() has
/// checked, so a writer that overwrites the page later changes counts, but never makes a reader
/// leave it.
class RecordPage {
 public:
  static std::size_t size_for(const PageShape& shape);

  /// Lays out zeroed memory of at least size_for(shape) bytes, 8-byte aligned.
  static RecordPage create(std::span<std::byte> memory, const PageShape& shape);
  /// Opens a page that create() has laid out. Checks magic, version and every size against the
  /// memory (kProtocol), since a crashing writer may have overwritten them.
  static Result<RecordPage> open(std::span<std::byte> memory);

  /// Sets all counters and sums of the last run to 0, and the state to kReady. `begin` is the BEGIN
  /// instant on CLOCK_MONOTONIC.
  void reset(std::uint32_t run, Nanoseconds begin = {});

  [[nodiscard]] PageCounters counters() const;
  /// The current record. Errors (kProtocol): an impossible state, flow or time; an impossible unit
  /// or position is replaced by 0 or kNowhere.
  [[nodiscard]] Result<ProcessRecord> read() const;
  /// The record of a process that has died. If it was running, its real time lasts until its death,
  /// and the activity under way counts until then.
  [[nodiscard]] Result<ProcessRecord> read(const ProcessDeath& death) const;

  // For the writer. Positions are not checked, as in a span.

  [[nodiscard]] Level level() const { return level_; }
  /// The bytes of the page; the memory may have more.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] PageHead& head() { return *head_; }
  /// Requires level unit or finer.
  [[nodiscard]] PageUnit& unit(std::uint32_t unit) { return units_[unit]; }
  /// Requires level functionality.
  [[nodiscard]] PageFunctionality& functionality(std::uint32_t unit, std::uint32_t position) {
    return functionalities_[first_functionality_[unit] + position];
  }
  /// The row at this position of PageShape::flows.
  [[nodiscard]] PageFlow& flow(std::size_t row) { return flows_[row]; }

  /// Also counts as a step. `now` is since the BEGIN instant.
  void set_state(ProcessState state, Nanoseconds now) {
    head_->changed.set(now);
    head_->state.set(static_cast<std::uint64_t>(state));
    head_->steps.add(1);
  }
  void set_place(std::uint32_t unit, std::uint32_t position) {
    head_->unit.set(unit);
    head_->position.set(position);
  }

 private:
  struct Sizes;
  RecordPage(std::span<std::byte> memory, const Sizes& sizes,
             std::vector<std::uint32_t> first_functionality);

  [[nodiscard]] bool is_place(std::uint64_t unit, std::uint64_t position) const;
  [[nodiscard]] Times read_times(ProcessState state) const;
  void end_all(const ProcessDeath& death, ProcessRecord& record) const;
  [[nodiscard]] std::vector<ProcessRecord::Unit> read_units() const;
  [[nodiscard]] Result<std::vector<FlowRow>> read_flows() const;

  Level level_{};
  std::size_t size_ = 0;
  /// The first functionality of each unit of the plan, at any level; at the end, the number of all.
  std::vector<std::uint32_t> first_functionality_;
  PageHead* head_ = nullptr;
  std::span<PageUnit> units_;
  std::span<PageFunctionality> functionalities_;
  std::span<PageFlow> flows_;
};

// Inline: on the measured path.

inline void PageTimes::set(const Times& times) {
  real.set(times.real);
  user.set(times.user);
  sys.set(times.sys);
}

inline void PageTimes::add(const Times& times) {
  real.add(times.real);
  user.add(times.user);
  sys.add(times.sys);
}

inline Traffic PageTraffic::get() const {
  return {bytes_in.get(), msgs_in.get(), bytes_out.get(), msgs_out.get()};
}

inline void PageTraffic::add_in(std::uint64_t bytes) {
  bytes_in.add(bytes);
  msgs_in.add(1);
}

inline void PageTraffic::add_out(std::uint64_t bytes) {
  bytes_out.add(bytes);
  msgs_out.add(1);
}

}  // namespace dps::profiles
