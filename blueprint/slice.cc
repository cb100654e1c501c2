#include "blueprint/slice.h"

#include <unordered_map>
#include <vector>

#include "base/check.h"

namespace dps::blueprint {
namespace {

/// The new positions of the entries of one table.
using Places = std::unordered_map<std::uint32_t, std::uint32_t>;

std::uint32_t size_of(const auto& table) {
  return static_cast<std::uint32_t>(table.size());
}

/// Copies instances from one program to another, each once.
class Slicer {
 public:
  explicit Slicer(const Program& from) : from_(from) {}

  Program cut(ProcessId self) {
    to_.message_types.resize(from_.message_types.size());
    for (const ProcessGroup& group : from_.groups) {
      to_.groups.push_back(group);
      to_.groups.back().definition = definition(group.definition);
    }
    to_.plan_of.assign(from_.process_count(), kNone);
    to_.plan_of[index(self)] = 0;
    Plan plan;
    plan.units = copied(from_.units_of(from_.plan(self)), to_.unit_lists, &Slicer::unit);
    to_.plans.push_back(plan);
    return std::move(to_);
  }

 private:
  using Copy = std::uint32_t (Slicer::*)(std::uint32_t);

  /// Copies a list of positions and the entries that they refer to. The entries are copied first,
  /// so that the list is contiguous.
  Extent copied(std::span<const std::uint32_t> list, std::vector<std::uint32_t>& table, Copy copy) {
    std::vector<std::uint32_t> places;
    places.reserve(list.size());
    for (const std::uint32_t old : list) {
      places.push_back((this->*copy)(old));
    }
    const Extent extent{size_of(table), size_of(places)};
    table.insert(table.end(), places.begin(), places.end());
    return extent;
  }

  template <typename T>
  Extent appended(std::span<const T> items, std::vector<T>& table) {
    const Extent extent{size_of(table), size_of(items)};
    table.insert(table.end(), items.begin(), items.end());
    return extent;
  }

  Extent samples(const std::vector<double>& from, Extent old, std::vector<double>& to) {
    return appended(std::span<const double>(from).subspan(old.first, old.count), to);
  }

  std::uint32_t definition(std::uint32_t old) {
    const auto [place, added] = definitions_.try_emplace(old, size_of(to_.definitions));
    if (added) {
      const Definition& source = from_.definitions[old];
      to_.definitions.push_back({source.section, source.tag, Span{}, source.mentioned});
    }
    return place->second;
  }

  void mention(MessageId mid) { to_.message_types[index(mid)].mtag = from_.mtag(mid); }

  std::uint32_t unit(std::uint32_t old) {
    const Unit& source = from_.units[old];
    if (const auto known = units_.find(old); known != units_.end()) {
      return known->second;
    }
    Unit made = source;
    made.definition = definition(source.definition);
    made.functionalities =
        copied(from_.functionalities_of(source), to_.functionality_lists, &Slicer::functionality);
    to_.units.push_back(made);
    return units_[old] = size_of(to_.units) - 1;
  }

  std::uint32_t functionality(std::uint32_t old) {
    const Functionality& source = from_.functionalities[old];
    if (const auto known = functionalities_.find(old); known != functionalities_.end()) {
      return known->second;
    }
    Functionality made;
    made.definition = definition(source.definition);
    made.collection = source.collection == kNone ? kNone : collection(source.collection);
    made.computations =
        copied(from_.computations_of(source), to_.computation_lists, &Slicer::computation);
    made.outputs = copied(from_.outputs_of(source), to_.output_lists, &Slicer::output);
    made.nexts = appended(from_.nexts_of(source), to_.next_legs);
    to_.functionalities.push_back(made);
    return functionalities_[old] = size_of(to_.functionalities) - 1;
  }

  std::uint32_t collection(std::uint32_t old) {
    const auto [place, added] = collections_.try_emplace(old, size_of(to_.collections));
    if (added) {
      const Collection& source = from_.collections[old];
      for (const CountedTag& pair : from_.pairs_of(source)) {
        mention(pair.mid);
      }
      to_.collections.push_back(
          {definition(source.definition), appended(from_.pairs_of(source), to_.pairs)});
    }
    return place->second;
  }

  std::uint32_t computation(std::uint32_t old) {
    const auto [place, added] = computations_.try_emplace(old, size_of(to_.computations));
    if (added) {
      Computation made = from_.computations[old];
      made.words = appended(from_.words_of(made), to_.words);
      made.amount_samples =
          samples(from_.computation_samples, made.amount_samples, to_.computation_samples);
      made.cost_samples =
          samples(from_.computation_samples, made.cost_samples, to_.computation_samples);
      made.definition = definition(made.definition);
      to_.computations.push_back(made);
    }
    return place->second;
  }

  std::uint32_t output(std::uint32_t old) {
    const auto [place, added] = outputs_.try_emplace(old, size_of(to_.outputs));
    if (added) {
      Output made = from_.outputs[old];
      made.receivers = appended(from_.receivers_of(made), to_.receivers);
      made.bytes_samples = samples(from_.output_samples, made.bytes_samples, to_.output_samples);
      made.delay_samples = samples(from_.output_samples, made.delay_samples, to_.output_samples);
      made.definition = definition(made.definition);
      mention(made.mid);
      to_.outputs.push_back(made);
    }
    return place->second;
  }

  const Program& from_;
  Program to_;
  Places definitions_;
  Places units_;
  Places functionalities_;
  Places collections_;
  Places computations_;
  Places outputs_;
};

}  // namespace

Program slice(const Program& program, ProcessId self) {
  DPS_CHECK(index(self) < program.process_count());
  return Slicer(program).cut(self);
}

}  // namespace dps::blueprint
