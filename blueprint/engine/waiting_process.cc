#include "blueprint/engine/waiting_process.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/printable.h"

namespace dps::engine {
namespace {

/// Finds the tags of one process by numbers that may be invalid.
class Tags {
 public:
  Tags(const blueprint::Program& program, ProcessId process)
      : program_(program), units_(program.units_of(program.plan(process))) {}

  [[nodiscard]] std::string futag(std::uint32_t unit) const {
    return unit < units_.size() ? program_.tag(program_.units[units_[unit]].definition) : "?";
  }
  [[nodiscard]] std::string mtag(MessageId mid) const {
    return index(mid) < program_.message_types.size() ? program_.mtag(mid) : "?";
  }
  [[nodiscard]] const blueprint::Functionality* functionality(std::uint32_t unit,
                                                              std::uint32_t position) const {
    if (unit >= units_.size()) {
      return nullptr;
    }
    const auto listed = program_.functionalities_of(program_.units[units_[unit]]);
    return position < listed.size() ? &program_.functionalities[listed[position]] : nullptr;
  }
  /// The other units that have this collection.
  [[nodiscard]] std::vector<std::string> others_with(std::uint32_t collection,
                                                     std::uint32_t unit) const {
    std::vector<std::string> others;
    for (std::uint32_t other = 0; other < units_.size(); ++other) {
      const auto listed = program_.functionalities_of(program_.units[units_[other]]);
      const bool has_it = std::ranges::any_of(listed, [&](std::uint32_t at) {
        return program_.functionalities[at].collection == collection;
      });
      if (other != unit && has_it) {
        others.push_back(futag(other));
      }
    }
    return others;
  }

 private:
  const blueprint::Program& program_;
  std::span<const std::uint32_t> units_;
};

/// Adds to the entry of the same type and unit, or appends one.
void add(const LeftOver& left, std::vector<LeftOver>& list) {
  for (LeftOver& known : list) {
    if (known.mtag == left.mtag && known.futag == left.futag) {
      known.count += left.count;
      return;
    }
  }
  list.push_back(left);
}

/// The numbers may be invalid.
std::string request_name(const blueprint::Program& program, std::uint32_t origin,
                         std::uint64_t number) {
  if (number == 0) {
    return "messages without a request";
  }
  return (origin < program.process_count() ? printable(program.process_name(ProcessId{origin}))
                                           : "?") +
         " " + std::to_string(number);
}

}  // namespace

WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               std::uint32_t unit, std::span<const Progress> progress,
                               std::span<const Unclaimed> unclaimed) {
  const Tags tags(program, self);
  WaitingProcess waiting;
  waiting.ptag = program.tag(program.group_of(self).definition);
  waiting.index = program.index_in_group(self);
  waiting.futag = tags.futag(unit);
  for (const Progress& pair : progress) {
    const auto* functionality = tags.functionality(unit, pair.position);
    if (functionality != nullptr && functionality->collection != blueprint::kNone) {
      const auto& collection = program.collections[functionality->collection];
      waiting.lacks.push_back({program.tag(functionality->definition),
                               program.tag(collection.definition), tags.mtag(pair.mid), pair.has,
                               pair.wants});
      if (pair.is_each) {
        waiting.lacks.back().request = {request_name(program, pair.origin, pair.number),
                                        pair.others};
      }
      if (pair.wants > 1) {
        waiting.lacks.back().also_in = tags.others_with(functionality->collection, unit);
      }
    }
  }
  for (const Unclaimed& left : unclaimed) {
    add({tags.mtag(left.mid), tags.futag(left.unit), left.count}, waiting.unclaimed);
  }
  return waiting;
}

WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine) {
  return waiting_process(program, self, engine.active_unit(), engine.progress(),
                         engine.unclaimed());
}

}  // namespace dps::engine
