#include "tests/profiles/traces/recorded_prediction.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "blueprint/events/combined.h"
#include "blueprint/reading/reader.h"
#include "commands/tracing/trace_head.h"
#include "predictor/virtual_time/latency_tallies.h"
#include "predictor/virtual_time/tallies.h"
#include "predictor/virtual_time/virtual_run.h"
#include "profiles/traces/recorder.h"
#include "profiles/traces/spool.h"
#include "tests/support/fixed_machine.h"

namespace dps::traces {
namespace {

machines::FixedFigures figures_of(bool free) {
  machines::FixedFigures figures;
  figures.hosts.resize(2);
  if (!free) {
    figures.message = {Picoseconds(1234), Picoseconds(4321), Picoseconds(777), Picoseconds(999)};
    figures.waiting.wakeup = Picoseconds(5005);
    figures.waiting.listen = Picoseconds(303);
    figures.transit = Picoseconds(1'000'001);
  }
  return figures;
}

}  // namespace

RecordedPrediction record_prediction(const std::string& blueprint, const Limits& limits, bool free,
                                     std::size_t batch) {
  return record_on(machines::FixedMachine(figures_of(free)), blueprint, limits, batch);
}

RecordedPrediction record_on(const machines::Machine& machine, const std::string& blueprint,
                             const Limits& limits, std::size_t batch) {
  const SourceText source{"random.txt", blueprint};
  auto reading = blueprint::read_blueprint(source);
  if (!reading.program) {
    std::fprintf(stderr, "%s", render(source, reading.diagnostics).c_str());
  }
  DPS_CHECK(reading.program.has_value());
  const blueprint::Program& program = *reading.program;
  TraceHead head = commands::trace_head_of(program);
  const std::size_t hosts = std::max<std::size_t>(1, machine.hosts().size());
  for (const char* name : {"left", "right", "third", "fourth", "fifth", "sixth"}) {
    if (head.hosts.size() < hosts) {
      head.hosts.push_back({name});
    }
  }
  for (std::size_t host = 0; host < machine.hosts().size(); ++host) {
    head.hosts[host].cores = machine.hosts()[host].cores;
    head.hosts[host].turn = machine.hosts()[host].turn.count();
  }
  head.limits = limits;
  std::vector<std::uint32_t> host_of(program.process_count());
  for (std::uint32_t p = 0; p < host_of.size(); ++p) {
    head.processes[p].host = static_cast<std::uint32_t>(p % hosts);
    host_of[p] = machine.hosts().empty() ? p : head.processes[p].host;
  }
  auto spool = Spool::make(std::move(head), batch);
  DPS_CHECK(spool.has_value());
  spool->collect_links();
  predictor::Tallies<profiles::Level::kFunctionality> tallies(program);
  Recorder<Picoseconds, SpoolSink> recorder{SpoolSink(*spool)};
  predictor::LatencyTallies latencies(program);
  events::Combined events(tallies, latencies, recorder);
  std::uint64_t asked = 0;
  constexpr std::uint64_t kMostMessages = 300;
  predictor::PredictionOptions options;
  options.level = profiles::Level::kFunctionality;
  options.trace = &*spool;
  options.is_to_stop = [&](const predictor::PredictionProgress& progress) {
    return progress.messages > kMostMessages || ++asked > 1'000'000;
  };
  predictor::VirtualRun<decltype(events)> run(program, machine, host_of, options, events);
  DPS_CHECK(run.run().has_value());
  auto loads = run.steps().processes.time.network->report().links;
  run.steps().end_all();
  std::vector<profiles::ProcessSums<Picoseconds>> sums;
  for (std::uint32_t p = 0; p < host_of.size(); ++p) {
    sums.push_back(tallies.sums(ProcessId{p}));
  }
  auto trace = spool->finish("");
  DPS_CHECK(trace.has_value());
  auto of_result = latencies.take_latencies();
  return {std::move(*reading.program), std::move(*trace), std::move(sums),
          std::move(of_result),        std::move(loads),  !run.is_stopped()};
}

}  // namespace dps::traces
