#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "profiles/traces/export/message_counters.h"
#include "profiles/traces/export/nearest_nanosecond.h"
#include "profiles/traces/export/perfetto_fields.h"
#include "profiles/traces/export/writers.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/request_steps.h"
#include "profiles/traces/span_edges.h"

namespace dps::traces {
namespace {

using perfetto::Field;
using protozero::pbf_writer;

/// The texts that packets refer to by number. Each kind counts from 1.
class InternedTexts {
 public:
  explicit InternedTexts(const TraceHead& head)
      : head_(head), groups_(head.process_groups()), processes_(head.process_names()) {}

  void write(pbf_writer& packet) const {
    pbf_writer data(packet, perfetto::Packet::kInternedData);
    Numbered(data, perfetto::Interned::kCategories)
        .add("process", "unit", "functionality", "compute", "send", "wait", "take");
    Numbered annotations(data, perfetto::Interned::kAnnotationNames);
    annotations.add("line", "message", "number", "to", "from", "timer", "bytes");
    if (begins_requests(head_)) {
      annotations.add("request");
    }
    Numbered names(data, perfetto::Interned::kEventNames);
    names.add("wait", "take", "late");
    for (const Line& line : head_.lines) {
      names.add(line.tag);
    }
    Numbered texts(data, perfetto::Interned::kAnnotationTexts);
    for (const std::string& process : processes_) {
      names.add(process);
      texts.add(process);
    }
    for (const std::string& mtag : head_.message_types) {
      texts.add(mtag);
    }
  }

  // The names, in the order of write().
  enum AnnotationName : std::uint8_t {
    kLine = 1,
    kMessage,
    kNumber,
    kTo,
    kFrom,
    kTimer,
    kBytes,
    kRequest
  };
  enum EventName : std::uint8_t { kWait = 1, kTake, kLate, kFirstLine };

  static std::uint64_t category(SpanKind kind) { return static_cast<std::uint64_t>(kind) + 1; }
  [[nodiscard]] std::uint64_t name(std::uint32_t process, const TraceSpan& span) const {
    if (span.kind == SpanKind::kProcess) {
      return kFirstLine + head_.lines.size() + process;
    }
    if (const Line* line = line_of_span(process, span)) {
      return kFirstLine + static_cast<std::uint64_t>(line - head_.lines.data());
    }
    return span.kind == SpanKind::kWait ? kWait : kTake;
  }
  static std::uint64_t process_text(std::uint32_t process) { return process + std::uint64_t{1}; }
  [[nodiscard]] std::uint64_t mtag_text(std::uint32_t mid) const {
    return processes_.size() + mid + 1;
  }
  [[nodiscard]] const std::string& process(std::uint32_t process) const {
    return processes_[process];
  }
  /// The line of the span; null for a wait or a take.
  [[nodiscard]] const Line* line_of_span(std::uint32_t process, const TraceSpan& span) const {
    return line_of(head_, process, groups_[process], span);
  }

 private:
  /// Adds texts of one kind.
  class Numbered {
   public:
    Numbered(pbf_writer& data, Field field) : data_(data), field_(field) {}

    template <typename... Texts>
    void add(const Texts&... texts) {
      (add_one(texts), ...);
    }

   private:
    void add_one(std::string_view text) {
      pbf_writer entry(data_, field_);
      entry.add_uint64(perfetto::InternedText::kNumber, ++count_);
      entry.add_string(perfetto::InternedText::kText, text.data(), text.size());
    }

    pbf_writer& data_;
    Field field_;
    std::uint64_t count_ = 0;
  };

  const TraceHead& head_;
  std::vector<std::uint32_t> groups_;  // by process
  std::vector<std::string> processes_;
};

/// The numbers that join the two ends of a message. They are the same at both ends, and different
/// for any two of a trace, which has at most kMostEvents events.
class FlowNumbers {
 public:
  explicit FlowNumbers(const TraceHead& head) : head_(head) {}

  std::uint64_t of(std::uint32_t process, const Event& event) {
    MessageKey key = key_of(head_, process, event);
    key.number = 0;
    const std::uint64_t channel = channels_.try_emplace(key, channels_.size() + 1).first->second;
    return channel << kNumberBits | (event.number & ((std::uint64_t{1} << kNumberBits) - 1));
  }

