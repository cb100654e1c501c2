// What a prediction has come to, for a reader.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/units.h"
#include "engine/waiting_process.h"
#include "predictor/predictor.h"
#include "predictor/world.h"
#include "profiles/record_profile.h"

namespace dps::predictor {

using profiles::Tick;

/// Servers, and the processes of a deadlock, end with the last that happened. Timers that are not
/// due by then will never be taken: they are late, so that the books balance.
void World::end_processes() {
  for (; !timers_.empty(); timers_.pop()) {
    drop_late(timers_.top().id);
  }
  for (std::uint32_t self = 0; self < processes_.size(); ++self) {
    Process& process = processes_[self];
    if (process.state != State::kComplete) {
      tallies_.process_end(self, now_);
    }
    process.engine.finish();
  }
}

/// What call and exec components cost nobody knows.
void World::note_costless(std::vector<std::string>& notes) const {
  std::set<std::string> tags;
  for (std::size_t i = 0; i < costless_.size(); ++i) {
    if (costless_[i]) {
      tags.insert(printable(program_.tag(program_.computations[i].definition)));
    }
  }
  if (!tags.empty()) {
    notes.push_back(fmt::format(
        "charged 0 for want of a cost: {}; give their C lines 'cost' and a time, or tell "
        "it with --costs",
        fmt::join(tags, ", ")));
  }
}

void World::note_range(std::vector<std::string>& notes) const {
  if (outside_ > 0) {
    notes.push_back(
        fmt::format("{} of {} to {} outside the range in which the machine was measured ({} to {})",
                    outside_ == 1 ? "1 message is" : format_count(outside_) + " messages are",
                    format_size(least_outside_), format_size(most_outside_),
                    format_size(least_bytes_), format_size(most_bytes_)));
  }
}

Prediction World::conclude() {
  Prediction prediction;
  prediction.is_stopped = is_stopped_;
  if (wanted_left_ > 0 && !is_stopped_) {
    std::vector<engine::WaitingProcess> waiting;
    for (std::uint32_t p = 0; p < processes_.size(); ++p) {
      if (processes_[p].state != State::kComplete && !program_.is_server(ProcessId{p})) {
        waiting.push_back(engine::waiting_process(program_, ProcessId{p}, processes_[p].engine));
      }
    }
    prediction.deadlock = engine::deadlock_report(waiting);
  }
  end_processes();
  network_.reset();  // it makes room for the result
  const auto hosts = machine_.hosts();
  const std::string none;
  profiles::UnclaimedNotes unclaimed_notes(program_);
  Picoseconds latest;
  auto& profiles = prediction.run.processes;
  profiles.reserve(processes_.size());
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    const ProcessId id{p};
    profiles.push_back(profiles::record_profile(program_, id, tallies_.record(p),
                                                hosts.empty() ? none : hosts[host_of_[p]].name,
                                                Tick::kPicosecond));
    latest = std::max(latest, tallies_.end_of(p));
    std::map<std::pair<std::uint32_t, MessageId>, std::uint64_t> counts;  // by unit, type
    for (const engine::Unclaimed& left : processes_[p].engine.unclaimed()) {
      profiles.back().unclaimed_msgs += left.count;
      books_.unclaimed(index(left.from), p, left.mid, left.count);
      counts[{left.unit, left.mid}] += left.count;
    }
    for (const auto& [where, count] : counts) {
      unclaimed_notes.add(id, where.first, where.second, count);
    }
  }
  const bool is_complete = prediction.deadlock.empty() && !is_stopped_;
  DPS_CHECK(books_.balance() || !is_complete);
  prediction.run.makespan_s = profiles::seconds_of(latest.count(), Tick::kPicosecond);
  for (const blueprint::Variable& variable : program_.variables) {
    prediction.run.variables.emplace_back(variable.name, variable.value);
  }
  prediction.run.messages = books_.profile();
  prediction.notes = is_complete ? unclaimed_notes.take() : std::vector<std::string>{};
  if (charges_) {
    const auto charged = charges_->notes();
    prediction.notes.insert(prediction.notes.end(), charged.begin(), charged.end());
  }
  note_costless(prediction.notes);
  note_range(prediction.notes);
  return prediction;
}

Result<Prediction> predict(const blueprint::Program& program, const machines::Machine& machine,
                           std::vector<std::uint32_t> host_of, const PredictionOptions& options) {
  if (machine.hosts().empty()) {
    host_of.resize(program.process_count());
    for (std::uint32_t p = 0; p < host_of.size(); ++p) {
      host_of[p] = p;
    }
  }
  DPS_CHECK(host_of.size() == program.process_count());
  World world(program, machine, host_of, options);
  if (const auto played = world.play(); !played) {
    return tl::unexpected(played.error());
  }
  return world.conclude();
}

}  // namespace dps::predictor
