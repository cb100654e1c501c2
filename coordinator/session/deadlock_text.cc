#include "coordinator/session/deadlock_text.h"

#include "engine/deadlock_report.h"

namespace dps::coordinator {
namespace {

/// Tags of units, types and functionalities; positions that an agent sent may be out of range.
class Names {
 public:
  Names(const blueprint::Program& program, ProcessId process)
      : program_(program), units_(program.units_of(program.plan(process))) {}

  [[nodiscard]] std::string unit(std::uint32_t position) const {
    return position < units_.size() ? program_.tag(program_.units[units_[position]].definition)
                                    : "?";
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

 private:
  const blueprint::Program& program_;
  std::span<const std::uint32_t> units_;
};

engine::WaitingProcess waiting_process(const blueprint::Program& program, ProcessId process,
                                       const control::DoneFrame& done) {
  const Names names(program, process);
  engine::WaitingProcess waiting;
  waiting.ptag = program.tag(program.group_of(process).definition);
  waiting.index = program.index_in_group(process);
  waiting.futag = names.unit(done.unit);
  for (const auto& progress : done.progress) {
    const auto* functionality = names.functionality(done.unit, progress.position);
    if (functionality != nullptr && functionality->collection != blueprint::kNone) {
      const auto& collection = program.collections[functionality->collection];
      waiting.lacks.push_back({program.tag(functionality->definition),
                               program.tag(collection.definition), names.mtag(progress.mid),
                               progress.has, progress.wants});
    }
  }
  for (const auto& unclaimed : done.unclaimed) {
    waiting.unclaimed.push_back(
        {names.mtag(unclaimed.mid), names.unit(unclaimed.unit), unclaimed.count});
  }
  return waiting;
}

}  // namespace

std::vector<std::string> deadlock_text(const blueprint::Program& program,
                                       std::span<const std::optional<control::DoneFrame>> endings) {
  std::vector<engine::WaitingProcess> processes;
  for (std::uint32_t p = 0; p < endings.size(); ++p) {
    if (endings[p] && endings[p]->waiting && !program.is_server(ProcessId{p})) {
      processes.push_back(waiting_process(program, ProcessId{p}, *endings[p]));
    }
  }
  if (processes.empty()) {
    return {"deadlock: processes wait and no message is under way; none of them answered"};
  }
  return engine::deadlock_report(processes);
}

}  // namespace dps::coordinator
