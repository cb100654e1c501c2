#include "profiles/traces/export/otf2.h"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <otf2/otf2.h>

#include "profiles/traces/export/otf2_definitions.h"
#include "profiles/traces/export/otf2_functions.h"
#include "profiles/traces/export/otf2_operations.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/span_edges.h"

namespace dps::traces {
namespace {

OTF2_FlushType flush_always(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                            void* /*caller*/, bool /*is_final*/) {
  return OTF2_FLUSH;
}

/// The library would print its errors. Its signature.
// NOLINTNEXTLINE(readability-function-size)
OTF2_ErrorCode keep_quiet(void* /*user*/, const char* /*file*/, std::uint64_t /*line*/,
                          const char* /*function*/, OTF2_ErrorCode code, const char* /*format*/,
                          va_list /*arguments*/) {
  return code;
}

/// The bytes of the messages that a process takes, in the order of its takes. A TAKE has none.
Result<std::vector<std::uint64_t>> taken_bytes(const Trace& trace, std::uint32_t process) {
  OpenMessages<std::uint64_t> arrived;
  std::vector<std::uint64_t> taken;
  const auto done = for_each_event(trace, process, [&](const Event& event) {
    if (event.kind == EventKind::kArrival) {
      arrived[key_of(trace.head(), process, event)] = event.bytes;
    } else if (event.kind == EventKind::kTake) {
      const auto found = arrived.find(key_of(trace.head(), process, event));
      taken.push_back(found == arrived.end() ? 0 : found->second);
      if (found != arrived.end()) {
        arrived.erase(found);
      }
    }
  });
  return done ? Result<std::vector<std::uint64_t>>(std::move(taken)) : tl::unexpected(done.error());
}

/// The collective operations of a process of an MPI program, one by one. The events of a blueprint
/// are not read: Otf2Operations has its operations.
class CollectiveCursor {
 public:
  CollectiveCursor(const Trace& trace, std::uint32_t process)
      : events_(trace, process), host_(trace.head().hosts[trace.head().processes[process].host]) {
    if (trace.head().is_mpi_program()) {
      advance();
    }
  }

  /// The next event, if it is of this kind and not after this instant; else null.
  const Event* next(EventKind kind, Ticks common_time) {
    if (next_ == nullptr || next_->kind != kind || host_.common(next_->time) > common_time) {
      return nullptr;
    }
    taken_ = *next_;
    advance();
    return &taken_;
  }

  [[nodiscard]] const std::optional<Error>& error() const { return events_.error(); }

 private:
  void advance() {
    do {
      next_ = events_.next();
    } while (next_ != nullptr && !is_collective(next_->kind));
  }

  EventCursor events_;
  const TraceHost& host_;
  const Event* next_ = nullptr;
  Event taken_;
};

/// The writers of all locations use these.
struct Shared {
  const Trace& trace;
  const Otf2Communicators& communicators;
  Ticks origin;
  Otf2Error& error;
};

/// The events of one process.
class LocationEvents {
 public:
  /// The process and its group.
  struct Location {
    std::uint32_t process;
    std::uint32_t group;
  };
  LocationEvents(const Shared& shared, const Location& place, OTF2_EvtWriter* writer)
      : head_(shared.trace.head()),
        shared_(shared),
        process_(place.process),
        group_(place.group),
        writer_(writer),
        collectives_(shared.trace, place.process),
        operations_(shared.trace, shared.communicators, {place.process, writer, shared.origin},
                    shared.error) {}

  /// Returns the last instant, from the origin.
  Result<Ticks> write() {
    auto bytes = taken_bytes(shared_.trace, process_);
    if (!bytes) {
      return tl::unexpected(bytes.error());
    }
    bytes_ = std::move(*bytes);
    EdgeCursor edges(shared_.trace, process_);
    while (const SpanEdge* edge = edges.next()) {
      add(*edge);
    }
    latest_ = operations_.write_until(kNoEnd, latest_);
    for (const auto* error : {&edges.error(), &collectives_.error(), &operations_.error()}) {
      if (*error) {
        return tl::unexpected(**error);
      }
    }
    return latest_;
  }

 private:
  void keep(OTF2_ErrorCode code) { shared_.error.keep(code); }