 private:
  static constexpr unsigned kNumberBits = 36;
  static_assert(kMostEvents < std::uint64_t{1} << (64 - kNumberBits) &&
                kMostEvents < std::uint64_t{1} << kNumberBits);

  const TraceHead& head_;
  OpenMessages<std::uint64_t> channels_;  // sender, receiver and type
};

/// The packets of a file: all of one sequence, whose first packet has the texts.
class PerfettoFile {
  using EventType = perfetto::TrackEventType;

 public:
  PerfettoFile(const TraceHead& head, BufferedOutput& output, Ticks origin)
      : head_(head), output_(output), nanoseconds_(head, origin), texts_(head), flows_(head) {}

  void begin() {
    write_packet(perfetto::kStateCleared, [&](pbf_writer& packet) { texts_.write(packet); });
    for (std::uint32_t host = 0; host < head_.hosts.size(); ++host) {
      describe_host(host);
    }
    for (std::uint32_t p = 0; p < head_.processes.size(); ++p) {
      describe_process(p);
    }
  }

  void begin_slice(std::uint32_t process, const TraceSpan& span) {
    write_event(EventType::kSliceBegin, thread_track(process), span.begin, [&](pbf_writer& event) {
      event.add_uint64(perfetto::TrackEvent::kCategory, InternedTexts::category(span.kind));
      event.add_uint64(perfetto::TrackEvent::kName, texts_.name(process, span));
      annotate(event, process, span);
      if (span.event.kind == EventKind::kSendBegin) {
        event.add_fixed64(perfetto::TrackEvent::kFlow, flows_.of(process, span.event));
      } else if (span.event.kind == EventKind::kTake) {
        event.add_fixed64(perfetto::TrackEvent::kFlowEnd, flows_.of(process, span.event));
      }
    });
  }
  void end_slice(std::uint32_t process, const TraceSpan& span) {
    write_event(EventType::kSliceEnd, thread_track(process), span.end, [](pbf_writer&) {});
  }
  void write_late(const MergedEvents::Next& next) {
    write_event(EventType::kInstant, thread_track(next.process), next.time, [&](pbf_writer& event) {
      event.add_uint64(perfetto::TrackEvent::kName, InternedTexts::kLate);
      annotate_message(event, *next.event);
    });
  }
  void write_queued(std::uint32_t process, Ticks time, std::uint64_t messages) {
    write_counter(queue_track(process), time, messages);
  }
  void write_under_way(std::uint32_t host, Ticks time, std::uint64_t bytes) {
    write_counter(bytes_track(host), time, bytes);
  }
  /// The links are threads of a process of their own.
  void write_links(const std::vector<LinkTrack>& links) {
    const std::size_t used = head_.hosts.size() + head_.processes.size();
    const std::uint64_t all = 2 * used + 1;  // the track of the process
    const auto number = static_cast<std::int32_t>(used + 1);
    if (!links.empty()) {
      describe_track(all, 0, [&](pbf_writer& track) {
        pbf_writer process(track, perfetto::Track::kProcess);
        process.add_int32(perfetto::Process::kPid, number);
        process.add_string(perfetto::Process::kName, "links");
      });
    }
    for (std::size_t i = 0; i < links.size() && is_ok(); ++i) {
      const std::uint64_t own = all + 1 + i;
      describe_track(own, all, [&](pbf_writer& track) {
        pbf_writer thread(track, perfetto::Track::kThread);
        thread.add_int32(perfetto::Thread::kPid, number);
        thread.add_int32(perfetto::Thread::kTid, number + 1 + static_cast<std::int32_t>(i));
        thread.add_string(perfetto::Thread::kName, links[i].name);
      });
      for (const LinkSpan& span : links[i].spans) {
        write_event(EventType::kSliceBegin, own, span.begin, [&](pbf_writer& event) {
          event.add_string(perfetto::TrackEvent::kPlainCategory, "link");
          event.add_string(perfetto::TrackEvent::kPlainName, head_.message_types[span.mid]);
          annotate_text(event, InternedTexts::kFrom, InternedTexts::process_text(span.from));
          annotate_text(event, InternedTexts::kTo, InternedTexts::process_text(span.to));
        });
        write_event(EventType::kSliceEnd, own, span.end, [](pbf_writer&) {});
      }
    }
  }
  [[nodiscard]] bool is_ok() const { return output_.is_ok(); }

