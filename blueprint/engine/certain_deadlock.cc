#include "blueprint/engine/certain_deadlock.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "blueprint/reach.h"
#include "blueprint/request_flow.h"

namespace dps::engine {
namespace {

using blueprint::Output;
using blueprint::Pick;
using blueprint::Program;
using blueprint::Receivers;

/// Returns, by plan, whether a functionality that can fire has an output for which this is true.
template <typename Holds>
std::vector<bool> plans_with(const Program& program, const blueprint::Reach& reach, Holds holds) {
  std::vector<bool> found(program.plans.size(), false);
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    for (const blueprint::Firing& firing : reach.firings_of(plan)) {
      const auto outputs = program.outputs_of(program.functionalities[firing.functionality]);
      found[plan] = found[plan] || std::ranges::any_of(outputs, [&](std::uint32_t output) {
                      return holds(program.outputs[output]);
                    });
    }
  }
  return found;
}

/// Returns, by plan, whether a unit that can become active has a choice: its draws depend on the
/// run.
std::vector<bool> choosing_plans(const Program& program, const blueprint::Reach& reach) {
  std::vector<bool> choosing(program.plans.size(), false);
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    const auto units = program.units_of(program.plans[plan]);
    choosing[plan] = std::ranges::any_of(reach.units_of(plan), [&](std::uint32_t unit) {
      return program.units[units[unit]].alternatives.count > 0;
    });
  }
  return choosing;
}

std::vector<bool> determined_processes(const Program& program, const blueprint::Reach& reach,
                                       const PlayResult& played) {
  // The receiver of an answer, or the process that has answered, depends on the message's sender.
  const std::vector<bool> tells_senders_apart =
      plans_with(program, reach, [&](const Output& output) {
        const auto receivers = program.receivers_of(output);
        return output.counts_unanswered() ||
               std::ranges::any_of(receivers, [](const Receivers& r) { return r.is_ack(); });
      });
  const std::vector<bool> draws =
      plans_with(program, reach, [](const Output& output) { return output.pick == Pick::kRandom; });
  const bool has_equal_messages = !distinguishes_requests(program);
  const std::vector<bool> choosing = choosing_plans(program, reach);
  std::vector<bool> determined;
  determined.reserve(played.inboxes.size());
  for (std::uint32_t p = 0; p < played.inboxes.size(); ++p) {
    const InboxTraits& inbox = played.inboxes[p];
    const bool in_order = inbox.is_of_one_sender && !inbox.has_timers;
    const std::uint32_t plan = program.plan_of[p];
    const bool in_any_order =
        inbox.is_of_one_type && has_equal_messages && !tells_senders_apart[plan];
    determined.push_back(!choosing[plan] && !draws[plan] && (in_order || in_any_order));
  }
  return determined;
}

/// Removes processes until none receives messages from a process outside the core.
void shrink_to_core(std::vector<bool>& core, const FiringBounds& bounds) {
  std::vector<std::vector<std::uint32_t>> receivers(core.size());
  std::deque<std::uint32_t> removed;
  for (std::uint32_t p = 0; p < core.size(); ++p) {
    for (const std::uint32_t sender : bounds.senders[p]) {
      receivers[sender].push_back(p);
    }
    if (!core[p]) {
      removed.push_back(p);
    }
  }
  for (; !removed.empty(); removed.pop_front()) {
    for (const std::uint32_t receiver : receivers[removed.front()]) {
      if (core[receiver]) {
        core[receiver] = false;
        removed.push_back(receiver);
      }
    }
  }
}

}  // namespace

bool is_certain_deadlock(const Program& program, const PlayResult& played,
                         const BoundLimits& limits) {
  if (played.end != PlayEnd::kDeadlock) {
    return false;
  }
  const blueprint::Reach reach(program);
  std::vector<bool> core = determined_processes(program, reach, played);
  if (std::ranges::all_of(core, [](bool determined) { return determined; })) {
    return true;
  }
  const auto bounds = firing_bounds(program, reach, limits);
  if (!bounds) {
    return false;
  }
  shrink_to_core(core, *bounds);
  for (std::uint32_t p = 0; p < core.size(); ++p) {
    const bool waits = !played.processes[p].complete && !program.is_server(ProcessId{p});
    if (waits && (core[p] || !bounds->may_complete[p])) {
      return true;
    }
  }
  return false;
}

PlayResult play_and_judge(const Program& program, const PlayLimits& limits) {
  PlayResult result = play(program, limits);
  BoundLimits bounds;
  bounds.expired = limits.expired;
  result.is_certain = is_certain_deadlock(program, result, bounds);
  return result;
}

}  // namespace dps::engine
