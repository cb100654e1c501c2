/// Collects the events of all processes of a prediction in a temporary file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/ids.h"
#include "base/result.h"
#include "profiles/traces/head.h"
#include "profiles/traces/link_tracks.h"
#include "profiles/traces/record.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Memory does not grow with the number of events: records are written in batches, sorted by
/// process. With Keep::kLast, a process keeps its newest records, and the file is compacted when
/// most of it is obsolete.
class Spool {
 public:
  /// A larger limit than all processes together may have is lowered (kMostEvents); see
  /// head().limits. Errors (kSystem): no temporary file.
  static Result<Spool> make(TraceHead head, std::size_t batch = kUsualBatch);

  [[nodiscard]] const TraceHead& head() const { return head_; }

  /// Adds a record; a process's records come in time order. An error is kept for finish(), and ends
  /// the recording.
  void add(std::uint32_t process, const Record& record) {
    const auto time = static_cast<Ticks>(record.words[0]);
    TracedProcess& traced = head_.processes[process];
    if (time < head_.limits.from) {
      ++traced.left_out_before;
      return;
    }
    const bool is_full = head_.limits.keep == Keep::kFirst && traced.events == head_.limits.events;
    if (time >= to_ || is_full) {
      ++traced.left_out_after;
      return;
    }
    ++traced.events;
    batch_.push_back({record, process});
    if (batch_.size() == batch_size_) [[unlikely]] {
      write_batch();
    }
  }
  /// Starts recording the links that messages occupy. The limits hold for each link.
  void collect_links() { links_.emplace(head_.limits); }
  [[nodiscard]] bool collects_links() const { return links_.has_value(); }
  /// Calls LinkCollector::add(). Requires collect_links().
  void add_link(std::uint32_t link, const LinkSpan& span, std::uint64_t message) {
    links_->add(link, span, message);
  }
  /// The process has ended, or was last seen, at this instant.
  void ended(std::uint32_t process, Ticks time) {
    head_.processes[process].end = std::min(time, kMostTicks);
  }

  /// The recorded trace; the spool must not be used any more. `reason`: why it is not complete, or
  /// "". Errors (kSystem): a write failed.
  Result<Trace> finish(std::string reason);

 private:
  static constexpr std::size_t kUsualBatch = std::size_t{1} << 19;

  struct Item {
    Record record;
    std::uint32_t process;
  };

  Spool(TraceHead head, Descriptor file, std::size_t batch);
  void write_batch();
  void drop_old(std::uint32_t process);
  void compact();
  [[nodiscard]] Result<Descriptor> copy_live();

  TraceHead head_;
  Ticks to_;  // the end of the window, or of all times that a trace can have
  Descriptor file_;
  std::uint64_t size_ = 0;      // of the file
  std::uint64_t obsolete_ = 0;  // bytes of it
  std::size_t batch_size_;
  std::vector<Item> batch_;
  std::vector<std::byte> sorted_;                   // a batch as it is written
  std::vector<std::uint32_t> counts_;               // by process, in a batch
  std::vector<std::vector<RecordExtent>> extents_;  // by process
  std::optional<LinkCollector> links_;
  std::optional<Error> error_;
};

/// The spool as the sink of a Recorder: all events of a prediction have CPU time.
class SpoolSink {
 public:
  /// `spool` is borrowed.
  explicit SpoolSink(Spool& spool) : spool_(&spool) {}

  static constexpr bool has_cpu_time(EventKind /*kind*/) { return true; }
  [[nodiscard]] std::size_t processes() const { return spool_->head().processes.size(); }
  [[nodiscard]] static std::size_t row(ProcessId self) { return index(self); }
  [[nodiscard]] std::uint32_t first_functionality(ProcessId self, std::uint32_t unit) const {
    const TraceHead& head = spool_->head();
    return head.plans[head.processes[index(self)].plan].units[unit].first;
  }
  void add(ProcessId self, const Record& record) { spool_->add(index(self), record); }
  void ended(ProcessId self, Ticks time) { spool_->ended(index(self), time); }

 private:
  Spool* spool_;
};

}  // namespace dps::traces
