/// A trace whose events are in a file, and cursors that read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "profiles/traces/event.h"
#include "profiles/traces/event_rules.h"
#include "profiles/traces/head.h"
#include "profiles/traces/link_tracks.h"

namespace dps::traces {

/// Consecutive records of one process in the file.
struct RecordExtent {
  std::uint64_t offset = 0;  ///< in bytes
  std::uint64_t count = 0;   ///< of records
};

/// The events of a process are those of its extents, in order. An immutable value apart from the
/// descriptor: several cursors may read it at a time.
class Trace {
 public:
  /// `name` names the file in errors.
  Trace(TraceHead head, Descriptor file, std::vector<std::vector<RecordExtent>> extents,
        std::string name)
      : head_(std::move(head)),
        file_(std::move(file)),
        extents_(std::move(extents)),
        name_(std::move(name)) {}

  [[nodiscard]] const TraceHead& head() const { return head_; }
  /// Replaces the maps of the hosts, and the violations that these leave.
  void set_clocks(std::vector<TraceHost> hosts, std::uint64_t violations, Ticks largest) {
    head_.hosts = std::move(hosts);
    head_.violations = violations;
    head_.largest_violation = largest;
  }
  /// The link tracks of a prediction with packets. They are in memory, and no part of a .dpstrace.
  [[nodiscard]] const LinkTracks& links() const { return links_; }
  void set_links(LinkTracks links) { links_ = std::move(links); }
  /// Names the links, by their numbers.
  void name_links(const std::function<std::string(std::uint32_t link)>& name_of) {
    for (LinkTrack& track : links_.tracks) {
      track.name = name_of(track.link);
    }
  }
  [[nodiscard]] const std::vector<RecordExtent>& extents(std::uint32_t process) const {
    return extents_[process];
  }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Reads bytes.size() bytes. Errors: kSystem; kProtocol if the file has become shorter.
  [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> bytes) const;

  /// Calls `visit` with the records of a process, in order and in pieces of whole records. Errors:
  /// those of read(); the first of `visit`, which ends the reading.
  [[nodiscard]] Result<void> read_records(
      std::uint32_t process,
      const std::function<Result<void>(std::span<const std::byte>)>& visit) const;

 private:
  TraceHead head_;
  Descriptor file_;
  std::vector<std::vector<RecordExtent>> extents_;  // by process
  std::string name_;
  LinkTracks links_;
};

/// The number of records that each cursor reads at a time, if there is one for each process: all
/// together buffer some 30 MiB, unless there are very many.
std::size_t buffer_for(std::size_t cursors);

/// The error of a record that begins at this byte (kProtocol).
Error damaged_record(const Trace& trace, std::uint32_t process, std::uint64_t offset,
                     const std::string& wrong);

/// Reads the events of one process in order.
class EventCursor {
 public:
  static constexpr std::size_t kUsualBuffer = 4096;

  /// The trace is borrowed. `buffered`: the number of records to read at a time.
  EventCursor(const Trace& trace, std::uint32_t process, std::size_t buffered = kUsualBuffer);

  /// The next event; null at the end, or after an error. Valid until the next call.
  const Event* next();

  /// The reason why next() returned null before the end. Errors: those of Trace::read(); kProtocol:
  /// a record that the format does not allow; the message names process and byte.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  bool fill();
  [[nodiscard]] std::string why_not(const Event& event) const;

  const Trace* trace_;
  std::uint32_t process_;
  EventRules rules_;
  std::size_t most_;
  std::vector<std::byte> buffer_;
  std::size_t filled_ = 0;       // bytes of the buffer
  std::size_t used_ = 0;         // of these
  std::size_t extent_ = 0;       // that is being read
  std::uint64_t in_extent_ = 0;  // records of it that have been read
  std::uint64_t buffer_offset_ = 0;
  Ticks latest_ = kLeastTicks;
  Event event_;
  std::optional<Error> error_;
};

/// Calls `visit(event)` for each event of the process. Errors: those of EventCursor.
template <typename Visit>
Result<void> for_each_event(const Trace& trace, std::uint32_t process, Visit visit) {
  EventCursor cursor(trace, process);
  while (const Event* event = cursor.next()) {
    visit(*event);
  }
  return cursor.error() ? Result<void>(tl::unexpected(*cursor.error())) : Result<void>();
}

}  // namespace dps::traces
