#include "blueprint/request_flow.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dps::blueprint {
namespace {

/// The type that fires a functionality, and a type that it then sends without -new.
using Passage = std::pair<std::uint32_t, std::uint32_t>;

ProcessSet united(const ProcessSet& a, const ProcessSet& b) {
  std::vector<ProcessRange> ranges(a.ranges());
  ranges.insert(ranges.end(), b.ranges().begin(), b.ranges().end());
  return ProcessSet::of(std::move(ranges));
}

}  // namespace

RequestFlow::RequestFlow(const Program& program, const Reach& reach)
    : origins_(program.message_types.size()) {
  if (!program.has_requests) {
    return;
  }
  std::vector<Passage> passages;
  std::vector<std::vector<ProcessRange>> beginners(origins_.size());
  for (const PlanRange& range : plan_ranges(program)) {
    for (const Firing& firing : reach.firings_of(range.plan)) {
      const Functionality& functionality = program.functionalities[firing.functionality];
      for (const std::uint32_t at : program.outputs_of(functionality)) {
        const Output& output = program.outputs[at];
        if (output.copies == 0) {
          continue;
        }
        if (output.begins) {
          beginners[index(output.mid)].push_back({range.first, range.count, 1});
        } else if (functionality.collection != kNone) {
          for (const CountedTag& pair :
               program.pairs_of(program.collections[functionality.collection])) {
            passages.emplace_back(index(pair.mid), index(output.mid));
          }
        }
      }
    }
  }
  std::sort(passages.begin(), passages.end());
  passages.erase(std::unique(passages.begin(), passages.end()), passages.end());
  std::vector<std::uint32_t> changed;
  for (std::uint32_t mid = 0; mid < beginners.size(); ++mid) {
    origins_[mid] = ProcessSet::of(std::move(beginners[mid]));
    if (!origins_[mid].empty()) {
      changed.push_back(mid);
    }
  }
  while (!changed.empty()) {
    const std::uint32_t mid = changed.back();
    changed.pop_back();
    const auto from = std::lower_bound(passages.begin(), passages.end(), Passage{mid, 0});
    for (auto passage = from; passage != passages.end() && passage->first == mid; ++passage) {
      ProcessSet& origins = origins_[passage->second];
      ProcessSet more = united(origins, origins_[mid]);
      if (more.size() > origins.size()) {
        origins = std::move(more);
        changed.push_back(passage->second);
      }
    }
  }
}

ProcessSet RequestFlow::origins_of(const Program& program, const Collection& collection) const {
  ProcessSet origins;
  for (const CountedTag& pair : program.pairs_of(collection)) {
    origins = united(origins, origins_of(pair.mid));
  }
  return origins;
}

bool distinguishes_requests(const Program& program) {
  return std::ranges::any_of(program.collections, [](const Collection& c) { return c.each; }) ||
         std::ranges::any_of(program.receivers, [](const Receivers& r) { return r.is_origin(); });
}

std::vector<UnknownOrigin> find_unknown_origins(const Program& program) {
  std::vector<UnknownOrigin> found;
  if (std::ranges::none_of(program.receivers, [](const Receivers& r) { return r.is_origin(); })) {
    return found;
  }
  const Reach reach(program);
  const RequestFlow flow(program, reach);
  std::map<std::uint32_t, UnknownOrigin> by_line;
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    for (const Firing& firing : reach.firings_of(plan)) {
      const Functionality& functionality = program.functionalities[firing.functionality];
      if (functionality.collection == kNone) {
        continue;
      }
      const Collection& collection = program.collections[functionality.collection];
      for (const std::uint32_t at : program.outputs_of(functionality)) {
        const Output& output = program.outputs[at];
        const bool asks = output.copies > 0 &&
                          std::ranges::any_of(program.receivers_of(output),
                                              [](const Receivers& r) { return r.is_origin(); });
        if (asks && flow.origins_of(program, collection).empty()) {
          by_line.try_emplace(
              functionality.definition,
              UnknownOrigin{functionality.definition, collection.definition, output.definition});
        }
      }
    }
  }
  for (const auto& [line, unknown] : by_line) {
    found.push_back(unknown);
  }
  return found;
}

}  // namespace dps::blueprint