 private:
  // Tracks and the numbers of their processes and threads, all from 1. A thread with the number of
  // its process would be its main thread.
  static std::uint64_t host_track(std::uint32_t host) { return 2 * std::uint64_t{host} + 1; }
  static std::uint64_t bytes_track(std::uint32_t host) { return 2 * std::uint64_t{host} + 2; }
  [[nodiscard]] std::uint64_t thread_track(std::uint32_t process) const {
    return 2 * (head_.hosts.size() + process) + 1;
  }
  [[nodiscard]] std::uint64_t queue_track(std::uint32_t process) const {
    return thread_track(process) + 1;
  }
  static std::int32_t pid(std::uint32_t host) { return static_cast<std::int32_t>(host + 1); }
  [[nodiscard]] std::int32_t tid(std::uint32_t process) const {
    return static_cast<std::int32_t>(head_.hosts.size() + process + 1);
  }

  template <typename Fill>
  void write_packet(std::uint32_t flags, Fill fill) {
    packet_.clear();
    pbf_writer packet(packet_);
    packet.add_uint32(perfetto::Packet::kSequence, 1);
    packet.add_uint32(perfetto::Packet::kSequenceFlags, flags);
    fill(packet);
    framed_.clear();
    pbf_writer(framed_).add_message(perfetto::File::kPacket, packet_);
    output_.append(framed_);
  }
  template <typename Fill>
  void write_event(EventType type, std::uint64_t track, Ticks time, Fill fill) {
    write_packet(perfetto::kNeedsState, [&](pbf_writer& packet) {
      packet.add_uint64(perfetto::Packet::kTimestamp,
                        static_cast<std::uint64_t>(nanoseconds_(time)));
      pbf_writer event(packet, perfetto::Packet::kTrackEvent);
      event.add_enum(perfetto::TrackEvent::kType, static_cast<std::int32_t>(type));
      event.add_uint64(perfetto::TrackEvent::kTrack, track);
      fill(event);
    });
  }
  void write_counter(std::uint64_t track, Ticks time, std::uint64_t value) {
    write_event(EventType::kCounter, track, time, [&](pbf_writer& event) {
      event.add_int64(perfetto::TrackEvent::kCounterValue, static_cast<std::int64_t>(value));
    });
  }

  /// `parent` is 0 for a process.
  template <typename Fill>
  void describe_track(std::uint64_t number, std::uint64_t parent, Fill fill) {
    write_packet(perfetto::kNeedsState, [&](pbf_writer& packet) {
      pbf_writer track(packet, perfetto::Packet::kTrackDescriptor);
      track.add_uint64(perfetto::Track::kUuid, number);
      if (parent != 0) {
        track.add_uint64(perfetto::Track::kParent, parent);
      }
      fill(track);
    });
  }
  void describe_host(std::uint32_t host) {
    describe_track(host_track(host), 0, [&](pbf_writer& track) {
      pbf_writer process(track, perfetto::Track::kProcess);
      process.add_int32(perfetto::Process::kPid, pid(host));
      process.add_string(perfetto::Process::kName, head_.hosts[host].name);
    });
    describe_counter(bytes_track(host), host_track(host), "bytes under way",
                     perfetto::CounterUnit::kBytes);
  }
  void describe_process(std::uint32_t process) {
    const std::uint32_t host = head_.processes[process].host;
    describe_track(thread_track(process), host_track(host), [&](pbf_writer& track) {
      pbf_writer thread(track, perfetto::Track::kThread);
      thread.add_int32(perfetto::Thread::kPid, pid(host));
      thread.add_int32(perfetto::Thread::kTid, tid(process));
      thread.add_string(perfetto::Thread::kName, texts_.process(process));
    });
    describe_counter(queue_track(process), thread_track(process), "queued",
                     perfetto::CounterUnit::kCount);
  }
  void describe_counter(std::uint64_t track_number, std::uint64_t parent, const char* name,
                        perfetto::CounterUnit unit) {
    describe_track(track_number, parent, [&](pbf_writer& track) {
      track.add_string(perfetto::Track::kName, name);
      pbf_writer counter(track, perfetto::Track::kCounter);
      counter.add_enum(perfetto::Counter::kUnit, static_cast<std::int32_t>(unit));
    });
  }