  void add(const SpanEdge& edge) {
    const TraceSpan& span = edge.span;
    // Operations at the instant of an edge are inside the span.
    if (edge.is_begin) {
      operations_.write_before(edge.time(), latest_);
    } else {
      operations_.write_until(edge.time(), latest_);
    }
    latest_ = edge.time() - shared_.origin;
    time_ = static_cast<OTF2_TimeStamp>(latest_);
    const OTF2_RegionRef region =
        otf2_region_of(head_, line_of(head_, process_, group_, span), span.kind);
    // In an MPI program, the region of a send is that of its call.
    const bool is_region = span.kind != SpanKind::kSend || !head_.is_mpi_program();
    if (edge.is_begin) {
      keep(is_region ? OTF2_EvtWriter_Enter(writer_, nullptr, time_, region) : OTF2_SUCCESS);
      begin(span);
    } else {
      end(span);
      keep(is_region ? OTF2_EvtWriter_Leave(writer_, nullptr, time_, region) : OTF2_SUCCESS);
    }
  }
  void begin(const TraceSpan& span) {
    if (span.event.kind == EventKind::kSendBegin) {
      send(span.event);
    } else if (span.kind == SpanKind::kFunctionality) {
      while (const Event* event = collectives_.next(EventKind::kCollectiveBegin, span.begin)) {
        begin_collective(*event);
      }
    }
  }
  void end(const TraceSpan& span) {
    if (span.kind == SpanKind::kTake) {
      receive(span.event);
    } else if (span.kind == SpanKind::kFunctionality) {
      while (const Event* event = collectives_.next(EventKind::kCollectiveEnd, span.end)) {
        end_collective(*event);
      }
    }
  }
  /// Timers are no messages of OTF2.
  void send(const Event& event) {
    if (!event.has(Flag::kTimer)) {
      const std::uint32_t mid = head_.mid_of(event);
      const Otf2Communicators& of = shared_.communicators;
      keep(OTF2_EvtWriter_MpiSend(writer_, nullptr, time_, of.rank_of(mid, process_, event.peer),
                                  of.of_type(mid), of.tag_of(mid), event.bytes));
    }
  }
  void receive(const Event& event) {
    const std::uint64_t bytes = next_ < bytes_.size() ? bytes_[next_++] : 0;
    if (!event.has(Flag::kTimer)) {
      const std::uint32_t mid = head_.mid_of(event);
      const Otf2Communicators& of = shared_.communicators;
      keep(OTF2_EvtWriter_MpiRecv(writer_, nullptr, time_, of.rank_of(mid, process_, event.peer),
                                  of.of_type(mid), of.tag_of(mid), bytes));
    }
  }

  [[nodiscard]] std::optional<OTF2_CollectiveOp> operation_of(const Event& event) const {
    return otf2_operation_of(function_in(head_.message_types[event.element]));
  }
  void begin_collective(const Event& event) {
    if (!operation_of(event)) {
      return;
    }
    begun_.insert(event.number);
    keep(event.number == 0
             ? OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time_)
             : OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, time_, event.number));
  }
  /// An operation whose begin was not recorded has no end.
  void end_collective(const Event& event) {
    const auto operation = operation_of(event);
    if (!operation || begun_.erase(event.number) == 0) {
      return;
    }
    const OTF2_CommRef where = shared_.communicators.of_type(event.element);
    const bool is_root =
        has_root(*operation) && shared_.communicators.is_same_rank(event.peer, process_);
    const CollectiveBytes bytes = bytes_in(*operation, is_root, event.bytes);
    const std::uint32_t root = root_of(event, *operation);
    keep(event.number == 0
             ? OTF2_EvtWriter_MpiCollectiveEnd(writer_, nullptr, time_, *operation, where, root,
                                               bytes.sent, bytes.received)
             : OTF2_EvtWriter_NonBlockingCollectiveComplete(writer_, nullptr, time_, *operation,
                                                            where, root, bytes.sent, bytes.received,
                                                            event.number));
  }
  [[nodiscard]] std::uint32_t root_of(const Event& event, OTF2_CollectiveOp operation) const {
    if (!has_root(operation)) {
      return OTF2_COLLECTIVE_ROOT_NONE;
    }
    const Otf2Communicators& of = shared_.communicators;
    return of.has_two_groups(event.element) && of.is_same_rank(event.peer, process_)
               ? static_cast<std::uint32_t>(OTF2_COLLECTIVE_ROOT_SELF)
               : of.rank_of(event.element, process_, event.peer);
  }

