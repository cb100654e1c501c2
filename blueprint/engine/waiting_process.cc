#include "blueprint/engine/waiting_process.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "blueprint/process_names.h"
#include "blueprint/process_set.h"

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

/// "Worker.p[0..3]": all processes for which a message waits. `receiver` may be kNone, for -pick.
std::string receivers_text(const blueprint::Program& program, ProcessId self,
                           const blueprint::Output& output, std::uint32_t receiver) {
  if (receiver < program.process_count()) {
    return program.process_name(ProcessId{receiver});
  }
  std::vector<blueprint::ProcessRange> ranges;
  std::string others;  // that a message names
  for (const blueprint::Receivers& element : program.receivers_of(output)) {
    if (element.depends_on_message()) {
      others += element.is_ack() ? ", ACK" : ", ORIGIN";
      continue;
    }
    for (std::uint32_t i = 0; i < element.count; ++i) {
      const std::uint32_t process = index(element.first) + i * element.step;
      if (!(output.others && process == index(self))) {
        ranges.push_back({process, 1, 1});
      }
    }
  }
  const std::string names =
      ranges.empty() ? "" : ranged_names_of(program, blueprint::ProcessSet::of(std::move(ranges)));
  return names.empty() && !others.empty() ? others.substr(2) : names + others;
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

void add_queued(const blueprint::Program& program, ProcessId self,
                std::span<const QueuedMessages> queued, WaitingProcess& waiting) {
  for (const QueuedMessages& messages : queued) {
    QueueState& queue = waiting.queues.emplace_back();
    const bool is_known = index(messages.mid) < program.message_types.size();
    queue.mtag = is_known ? program.mtag(messages.mid) : "?";
    queue.receivers = "?";
    queue.count = messages.count;
    if (messages.output < program.outputs.size()) {
      const blueprint::Output& output = program.outputs[messages.output];
      queue.receivers = receivers_text(program, self, output, messages.receiver);
      queue.window = output.window;
    }
  }
}

WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine) {
  WaitingProcess waiting =
      waiting_process(program, self, engine.active_unit(), engine.progress(), engine.unclaimed());
  add_queued(program, self, engine.queued(), waiting);
  return waiting;
}

}  // namespace dps::engine
