#include "traces/export/otf2.h"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <otf2/otf2.h>

#include "traces/message_ends.h"
#include "traces/span_edges.h"

namespace dps::traces {
namespace {

constexpr OTF2_CommRef kAllProcesses = 0;

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

/// The first error of the calls of the library.
class FirstError {
 public:
  void keep(OTF2_ErrorCode code) { first_ = first_ == OTF2_SUCCESS ? code : first_; }
  [[nodiscard]] bool is_ok() const { return first_ == OTF2_SUCCESS; }
  [[nodiscard]] Result<void> result() const {
    return is_ok()
               ? Result<void>()
               : Result<void>(failure(ErrorCode::kSystem,
                                      fmt::format("OTF2: {}", OTF2_Error_GetDescription(first_))));
  }

 private:
  OTF2_ErrorCode first_ = OTF2_SUCCESS;
};

/// The definitions that all locations share.
class Definitions {
 public:
  Definitions(const TraceHead& head, OTF2_GlobalDefWriter* writer, FirstError& error)
      : head_(head), writer_(writer), error_(error) {}

  void write(Ticks length, const std::vector<std::uint64_t>& events) {
    error_.keep(OTF2_GlobalDefWriter_WriteClockProperties(
        writer_, static_cast<std::uint64_t>(head_.ticks_per_second()), 0,
        static_cast<std::uint64_t>(length), OTF2_UNDEFINED_TIMESTAMP));
    write_hosts();
    write_processes(events);
    write_regions();
    write_communicator();
  }

  /// The region of a span: its line, or one of the two that have none.
  static OTF2_RegionRef region_of(const TraceHead& head, const Line* line, SpanKind kind) {
    const std::size_t number = line != nullptr ? static_cast<std::size_t>(line - head.lines.data())
                               : kind == SpanKind::kWait ? head.lines.size()
                                                         : head.lines.size() + 1;
    return static_cast<OTF2_RegionRef>(number);
  }

 private:
  OTF2_StringRef text(const std::string& text) {
    const auto [found, is_new] =
        texts_.try_emplace(text, static_cast<OTF2_StringRef>(texts_.size()));
    if (is_new) {
      error_.keep(OTF2_GlobalDefWriter_WriteString(writer_, found->second, text.c_str()));
    }
    return found->second;
  }
  void write_hosts() {
    const OTF2_StringRef machine = text("machine");
    const OTF2_StringRef node = text("node");
    error_.keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, text(head_.machine), machine,
                                                         OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (std::uint32_t host = 0; host < head_.hosts.size(); ++host) {
      error_.keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, host + 1,
                                                           text(head_.hosts[host].name), node, 0));
    }
  }
  void write_processes(const std::vector<std::uint64_t>& events) {
    const auto names = head_.process_names();
    const auto mains = head_.main_processes();
    for (std::uint32_t p = 0; p < names.size(); ++p) {
      const OTF2_StringRef name = text(names[p]);
      if (mains[p] == p) {
        error_.keep(OTF2_GlobalDefWriter_WriteLocationGroup(
            writer_, p, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, head_.processes[p].host + 1,
            OTF2_UNDEFINED_LOCATION_GROUP));
      }
      error_.keep(OTF2_GlobalDefWriter_WriteLocation(
          writer_, p, name, OTF2_LOCATION_TYPE_CPU_THREAD, events[p], mains[p]));
    }
  }
  void write_regions() {
    const OTF2_StringRef file = text(head_.blueprint);
    std::uint32_t number = 0;
    for (const Line& line : head_.lines) {
      write_region(number++, line.tag,
                   line.section == 'O' ? OTF2_REGION_ROLE_POINT2POINT : OTF2_REGION_ROLE_CODE,
                   {file, line.number});
    }
    write_region(number++, "wait", OTF2_REGION_ROLE_POINT2POINT, {file, 0});
    write_region(number, "take", OTF2_REGION_ROLE_POINT2POINT, {file, 0});
  }
  struct Place {
    OTF2_StringRef file;
    std::uint32_t line;
  };
  void write_region(OTF2_RegionRef number, const std::string& name, OTF2_RegionRole role,
                    const Place& place) {
    const OTF2_StringRef nothing = text("");
    const OTF2_StringRef tag = text(name);
    error_.keep(OTF2_GlobalDefWriter_WriteRegion(writer_, number, tag, tag, nothing, role,
                                                 OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE,
                                                 place.file, place.line, place.line));
  }
  /// All processes are the ranks of one communicator, in their order.
  void write_communicator() {
    const auto mains = head_.main_processes();
    std::vector<std::uint64_t> members;
    for (std::uint32_t p = 0; p < mains.size(); ++p) {
      if (mains[p] == p) {
        members.push_back(p);
      }
    }
    const auto count = static_cast<std::uint32_t>(members.size());
    const OTF2_StringRef name = text("processes");
    const OTF2_StringRef nothing = text("");
    error_.keep(OTF2_GlobalDefWriter_WriteGroup(writer_, 0, nothing, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                                OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count,
                                                members.data()));
    error_.keep(OTF2_GlobalDefWriter_WriteGroup(writer_, 1, name, OTF2_GROUP_TYPE_COMM_GROUP,
                                                OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count,
                                                members.data()));
    error_.keep(OTF2_GlobalDefWriter_WriteComm(writer_, kAllProcesses, name, 1, OTF2_UNDEFINED_COMM,
                                               OTF2_COMM_FLAG_NONE));
  }