  void annotate(pbf_writer& event, std::uint32_t process, const TraceSpan& span) const {
    if (const Line* line = texts_.line_of_span(process, span);
        line != nullptr && line->number != 0) {
      annotate_number(event, InternedTexts::kLine, line->number);
    }
    if (is_message(span.event.kind)) {
      annotate_message(event, span.event);
    }
    if (span.request.exists()) {
      pbf_writer annotation(event, perfetto::TrackEvent::kAnnotation);
      annotation.add_uint64(perfetto::Annotation::kName, InternedTexts::kRequest);
      annotation.add_string(perfetto::Annotation::kPlainText, head_.request_name(span.request));
    }
  }
  void annotate_message(pbf_writer& event, const Event& message) const {
    const auto peer = is_send(message.kind) ? InternedTexts::kTo : InternedTexts::kFrom;
    annotate_text(event, InternedTexts::kMessage, texts_.mtag_text(head_.mid_of(message)));
    annotate_number(event, InternedTexts::kNumber, message.number);
    annotate_text(event, peer, InternedTexts::process_text(message.peer));
    if (message.has(Flag::kTimer)) {
      pbf_writer annotation(event, perfetto::TrackEvent::kAnnotation);
      annotation.add_uint64(perfetto::Annotation::kName, InternedTexts::kTimer);
      annotation.add_bool(perfetto::Annotation::kBool, true);
    }
    if (has_bytes(message.kind)) {
      annotate_number(event, InternedTexts::kBytes, message.bytes);
    }
  }
  static void annotate_number(pbf_writer& event, std::uint64_t name, std::uint64_t value) {
    pbf_writer annotation(event, perfetto::TrackEvent::kAnnotation);
    annotation.add_uint64(perfetto::Annotation::kName, name);
    annotation.add_uint64(perfetto::Annotation::kNumber, value);
  }
  static void annotate_text(pbf_writer& event, std::uint64_t name, std::uint64_t text) {
    pbf_writer annotation(event, perfetto::TrackEvent::kAnnotation);
    annotation.add_uint64(perfetto::Annotation::kName, name);
    annotation.add_uint64(perfetto::Annotation::kText, text);
  }

  const TraceHead& head_;
  BufferedOutput& output_;
  NearestNanosecond nanoseconds_;
  InternedTexts texts_;
  FlowNumbers flows_;
  std::string packet_;
  std::string framed_;
};

Result<void> write_slices(const Trace& trace, PerfettoFile& file) {
  Result<void> done;
  for (std::uint32_t p = 0; p < trace.head().processes.size() && done && file.is_ok(); ++p) {
    done = for_each_edge(trace, p,
                         {[&](const TraceSpan& span) { file.begin_slice(p, span); },
                          [&](const TraceSpan& span) { file.end_slice(p, span); }});
  }
  return done;
}

Result<void> write_messages(const Trace& trace, PerfettoFile& file) {
  MessageCounters counters(trace.head(),
                           {[&](std::uint32_t process, Ticks time, std::uint64_t messages) {
                              file.write_queued(process, time, messages);
                            },
                            [&](std::uint32_t host, Ticks time, std::uint64_t bytes) {
                              file.write_under_way(host, time, bytes);
                            }});
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr && file.is_ok(); next = events.next()) {
    counters.add(next);
    if (next.event->kind == EventKind::kLate) {
      file.write_late(next);
    }
  }
  return events.error() ? Result<void>(tl::unexpected(*events.error())) : Result<void>();
}

}  // namespace

Result<void> write_perfetto(const Trace& trace, BufferedOutput& output) {
  const auto origin = origin_of(trace);
  if (!origin) {
    return tl::unexpected(origin.error());
  }
  PerfettoFile file(trace.head(), output, *origin);
  file.begin();
  auto done = write_slices(trace, file);
  if (done) {
    done = write_messages(trace, file);
  }
  file.write_links(trace.links().tracks);
  return done ? output.finish() : done;
}

}  // namespace dps::traces
