#include "blueprint/collective_flows.h"

#include <cstdint>
#include <utility>

#include "blueprint/collectives/schedule.h"

namespace dps::blueprint {
namespace {

using collectives::Algorithm;
using collectives::Collective;
using collectives::Operation;

/// A run that performs a native operation needs to know all members.
bool are_all_connected(const Collective& of) {
  const bool exchanges =
      of.operation == Operation::kAllgather || of.operation == Operation::kAlltoall;
  return of.native || of.algorithm == Algorithm::kPairwise ||
         (exchanges && of.algorithm == Algorithm::kLinear);
}

ProcessSet receivers_of_rank(const Program& program, const Output& output, std::uint32_t rank) {
  std::vector<ProcessRange> ranges;
  for (const std::uint32_t to :
       collectives::Schedule(program.collective_of(output), rank).receivers()) {
    ranges.push_back({index(program.member(output, to)), 1, 1});
  }
  return ProcessSet::of(std::move(ranges));
}

}  // namespace

void append_collective_flows(const Program& program, const Output& output,
                             const ProcessSet& senders, std::vector<Bundle>& bundles) {
  Bundle bundle;
  bundle.definition = output.definition;
  bundle.mid = output.mid;
  const bool all = are_all_connected(program.collective_of(output));
  if (all) {
    std::vector<ProcessRange> ranges;
    for (const Receivers& element : program.receivers_of(output)) {
      ranges.push_back(
          {index(element.first), element.count, element.count == 1 ? 1 : element.step});
    }
    Bundle inside = bundle;
    inside.senders = senders;
    inside.receivers = ProcessSet::of(std::move(ranges));
    inside.others = true;
    inside.inside = true;
    inside.bytes = output.bytes;
    bundles.push_back(std::move(inside));
  }
  senders.for_each([&](ProcessId sender) {
    Bundle completion = bundle;
    completion.senders = completion.receivers = ProcessSet({index(sender)});
    bundles.push_back(std::move(completion));
    const auto rank = program.rank_of(output, sender);
    if (all || !rank) {
      return;
    }
    Bundle inside = bundle;
    inside.senders = ProcessSet({index(sender)});
    inside.receivers = receivers_of_rank(program, output, *rank);
    inside.inside = true;
    inside.bytes = output.bytes;
    if (!inside.receivers.empty()) {
      bundles.push_back(std::move(inside));
    }
  });
}

}  // namespace dps::blueprint
