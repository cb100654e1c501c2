/// The execution-history log (paper 5.3, figure 14) of a process that runs: its sums, kept in the
/// record page.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "profiles/process_clock.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace dps::profiles {

/// Keeps the log at one level; what a finer level keeps compiles to nothing.
///
/// The caller reports the five entries and, between them, everything that takes time: computed(),
/// sent(), taken(), each after it happened. Entries with none of these between them are of one
/// instant and share one reading of the clock.
///
/// Clock: `Times now()`, `Times soon()` and `Times next()`, as ProcessClock has them; tests have
/// one of their own.
template <Level level, typename Clock = ProcessClock>
class ExecutionLog {
 public:
  /// Both outlive the log. The page is of the same level and has been reset for the run.
  ExecutionLog(RecordPage& page, Clock& clock) : page_(page), clock_(clock) {
    DPS_CHECK(page.level() == level);
  }

  /// PROCESS_BEGIN. `begin_ns` is the BEGIN instant of the run on CLOCK_MONOTONIC.
  void process_begin(std::int64_t begin_ns) {
    begin_ = now_ = clock_.now();
    fresh_ = true;
    page_.head().start_late.set(begin_.real_ns - begin_ns);
    set_times();
  }

  /// FU_BEGIN: `unit` becomes active, and the one before has ended.
  void unit_begin(std::uint32_t unit) {
    if constexpr (level >= Level::kUnit) {
      read_now();
      end_unit();
      unit_ = unit;
      unit_since_ = now_;
      in_unit_ = true;
      page_.unit(unit).active.add(1);
      set_times();
    }
  }

  /// FUNC_BEGIN: the functionality at `position` of the active unit fires.
  void functionality_begin(std::uint32_t position) {
    if constexpr (level == Level::kFunctionality) {
      read_now();
      position_ = position;
      functionality_since_ = now_;
      page_.functionality(unit_, position).triggered.add(1);
      set_times();
    }
  }

  /// FUNC_END.
  void functionality_end() {
    if constexpr (level == Level::kFunctionality) {
      if (!fresh_) {
        now_ = clock_.soon();
        fresh_ = true;
      }
      set_times();
      end_functionality();
    }
  }

  /// PROCESS_END, of a process that was stopped too: what was under way ends with it.
  void process_end() {
    now_ = clock_.now();
    if constexpr (level == Level::kFunctionality) {
      end_functionality();
    }
    if constexpr (level >= Level::kUnit) {
      end_unit();
    }
    set_times();
  }

  /// A computation component of the functionality that fires is done.
  void computed(std::int64_t real_ns) {
    fresh_ = false;
    page_.head().compute.add(real_ns);
    if constexpr (level == Level::kFunctionality) {
      page_.functionality(unit_, position_).compute.add(real_ns);
    }
  }

  /// The transport has taken a message of the functionality that fires.
  void sent(std::uint64_t bytes, std::int64_t real_ns) {
    fresh_ = false;
    page_.head().send.add(real_ns);
    page_.head().traffic.add_out(bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_out(bytes);
    }
    if constexpr (level == Level::kFunctionality) {
      PageFunctionality& sums = page_.functionality(unit_, position_);
      sums.send.add(real_ns);
      sums.bytes_out.add(bytes);
      sums.msgs_out.add(1);
    }
  }

  /// The process has taken a message, not a late one; reading and unpacking it took `take_ns`.
  void taken(std::uint64_t bytes, std::int64_t take_ns) {
    fresh_ = false;
    page_.head().take.add(take_ns);
    page_.head().traffic.add_in(bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_in(bytes);
    }
  }

 private:
  void read_now() {
    if (!fresh_) {
      now_ = clock_.next();
      fresh_ = true;
    }
  }

  static Times since(const Times& from, const Times& to) {
    return {to.real_ns - from.real_ns, to.user_ns - from.user_ns, to.sys_ns - from.sys_ns};
  }

  /// At each entry, so that the record of a process that dies has its times until the last one.
  void set_times() { page_.head().times.set(since(begin_, now_)); }

  void end_functionality() {
    if (position_ != ProcessRecord::kNowhere) {
      page_.functionality(unit_, position_).times.add(since(functionality_since_, now_));
      position_ = ProcessRecord::kNowhere;
    }
  }

  void end_unit() {
    if (in_unit_) {
      page_.unit(unit_).times.add(since(unit_since_, now_));
      in_unit_ = false;
    }
  }

  RecordPage& page_;
  Clock& clock_;
  Times begin_, now_, unit_since_, functionality_since_;
  bool fresh_ = false;  ///< nothing has happened since now_ was read
  bool in_unit_ = false;
  std::uint32_t unit_ = 0;
  std::uint32_t position_ = ProcessRecord::kNowhere;
};

}  // namespace dps::profiles
