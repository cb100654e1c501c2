#include "blueprint/engine/operations.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace dps::engine {

using blueprint::Output;
using collectives::Schedule;

Operations::Operations(const blueprint::Program& program, ProcessId self)
    : program_(program), self_(self) {
  if (program.has_collectives()) {
    line_of_.resize(index(program.collective_types.back()) + std::size_t{1}, kOtherType);
  }
  for (const MessageId mid : program.collective_types) {
    line_of_[index(mid)] = kNoLine;
  }
  for (const std::uint32_t unit : program.units_of(program.plan(self))) {
    for (const std::uint32_t id : program.functionalities_of(program.units[unit])) {
      for (const std::uint32_t output : program.outputs_of(program.functionalities[id])) {
        add_line(program.outputs[output]);
      }
    }
  }
}

void Operations::add_line(const Output& output) {
  if (output.is_collective() && line_of_[index(output.mid)] == kNoLine) {
    line_of_[index(output.mid)] = static_cast<std::uint32_t>(lines_.size());
    lines_.emplace_back();
  }
}

std::uint64_t Operations::contribute(std::uint32_t output, const Request& request) {
  active_ = line_of_[index(program_.outputs[output].mid)];
  Line& line = lines_[active_];
  line.waiting.push_back({output, ++group_of(line, output).contributed, request});
  ++open_;
  return line.waiting.back().number;
}

void Operations::take(MessageId mid, ProcessId from) {
  active_ = line_of_[index(mid)];
  if (active_ == kNoLine) {
    return;  // the process never contributes
  }
  Line& line = lines_[active_];
  if (line.awaits && line.awaited == from) {
    line.awaits = false;
    line.part = Part::kCombine;
  } else {
    ++line.early[from];
  }
}

std::optional<OperationStep> Operations::next() {
  if (active_ == kNoLine) {
    return std::nullopt;
  }
  Line& line = lines_[active_];
  while (!line.awaits) {
    if (!line.schedule && !begin_next(line)) {
      return std::nullopt;
    }
    const std::uint32_t output = line.current.output;
    if (line.round_number == line.schedule->rounds()) {
      line.schedule.reset();
      ++group_of(line, output).done;
      --open_;
      return OperationStep{OperationStep::Kind::kComplete, output, self_, 0};
    }
    const collectives::Round& round = line.round;
    switch (line.part) {
      case Part::kSend:
        line.part = Part::kTake;
        if (round.sends()) {
          return OperationStep{OperationStep::Kind::kSend, output,
                               program_.member(program_.outputs[output], round.to), round.sent};
        }
        break;
      case Part::kTake:
        line.part = Part::kCombine;
        if (round.takes()) {
          line.awaited = program_.member(program_.outputs[output], round.from);
          line.awaits = !take_early(line, line.awaited);
        }
        break;
      case Part::kCombine: {
        const bool combines = round.combines;
        const std::uint64_t bytes = round.combined;
        ++line.round_number;
        load_round(line);
        if (combines) {
          return OperationStep{OperationStep::Kind::kCombine, output, self_, bytes};
        }
        break;
      }
    }
  }
  return std::nullopt;
}

void Operations::scale(std::uint32_t definition,
                       std::function<std::uint64_t(std::uint64_t)> scaled) {
  scaled_definition_ = definition;
  scaled_ = std::move(scaled);
}

collectives::Collective Operations::collective_of(const Output& output) const {
  collectives::Collective of = program_.collective_of(output);
  if (output.definition == scaled_definition_) {
    of.bytes = scaled_(of.bytes);
  }
  return of;
}

/// Returns false if no contribution waits for its operation to begin.
bool Operations::begin_next(Line& line) {
  if (line.first == line.waiting.size()) {
    line.waiting.clear();
    line.first = 0;
    return false;
  }
  if (leaves(line.waiting[line.first].output)) {
    return false;
  }
  line.current = pop_oldest(line);
  const Output& output = program_.outputs[line.current.output];
  const auto rank = program_.rank_of(output, self_);
  DPS_CHECK(rank.has_value());
  line.schedule.emplace(collective_of(output), *rank);
  line.round_number = 0;
  load_round(line);
  return true;
}

NumberedContribution Operations::pop_oldest(Line& line) {
  const NumberedContribution oldest = line.waiting[line.first++];
  if (line.first > line.waiting.size() / 2) {
    line.waiting.erase(line.waiting.begin(),
                       line.waiting.begin() + static_cast<std::ptrdiff_t>(line.first));
    line.first = 0;
  }
  return oldest;
}

NumberedContribution Operations::end_native(MessageId mid) {
  Line& line = lines_[line_of_[index(mid)]];
  const NumberedContribution done = pop_oldest(line);
  ++group_of(line, done.output).done;
  --open_;
  return done;
}

void Operations::load_round(Line& line) {
  line.part = Part::kSend;
  if (line.round_number < line.schedule->rounds()) {
    line.round = line.schedule->round(line.round_number);
  }
}

bool Operations::take_early(Line& line, ProcessId from) {
  if (line.early.empty()) {
    return false;
  }
  const auto found = line.early.find(from);
  if (found == line.early.end()) {
    return false;
  }
  if (--found->second == 0) {
    line.early.erase(found);
  }
  return true;
}

bool Operations::have_same_group(std::uint32_t a, std::uint32_t b) const {
  return a == b || std::ranges::equal(program_.receivers_of(program_.outputs[a]),
                                      program_.receivers_of(program_.outputs[b]));
}

/// A line with `step` may have other members in each step.
Operations::Group& Operations::group_of(Line& line, std::uint32_t output) const {
  for (Group& group : line.groups) {
    if (have_same_group(group.output, output)) {
      return group;
    }
  }
  return line.groups.emplace_back(Group{output});
}

std::vector<Contributions> Operations::contributions() const {
  std::vector<Contributions> found;
  for (std::uint32_t mid = 0; mid < line_of_.size(); ++mid) {
    if (line_of_[mid] >= kNoLine) {
      continue;
    }
    for (const Group& group : lines_[line_of_[mid]].groups) {
      found.push_back({MessageId{mid}, program_.member(program_.outputs[group.output], 0),
                       group.contributed, group.done});
    }
  }
  return found;
}

}  // namespace dps::engine