  const TraceHead& head_;
  OTF2_GlobalDefWriter* writer_;
  FirstError& error_;
  std::map<std::string, OTF2_StringRef> texts_;
};

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

/// The events of one process.
class LocationEvents {
 public:
  /// The process and its group.
  struct Place {
    std::uint32_t process;
    std::uint32_t group;
  };
  /// `mains`: TraceHead::main_processes(), borrowed.
  LocationEvents(const TraceHead& head, const Place& place, const std::vector<std::uint32_t>& mains,
                 Ticks origin, FirstError& error)
      : head_(head),
        process_(place.process),
        group_(place.group),
        mains_(mains),
        origin_(origin),
        error_(error) {}

  /// Returns the last instant, from the origin.
  Result<Ticks> write(const Trace& trace, OTF2_EvtWriter* writer) {
    auto bytes = taken_bytes(trace, process_);
    if (!bytes) {
      return tl::unexpected(bytes.error());
    }
    bytes_ = std::move(*bytes);
    writer_ = writer;
    EdgeCursor edges(trace, process_);
    while (const SpanEdge* edge = edges.next()) {
      add(*edge);
    }
    return edges.error() ? Result<Ticks>(tl::unexpected(*edges.error())) : latest_;
  }

 private:
  void add(const SpanEdge& edge) {
    const Span& span = edge.span;
    latest_ = edge.time() - origin_;
    const auto time = static_cast<OTF2_TimeStamp>(latest_);
    const OTF2_RegionRef region =
        Definitions::region_of(head_, line_of(head_, process_, group_, span), span.kind);
    if (edge.is_begin) {
      error_.keep(OTF2_EvtWriter_Enter(writer_, nullptr, time, region));
    }
    if (span.event.kind == EventKind::kSendBegin && edge.is_begin) {
      send(span.event, time);
    } else if (span.kind == SpanKind::kTake && !edge.is_begin) {
      receive(span.event, time);
    }
    if (!edge.is_begin) {
      error_.keep(OTF2_EvtWriter_Leave(writer_, nullptr, time, region));
    }
  }
  /// Timers are no messages of OTF2.
  void send(const Event& event, OTF2_TimeStamp time) {
    if (!event.has(Flag::kTimer)) {
      error_.keep(OTF2_EvtWriter_MpiSend(writer_, nullptr, time, mains_[event.peer], kAllProcesses,
                                         head_.mid_of(event), event.bytes));
    }
  }
  void receive(const Event& event, OTF2_TimeStamp time) {
    const std::uint64_t bytes = next_ < bytes_.size() ? bytes_[next_++] : 0;
    if (!event.has(Flag::kTimer)) {
      error_.keep(OTF2_EvtWriter_MpiRecv(writer_, nullptr, time, mains_[event.peer], kAllProcesses,
                                         head_.mid_of(event), bytes));
    }
  }

  const TraceHead& head_;
  std::uint32_t process_;
  std::uint32_t group_;
  const std::vector<std::uint32_t>& mains_;  // threads have the rank of their process
  Ticks origin_;
  FirstError& error_;
  OTF2_EvtWriter* writer_ = nullptr;
  std::vector<std::uint64_t> bytes_;
  std::size_t next_ = 0;  // of bytes_
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
    const auto mains = head_.main_processes();
    error_.keep(error_.is_ok() ? OTF2_Archive_OpenEvtFiles(archive_) : OTF2_SUCCESS);
    for (std::uint32_t p = 0; p < groups.size() && error_.is_ok(); ++p) {
      if (is_to_stop()) {
        return failure(ErrorCode::kInterrupted, "stopped");
      }
      OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, p);
      const auto last =
          LocationEvents(head_, {p, groups[p]}, mains, origin, error_).write(trace_, writer);
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
      Definitions(head_, writer, error_).write(length_ + 1, events_);
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
  FirstError error_;
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
