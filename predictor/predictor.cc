#include "predictor/predictor.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "predictor/conclusion.h"
#include "predictor/tallies.h"
#include "predictor/virtual_run.h"
#include "profiles/record_profile.h"

namespace dps::predictor {
namespace {

using profiles::Level;

template <Level level>
Prediction prediction_of(const blueprint::Program& program, const machines::Machine& machine,
                         std::span<const std::uint32_t> host_of, const Tallies<level>& tallies,
                         VirtualRun<Tallies<level>>& run) {
  ProcessSteps<Tallies<level>>& steps = run.steps();
  Prediction prediction;
  prediction.is_stopped = run.is_stopped();
  if (steps.is_incomplete() && !run.is_stopped()) {
    prediction.deadlock = deadlock_report_of(program, steps.processes);
  }
  steps.end_all();
  steps.time.network.reset();  // frees its memory before the result is made
  const auto hosts = machine.hosts();
  const std::string none;
  Picoseconds latest{};
  prediction.run.processes.reserve(steps.processes.size());
  for (std::uint32_t p = 0; p < steps.processes.size(); ++p) {
    const ProcessId id{p};
    prediction.run.processes.push_back(profiles::sums_profile(
        program, id, tallies.sums(id), hosts.empty() ? none : hosts[host_of[p]].name));
    latest = std::max(latest, tallies.end_of(id));
  }
  auto unclaimed =
      count_unclaimed(program, steps.processes, steps.messages.books(), prediction.run);
  const bool is_complete = prediction.deadlock.empty() && !run.is_stopped();
  steps.messages.books().add_waits(tallies.waits());
  const profiles::MessageBooks books = steps.messages.books().books();
  DPS_CHECK(books.first_unbalanced() == nullptr || !is_complete);
  prediction.run.makespan_s = profiles::seconds_of(latest);
  for (const blueprint::Variable& variable : program.variables) {
    prediction.run.variables.emplace_back(variable.name, variable.value);
  }
  prediction.run.messages = profiles::message_profiles(program, books);
  if (is_complete) {
    prediction.notes = std::move(unclaimed);
  }
  steps.costs.add_notes(prediction.notes);
  steps.messages.sizes().add_note(prediction.notes);
  return prediction;
}

template <Level level>
Result<Prediction> predict_at(const blueprint::Program& program, const machines::Machine& machine,
                              std::span<const std::uint32_t> host_of,
                              const PredictionOptions& options) {
  Tallies<level> tallies(program);
  VirtualRun<Tallies<level>> run(program, machine, host_of, options, tallies);
  if (const auto done = run.run(); !done) {
    return tl::unexpected(done.error());
  }
  return prediction_of(program, machine, host_of, tallies, run);
}

}  // namespace

Result<Prediction> predict(const blueprint::Program& program, const machines::Machine& machine,
                           std::vector<std::uint32_t> host_of, const PredictionOptions& options) {
  if (machine.hosts().empty()) {
    host_of.resize(program.process_count());
    for (std::uint32_t p = 0; p < host_of.size(); ++p) {
      host_of[p] = p;
    }
  }
  DPS_CHECK(host_of.size() == program.process_count());
  switch (options.level) {
    case Level::kProcess:
      return predict_at<Level::kProcess>(program, machine, host_of, options);
    case Level::kUnit:
      return predict_at<Level::kUnit>(program, machine, host_of, options);
    case Level::kFunctionality:
      break;
  }
  return predict_at<Level::kFunctionality>(program, machine, host_of, options);
}

}  // namespace dps::predictor
