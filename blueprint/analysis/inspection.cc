#include "blueprint/analysis/inspection.h"

namespace dps::blueprint {

Inspection::Inspection(const Program& inspected)
    : program(inspected),
      reach(inspected),
      flows(inspected, reach),
      ranges(plan_ranges(inspected)),
      collection_waiters(inspected.collections.size()),
      type_waiters(inspected.message_types.size()),
      type_receivers(inspected.message_types.size()) {
  for (const PlanRange& range : ranges) {
    for_each_wait(range.plan, [&](std::uint32_t collection) {
      collection_waiters[collection].append(range.first, range.count);
      for (const CountedTag& pair : program.pairs_of(program.collections[collection])) {
        type_waiters[index(pair.mid)].append(range.first, range.count);
      }
    });
  }
  std::vector<std::vector<ProcessRange>> receivers(program.message_types.size());
  for (const Bundle& bundle : flows.bundles()) {
    auto& list = receivers[index(bundle.mid)];
    list.insert(list.end(), bundle.receivers.ranges().begin(), bundle.receivers.ranges().end());
  }
  for (std::size_t mid = 0; mid < receivers.size(); ++mid) {
    type_receivers[mid] = ProcessSet::of(std::move(receivers[mid]));
  }
}

}  // namespace dps::blueprint
