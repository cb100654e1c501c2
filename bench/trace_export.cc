// The time and memory to record, explain and export a trace of four million events: a ring of 64
// processes on eight hosts. The output of each format but .otf2 is discarded, so that no disk
// is measured.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/limits.h"
#include "profiles/traces/analysis/why.h"
#include "profiles/traces/export/formats.h"
#include "profiles/traces/record.h"
#include "profiles/traces/spool.h"

namespace dps::bench {
namespace {

using traces::EventKind;
using traces::Ticks;

constexpr std::uint32_t kProcesses = 64;
constexpr std::uint64_t kEvents = 4'000'000;
constexpr std::uint64_t kRoundEvents = std::uint64_t{9} * kProcesses;
constexpr double kLimitSeconds = 10;  // Source: docs/trace.md, "Conversions"
constexpr double kLimitMegabytes = 500;

traces::TraceHead ring_head() {
  traces::TraceHead head;
  head.lines = {{'P', 9, "Ring.p"},
                {'U', 8, "ring.u"},
                {'F', 7, "pass.f"},
                {'C', 5, "work.c"},
                {'O', 6, "token.o"}};
  head.message_types = {"Token.m"};
  head.computations = {3};
  head.outputs = {{4, 0}};
  head.plans = {{{{1, 0}}, {2}}};
  head.groups = {{0, kProcesses, false}};
  for (int i = 0; i < 8; ++i) {
    head.hosts.push_back({fmt::format("node{}", i), 0, 0});
  }
  head.processes.resize(kProcesses);
  for (std::uint32_t p = 0; p < kProcesses; ++p) {
    head.processes[p].host = p / 8;
  }
  return head;
}

/// Each process in turn passes a message to the next one, all at the same time.
class Ring {
 public:
  explicit Ring(traces::Spool& spool) : spool_(spool) {}

  void begin() {
    for (std::uint32_t p = 0; p < kProcesses; ++p) {
      nesting(EventKind::kProcessBegin, p, 0);
      nesting(EventKind::kUnitBegin, p, 0);
    }
  }
  /// Nine events of each process.
  void round(std::uint64_t number) {
    for (std::uint32_t p = 0; p < kProcesses; ++p) {
      const traces::RecordedMessage out{0, (p + 1) % kProcesses, number};
      const traces::RecordedMessage in{0, (p + kProcesses - 1) % kProcesses, number};
      nesting(EventKind::kFunctionalityBegin, p, 0);
      spool_.add(p, plain_record(EventKind::kComputationBegin, 0, now_));
      spool_.add(p, plain_record(EventKind::kComputationEnd, 0, now_ + 2'000'123));
      spool_.add(p, message_record(EventKind::kSendBegin, 0, out, now_ + 2'000'123, 1000));
      spool_.add(p, message_record(EventKind::kSendEnd, 0, out, now_ + 3'000'456, 1234));
      nesting(EventKind::kFunctionalityEnd, p, 3'000'456);
      spool_.add(p, plain_record(EventKind::kWait, 0, now_ + 3'000'456));
      spool_.add(p, message_record(EventKind::kArrival, 0, in, now_ + 7'000'777, 1000));
      spool_.add(p, message_record(EventKind::kTake, traces::Flag::kWaited, in, now_ + 9'000'999,
                                   1'000'001));
    }
    now_ += 10'000'000;
  }
  void end() {
    for (std::uint32_t p = 0; p < kProcesses; ++p) {
      nesting(EventKind::kUnitEnd, p, 0);
      nesting(EventKind::kProcessEnd, p, 0);
      spool_.ended(p, now_);
    }
  }

 private:
  void nesting(EventKind kind, std::uint32_t process, Ticks after) {
    spool_.add(process, nesting_record(kind, traces::Flag::kCpuTime, 0, now_ + after, {now_, 0}));
  }

  traces::Spool& spool_;
  Ticks now_ = 0;
};

traces::Trace record_ring() {
  auto spool = traces::Spool::make(ring_head());
  Ring ring(*spool);
  ring.begin();
  for (std::uint64_t round = 1; round <= kEvents / kRoundEvents; ++round) {
    ring.round(round);
  }
  ring.end();
  return std::move(*spool->finish(""));
}

double megabytes() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double cpu_seconds() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Result<std::uint64_t> written_size(const traces::TraceFormat& format, const traces::Trace& trace) {
  std::uint64_t size = 0;
  const auto done = write_as(format, trace, [&](std::string_view text) {
    size += text.size();
    return Result<void>();
  });
  return done ? Result<std::uint64_t>(size) : tl::unexpected(done.error());
}

/// Writes a format that is a folder to the folder of temporary files.
Result<std::uint64_t> archived_size(const traces::TraceFormat& format, const traces::Trace& trace) {
  namespace fs = std::filesystem;
  std::string folder = fs::temp_directory_path() / "dps-bench-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) {
    return failure(ErrorCode::kSystem, "cannot make " + folder);
  }
  const auto done = format.write_archive(trace, {folder, "ring", {}, [] { return false; }});
  std::uint64_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    size += entry.is_regular_file() ? entry.file_size() : 0;
  }
  fs::remove_all(folder);
  return done ? Result<std::uint64_t>(size) : tl::unexpected(done.error());
}

int run() {
  Limits limits;
  auto begin = std::chrono::steady_clock::now();
  const traces::Trace trace = record_ring();
  const std::uint64_t events = trace.head().event_count();
  fmt::print("recorded {} events: {:.0f} ns each\n", events,
             seconds_since(begin) / static_cast<double>(events) * 1e9);
  begin = std::chrono::steady_clock::now();
  const auto why = traces::explain(trace);
  if (!why || !why->no_path.empty()) {
    limits.failed("why: " + (why ? why->no_path : why.error().message));
  }
  limits.at_most("why", seconds_since(begin), kLimitSeconds, "s");
  for (const traces::TraceFormat& format : traces::formats()) {
    if (!format.lacks.empty()) {
      continue;
    }
    const double cpu = cpu_seconds();
    begin = std::chrono::steady_clock::now();
    const auto size =
        format.write == nullptr ? archived_size(format, trace) : written_size(format, trace);
    const std::string name(format.suffix);
    if (!size) {
      limits.failed(name + ": " + size.error().message);
      continue;
    }
    limits.at_most(fmt::format("{}, {} MB, {:.1f} s of CPU time", name, *size / 1'000'000,
                               cpu_seconds() - cpu),
                   seconds_since(begin), kLimitSeconds, "s");
  }
  limits.at_most("memory", megabytes(), kLimitMegabytes, "MB");
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main() {
  return dps::bench::run();
}
