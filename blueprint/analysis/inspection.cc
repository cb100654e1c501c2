#include "blueprint/analysis/inspection.h"

namespace dps::blueprint {

Inspection::Inspection(const Program& inspected)
    : program(inspected),
      reach(inspected),
      flows(inspected, reach),
      runs(process_runs(inspected)),
      collection_waiters(inspected.collections.size()),
      type_waiters(inspected.message_types.size()),
      type_receivers(inspected.message_types.size()) {
  for (const PlanRange& run : runs) {
    for_each_wait(run.plan, [&](std::uint32_t collection) {
      collection_waiters[collection].append(run.first, run.count);
      for (const CountedTag& pair : program.pairs_of(program.collections[collection])) {
        type_waiters[index(pair.mid)].append(run.first, run.count);
      }
    });
  }
  std::vector<std::vector<ProcessRange>> ranges(program.message_types.size());
  for (const Bundle& bundle : flows.bundles()) {
    auto& list = ranges[index(bundle.mid)];
    list.insert(list.end(), bundle.receivers.ranges().begin(), bundle.receivers.ranges().end());
  }
  for (std::size_t mid = 0; mid < ranges.size(); ++mid) {
    type_receivers[mid] = ProcessSet::of(std::move(ranges[mid]));
  }
}

}  // namespace dps::blueprint
