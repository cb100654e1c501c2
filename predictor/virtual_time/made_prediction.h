/// Makes the prediction of a run in virtual time, with any consumers of its events.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/check.h"
#include "blueprint/events/combined.h"
#include "predictor/virtual_time/conclusion.h"
#include "predictor/virtual_time/latency_tallies.h"
#include "predictor/virtual_time/prediction.h"
#include "predictor/virtual_time/tallies.h"
#include "predictor/virtual_time/virtual_run.h"
#include "profiles/ended_note.h"
#include "profiles/record_profile.h"

namespace dps::predictor {

/// The prediction of a run that is over. `Run` is VirtualRun.
template <profiles::Level level, typename Run>
Prediction prediction_of(const blueprint::Program& program, const machines::Machine& machine,
                         std::span<const std::uint32_t> host_of, const Tallies<level>& tallies,
                         Run& run) {
  auto& steps = run.steps();
  auto& processes = steps.processes;
  Prediction prediction;
  prediction.is_stopped = run.is_stopped();
  const machines::NetworkReport network = processes.time.network->report();
  const bool is_over = !run.is_stopped() && !run.was_ended();
  if (is_over) {
    prediction.deadlock =
        blocked_report_of(program, machine, network.blocked, processes.messages.list());
  }
  if (processes.incomplete() > 0 && is_over) {
    const auto waiting = deadlock_report_of(
        program, processes.list,
        network.blocked.empty() ? engine::UnderWay::kNone : engine::UnderWay::kBlocked);
    prediction.deadlock.insert(prediction.deadlock.end(), waiting.begin(), waiting.end());
  }
  steps.end_all();
  processes.time.network.reset();  // frees its memory before the result is made
  const Picoseconds setup = machine.parts().setup;
  const auto hosts = machine.hosts();
  const std::string none;
  Picoseconds latest{};
  prediction.run.processes.reserve(processes.list.size());
  for (std::uint32_t p = 0; p < processes.list.size(); ++p) {
    const ProcessId id{p};
    auto sums = tallies.sums(id);
    sums.times.real -= setup;
    prediction.run.processes.push_back(
        profiles::sums_profile(program, id, sums, hosts.empty() ? none : hosts[host_of[p]].name));
    prediction.run.processes.back().start_late_s = seconds_of(setup);
    latest = std::max(latest, tallies.end_of(id));
  }
  auto unclaimed =
      count_unclaimed(program, processes.list, processes.messages.books(), prediction.run);
  const bool is_complete = prediction.deadlock.empty() && !run.is_stopped();
  processes.messages.books().add_waits(tallies.waits());
  const profiles::MessageBooks books = processes.messages.books().books();
  DPS_CHECK(books.first_unbalanced() == nullptr || !is_complete || run.was_ended());
  prediction.run.makespan_s = seconds_of(latest);
  for (const blueprint::Variable& variable : program.variables) {
    prediction.run.variables.emplace_back(variable.name, variable.value);
  }
  prediction.run.messages = profiles::message_profiles(program, books);
  if (is_complete) {
    prediction.notes = std::move(unclaimed);
  }
  if (run.was_ended()) {
    prediction.notes.push_back(
        profiles::ended_note(Seconds(seconds_of(latest)), processes.incomplete(), books));
  }
  steps.costs.add_notes(prediction.notes);
  processes.messages.sizes().add_note(prediction.notes);
  add_network(machine, network, prediction);
  note_processes(machine.summary(), program.process_count(), prediction.notes);
  return prediction;
}

/// Borrows the arguments of predict().
struct PredictionInput {
  const blueprint::Program& program;
  const machines::Machine& machine;
  std::span<const std::uint32_t> host_of;
  const PredictionOptions& options;
};

/// Plays the program; `events` are the tallies, or the tallies with other consumers. The arguments
/// are borrowed.
template <profiles::Level level, typename Events>
Result<Prediction> play(const PredictionInput& input, Tallies<level>& tallies, Events& events) {
  const auto& [program, machine, host_of, options] = input;
  VirtualRun<Events> run(program, machine, host_of, options, events);
  if (const auto done = run.run(); !done) {
    return tl::unexpected(done.error());
  }
  return prediction_of<level>(program, machine, host_of, tallies, run);
}

/// Plays the program with the consumers that this level needs, and with `more`. Borrows everything.
template <profiles::Level level, typename... More>
Result<Prediction> predict_with(const PredictionInput& input, More&... more) {
  Tallies<level> tallies(input.program);
  if constexpr (level == profiles::Level::kFunctionality) {
    LatencyTallies latencies(input.program, input.options.measure_from);
    events::Combined events(tallies, latencies, more...);
    auto prediction = play(input, tallies, events);
    if (prediction) {
      prediction->run.latencies = latencies.take_latencies();
    }
    return prediction;
  } else if constexpr (sizeof...(More) > 0) {
    events::Combined events(tallies, more...);
    return play(input, tallies, events);
  } else {
    return play(input, tallies, tallies);
  }
}

/// Calls `predict_at` with the level as a std::integral_constant.
template <typename PredictAt>
Result<Prediction> at_level(profiles::Level level, const PredictAt& predict_at) {
  using profiles::Level;
  switch (level) {
    case Level::kProcess:
      return predict_at(std::integral_constant<Level, Level::kProcess>{});
    case Level::kUnit:
      return predict_at(std::integral_constant<Level, Level::kUnit>{});
    case Level::kFunctionality:
      break;
  }
  return predict_at(std::integral_constant<Level, Level::kFunctionality>{});
}

}  // namespace dps::predictor
