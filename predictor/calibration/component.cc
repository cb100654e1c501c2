#include "predictor/calibration/component.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/printable.h"
#include "blueprint/reach.h"

namespace dps::calibration {
namespace {

using blueprint::Computation;
using blueprint::ComputationKind;
using blueprint::Functionality;
using blueprint::Program;

/// Visits the functionalities that the processes reach and collects their components.
class Collector {
 public:
  explicit Collector(const Program& program);

  std::vector<Component> take();

 private:
  void visit(ProcessId process, const Functionality& functionality);
  void add(ProcessId process, const Functionality& functionality, const Computation& line);
  [[nodiscard]] CallContext context_of(ProcessId process, const Functionality& functionality) const;

  /// True for exec, false for call; then the words of the component.
  using Words = std::pair<bool, std::vector<std::string>>;

  const Program& program_;
  std::vector<std::uint64_t> largest_;  // bytes of the largest message, by mid
  std::vector<Component> found_;
  std::vector<std::uint32_t> line_of_;                  // C line, by index in found_
  std::map<Words, std::vector<std::size_t>> by_words_;  // indices in found_, with distinct ftags
};

Collector::Collector(const Program& program)
    : program_(program), largest_(program.message_types.size()) {
  for (const blueprint::Output& output : program.outputs) {
    std::uint64_t& largest = largest_[index(output.mid)];
    largest = std::max(largest, output.bytes);
  }
  const blueprint::Reach reach(program);
  std::vector<bool> is_known(program.plans.size());
  for (const blueprint::PlanRange& run : blueprint::plan_ranges(program)) {
    if (is_known[run.plan]) {
      continue;  // an earlier process has the same units
    }
    is_known[run.plan] = true;
    for (const blueprint::Firing& firing : reach.firings_of(run.plan)) {
      visit(ProcessId{run.first}, program.functionalities[firing.functionality]);
    }
  }
}

void Collector::visit(ProcessId process, const Functionality& functionality) {
  for (const std::uint32_t position : program_.computations_of(functionality)) {
    const Computation& line = program_.computations[position];
    if (line.kind == ComputationKind::kCall || line.kind == ComputationKind::kExec) {
      add(process, functionality, line);
    }
  }
}

/// Adds the component unless it is known: a call is known per functionality, with the context of
/// the first process that reaches it; an exec, which has no context, is known by its words alone.
void Collector::add(ProcessId process, const Functionality& functionality,
                    const Computation& line) {
  const auto words = program_.words_of(line);
  Component component;
  component.is_exec = line.kind == ComputationKind::kExec;
  component.words.assign(words.begin(), words.end());
  component.ctag = program_.tag(line.definition);
  component.ftag = program_.tag(functionality.definition);
  auto& places = by_words_[{component.is_exec, component.words}];
  const bool is_known = std::any_of(places.begin(), places.end(), [&](std::size_t place) {
    return component.is_exec || found_[place].ftag == component.ftag;
  });
  if (is_known) {
    return;
  }
  component.context.ptag = program_.tag(program_.group_of(process).definition);
  if (!component.is_exec) {
    component.context = context_of(process, functionality);
  }
  places.push_back(found_.size());
  line_of_.push_back(line.definition);
  found_.push_back(std::move(component));
}

CallContext Collector::context_of(ProcessId process, const Functionality& functionality) const {
  const blueprint::ProcessGroup& group = program_.group_of(process);
  CallContext context{program_.tag(group.definition), program_.index_in_group(process), group.count,
                      std::nullopt};
  if (functionality.collection != blueprint::kNone) {
    const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
    const MessageId mid = pairs.front().mid;  // not empty: the functionality can fire
    context.message = {program_.mtag(mid), largest_[index(mid)]};
  }
  return context;
}

/// If several functionalities call a function in the same context, only the first is kept.
std::vector<Component> Collector::take() {
  std::vector<std::pair<std::uint32_t, std::size_t>> kept;  // C line, index in found_
  for (const auto& [words, places] : by_words_) {
    const Component& first = found_[places.front()];
    const bool is_one = std::all_of(places.begin(), places.end(), [&](std::size_t place) {
      return found_[place].context == first.context;
    });
    for (const std::size_t place : places) {
      found_[place].only_in_ftag = !is_one;
      if (!is_one || place == places.front()) {
        kept.emplace_back(line_of_[place], place);
      }
    }
  }
  std::sort(kept.begin(), kept.end());
  std::vector<Component> components;
  components.reserve(kept.size());
  for (const auto& [line, place] : kept) {
    components.push_back(std::move(found_[place]));
  }
  return components;
}

}  // namespace

std::vector<Component> components_of(const Program& program) {
  return Collector(program).take();
}

std::string name_of(const Component& component) {
  std::string name = component.is_exec ? "exec" : "call";
  for (const std::string& word : component.words) {
    const bool is_plain = !word.empty() && word.find(' ') == std::string::npos;
    name += is_plain ? " " + printable(word) : " \"" + printable(word) + "\"";
  }
  return component.only_in_ftag ? name + " in " + printable(component.ftag) : name;
}

}  // namespace dps::calibration