  const TraceHead& head_;
  const Shared& shared_;
  std::uint32_t process_;
  std::uint32_t group_;
  OTF2_EvtWriter* writer_;
  CollectiveCursor collectives_;
  Otf2Operations operations_;
  std::set<std::uint64_t> begun_;  // collective operations, by their numbers
  std::vector<std::uint64_t> bytes_;
  std::size_t next_ = 0;  // of bytes_
  OTF2_TimeStamp time_ = 0;
  Ticks latest_ = 0;
};

/// A file with the events of each process, one with the definitions of each, and one with those of
/// all.
class Archive {
 public:
  Archive(const Trace& trace, const std::string& folder, const std::string& name)
      : trace_(trace),
        head_(trace.head()),
        archive_(OTF2_Archive_Open(
            folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
            OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)),
        events_(head_.processes.size()) {
    if (archive_ == nullptr) {
      error_.keep(OTF2_ERROR_FILE_CAN_NOT_OPEN);
      return;
    }
    static const OTF2_FlushCallbacks flush{flush_always, nullptr};
    error_.keep(OTF2_Archive_SetFlushCallbacks(archive_, &flush, nullptr));
    error_.keep(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    error_.keep(OTF2_Archive_SetCreator(archive_, ("dps " + head_.version).c_str()));
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() { static_cast<void>(close()); }

  Result<void> write_events(Ticks origin, const std::function<bool()>& is_to_stop) {
    const auto groups = head_.process_groups();
    const Otf2Communicators communicators(head_);
    const Shared shared{trace_, communicators, origin, error_};
    error_.keep(error_.is_ok() ? OTF2_Archive_OpenEvtFiles(archive_) : OTF2_SUCCESS);
    for (std::uint32_t p = 0; p < groups.size() && error_.is_ok(); ++p) {
      if (is_to_stop()) {
        return failure(ErrorCode::kInterrupted, "stopped");
      }
      OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, p);
      const auto last = LocationEvents(shared, {p, groups[p]}, writer).write();
      error_.keep(OTF2_EvtWriter_GetNumberOfEvents(writer, &events_[p]));
      error_.keep(OTF2_Archive_CloseEvtWriter(archive_, writer));
      if (!last) {
        return tl::unexpected(last.error());
      }
      length_ = std::max(length_, *last);
    }
    error_.keep(error_.is_ok() ? OTF2_Archive_CloseEvtFiles(archive_) : OTF2_SUCCESS);
    return error_.result();
  }

  Result<void> write_definitions() {
    error_.keep(OTF2_Archive_OpenDefFiles(archive_));
    for (std::size_t p = 0; p < events_.size() && error_.is_ok(); ++p) {
      error_.keep(OTF2_Archive_CloseDefWriter(archive_, OTF2_Archive_GetDefWriter(archive_, p)));
    }
    if (error_.is_ok()) {
      error_.keep(OTF2_Archive_CloseDefFiles(archive_));
      OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive_);
      write_otf2_definitions(head_, length_ + 1, events_, writer, error_);
      error_.keep(OTF2_Archive_CloseGlobalDefWriter(archive_, writer));
    }
    return error_.result();
  }

  /// Writes the anchor file.
  Result<void> close() {
    if (archive_ != nullptr) {
      error_.keep(OTF2_Archive_Close(std::exchange(archive_, nullptr)));
    }
    return error_.result();
  }

 private:
  const Trace& trace_;
  const TraceHead& head_;
  OTF2_Archive* archive_;
  Otf2Error error_;
  std::vector<std::uint64_t> events_;  // by process: their number
  Ticks length_ = 0;
};

}  // namespace

Result<void> write_otf2(const Trace& trace, const std::string& folder, const std::string& name,
                        const std::function<bool()>& is_to_stop) {
  OTF2_Error_RegisterCallback(keep_quiet, nullptr);
  const auto origin = origin_of(trace);
  if (!origin) {
    return tl::unexpected(origin.error());
  }
  Archive archive(trace, folder, name);
  auto done = archive.write_events(*origin, is_to_stop);
  if (done) {
    done = archive.write_definitions();
  }
  return done ? archive.close() : done;
}

}  // namespace dps::traces
