#include "blueprint/slice.h"

#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "blueprint/program_fields.h"

namespace dps::blueprint {
namespace {

/// The positions in the slice of the entries of one table, by their positions in the program.
template <typename Entry>
struct Copies {
  std::unordered_map<std::uint32_t, std::uint32_t> positions;
};

/// Copies entries from one program to another, each once, with the entries that they refer to.
class Slicer {
 public:
  explicit Slicer(const Program& from) : from_(from) {}

  Program cut(ProcessId self) {
    to_.message_types.resize(from_.message_types.size());
    for (const ProcessGroup& group : from_.groups) {
      to_.groups.push_back(group);
      to_.groups.back().definition = definition(group.definition);
    }
    to_.has_requests = from_.has_requests;
    to_.collective_types = from_.collective_types;
    to_.plan_of.assign(from_.process_count(), kNone);
    to_.plan_of[index(self)] = copy(from_.plan_of[index(self)], &Program::plans);
    return std::move(to_);
  }

  /// After cut(): the positions in the program of the entries of one table of the slice.
  template <typename Entry>
  [[nodiscard]] std::vector<std::uint32_t> origins() const {
    const auto& copies = std::get<Copies<Entry>>(copies_).positions;
    std::vector<std::uint32_t> found(copies.size());
    for (const auto& [origin, copy] : copies) {
      found[copy] = origin;
    }
    return found;
  }

 private:
  /// Returns the position of the copy.
  template <typename Entry>
  std::uint32_t copy(std::uint32_t position, std::vector<Entry> Program::*table) {
    auto& copies = std::get<Copies<Entry>>(copies_).positions;
    if (const auto known = copies.find(position); known != copies.end()) {
      return known->second;
    }
    Entry made = (from_.*table)[position];
    for_each_field(&made, [&](const auto& field) { adapt(made, field); });
    (to_.*table).push_back(made);
    return copies[position] = size_of(to_.*table) - 1;
  }

  /// A definition without its place.
  std::uint32_t definition(std::uint32_t position) {
    auto& copies = std::get<Copies<Definition>>(copies_).positions;
    const auto [copy, added] = copies.try_emplace(position, size_of(to_.definitions));
    if (added) {
      const Definition& source = from_.definitions[position];
      to_.definitions.push_back({source.section, source.tag, Span{}, source.mentioned});
    }
    return copy->second;
  }

  // Each adapts a field of an entry, which still refers to the program, to the slice.

  template <typename Entry, typename Member>
  void adapt(const Entry& entry, Member Entry::*field) {
    if constexpr (std::is_same_v<Member, MessageId>) {
      to_.message_types[index(entry.*field)].mtag = from_.mtag(entry.*field);
    }
  }
  template <typename Entry, std::size_t N>
  void adapt(const Entry& /*entry*/, const Flags<Entry, N>& /*field*/) {}

  template <typename Entry>
  void adapt(Entry& entry, const DefinedBy<Entry>& field) {
    entry.*field.member = definition(entry.*field.member);
  }
  template <typename Entry, typename Other>
  void adapt(Entry& entry, const PositionOrNone<Entry, Other>& field) {
    std::uint32_t& position = entry.*field.member;
    position = position == kNone ? kNone : copy(position, field.table);
  }
  template <typename Entry, typename Item>
  void adapt(Entry& entry, const Items<Entry, Item>& field) {
    const auto items = list_of(from_, entry, field);
    entry.*field.member = appended(items, to_.*field.table);
    if constexpr (requires(const Item* type) { fields(type); }) {
      for (const Item& item : items) {
        for_each_field(&item, [&](const auto& member) { adapt(item, member); });
      }
    }
  }
  /// The entries are copied before the list of their positions is written, in one piece.
  template <typename Entry, typename Other>
  void adapt(Entry& entry, const Positions<Entry, Other>& field) {
    std::vector<std::uint32_t> positions;
    for (const std::uint32_t position : list_of(from_, entry, field)) {
      positions.push_back(copy(position, field.table));
    }
    entry.*field.member = appended(std::span<const std::uint32_t>(positions), to_.*field.lists);
  }

  template <typename Item>
  static Extent appended(std::span<const Item> items, std::vector<Item>& table) {
    const Extent extent{size_of(table), size_of(items)};
    table.insert(table.end(), items.begin(), items.end());
    return extent;
  }

  const Program& from_;
  Program to_;
  std::tuple<Copies<Definition>, Copies<Plan>, Copies<Unit>, Copies<Functionality>,
             Copies<Collection>, Copies<Computation>, Copies<Output>>
      copies_;
};

}  // namespace

Program slice(const Program& program, ProcessId self) {
  DPS_CHECK(index(self) < program.plan_of.size() && program.plan_of[index(self)] != kNone);
  return Slicer(program).cut(self);
}

SliceOrigins slice_origins(const Program& program, ProcessId self) {
  Slicer slicer(program);
  slicer.cut(self);
  return {slicer.origins<Computation>(), slicer.origins<Output>()};
}

}  // namespace dps::blueprint
