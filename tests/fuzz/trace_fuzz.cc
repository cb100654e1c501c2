// Any bytes as a trace, and as the records of a trace whose head is valid, for all analyses of
// traces and all formats of their conversions.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>
#include <sys/mman.h>

#include "base/check.h"
#include "base/descriptor.h"
#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/slow_request.h"
#include "profiles/traces/analysis/why.h"
#include "profiles/traces/export/formats.h"
#include "profiles/traces/head_encoding.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/record.h"
#include "profiles/traces/summary.h"
#include "profiles/traces/temporary_file.h"
#include "profiles/traces/trace_file.h"
#include "tests/profiles/traces/small_head.h"

namespace {

using dps::Result;

/// The parts of the path of a request add up to its age.
void explain_requests(const dps::traces::Trace& trace) {
  const dps::traces::TraceHead& head = trace.head();
  for (const dps::traces::TracePlan& plan : head.plans) {
    for (const std::uint32_t line : plan.functionalities) {
      const auto slow = dps::traces::explain_slow(trace, {head.lines[line].tag, {}});
      if (!slow || !slow->no_request.empty()) {
        continue;
      }
      dps::traces::Ticks sum = 0;
      for (const auto* parts : {&slow->own, &slow->other}) {
        for (const auto& part : *parts) {
          sum += part.length;
        }
      }
      DPS_CHECK(sum == slow->at.age());
    }
  }
}

/// The segments of the critical path cover the time from 0 on.
void analyse(const dps::traces::Trace& trace) {
  if (!dps::traces::no_path_reason(trace.head()).empty()) {
    return;
  }
  std::optional<dps::traces::Ticks> reached;
  const auto path = dps::traces::walk_critical_path(trace, [&](const auto& segment) {
    DPS_CHECK(!reached || segment.end == *reached);
    DPS_CHECK(segment.begin >= 0 && segment.begin < segment.end);
    reached = segment.begin;
  });
  DPS_CHECK(!path || path->end == 0 || reached == 0);
  const auto why = dps::traces::explain(trace);
  DPS_CHECK(!path || !why || why->path.end == path->end);
  for (std::size_t i = 0; why && i < why->waits.size(); ++i) {
    DPS_CHECK(why->waits[i].parts.total() > 0);
  }
  explain_requests(trace);
}

/// Opens a file with these bytes; if it is a trace, converts it to all formats and analyses it.
void read_file(std::span<const std::byte> bytes) {
  const dps::Descriptor file(::memfd_create("trace", MFD_CLOEXEC));
  DPS_CHECK(dps::traces::write_at(file.get(), 0, bytes).has_value());
  const auto trace = dps::traces::open_trace(fmt::format("/proc/self/fd/{}", file.get()));
  if (!trace) {
    DPS_CHECK(!trace.error().message.empty());
    return;
  }
  const auto head = dps::traces::decode_head(dps::traces::encode_head(trace->head()),
                                             dps::traces::version_of(trace->head()));
  DPS_CHECK(head.has_value() && *head == trace->head());
  if (const auto summary = dps::traces::summarise(*trace)) {
    static_cast<void>(dps::traces::summary_text(*trace, *summary));
  }
  static_cast<void>(dps::traces::latencies_of(*trace));
  analyse(*trace);
  for (const dps::traces::TraceFormat& format : dps::traces::formats()) {
    if (format.write == nullptr) {
      continue;
    }
    static_cast<void>(dps::traces::write_as(
        format, *trace, [](std::string_view /*text*/) { return Result<void>(); }));
  }
}

/// Reads the bytes as records, which belong to the first process and the second one in turn.
void read_records(dps::traces::TraceHead head, std::span<const std::byte> bytes) {
  const std::size_t count = bytes.size() / dps::traces::kRecordBytes;
  head.processes[0].events = count / 2;
  head.processes[1].events = count - count / 2;
  head.processes[1].end = 1'000;
  const dps::ByteString encoded = dps::traces::encode_head(head);
  dps::Encoder file;
  file.bytes(std::as_bytes(std::span(dps::traces::kTraceMagic)));
  file.u32(dps::traces::version_of(head));
  file.byte_string(encoded);
  file.bytes(bytes.first(count * dps::traces::kRecordBytes));
  read_file(file.buffer());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  read_file(bytes);
  read_records(dps::traces::small_head(), bytes);
  read_records(dps::traces::small_head_with_uses(), bytes);
  return 0;
}
