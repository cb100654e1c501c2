#include "engine/waiting_process.h"

namespace dps::engine {
namespace {

/// Whichever process sent them: one entry for each type and unit.
void add(const LeftOver& left, std::vector<LeftOver>& list) {
  for (LeftOver& known : list) {
    if (known.mtag == left.mtag && known.futag == left.futag) {
      known.count += left.count;
      return;
    }
  }
  list.push_back(left);
}

}  // namespace

WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine) {
  const auto units = program.units_of(program.plan(self));
  const blueprint::Unit& unit = program.units[units[engine.active_unit()]];
  WaitingProcess waiting;
  waiting.ptag = program.tag(program.group_of(self).definition);
  waiting.index = program.index_in_group(self);
  waiting.futag = program.tag(unit.definition);
  for (const Progress& pair : engine.progress()) {
    const auto& functionality =
        program.functionalities[program.functionalities_of(unit)[pair.position]];
    const auto& collection = program.collections[functionality.collection];
    waiting.lacks.push_back({program.tag(functionality.definition),
                             program.tag(collection.definition), program.mtag(pair.mid), pair.has,
                             pair.wants});
  }
  for (const Unclaimed& left : engine.unclaimed()) {
    const std::string& futag = program.tag(program.units[units[left.unit]].definition);
    add({program.mtag(left.mid), futag, left.count}, waiting.unclaimed);
  }
  return waiting;
}

}  // namespace dps::engine
