/// The fields of every table of a Program, each listed once. Three users work from these lists: the
/// encoding (codec.cc), slices (slice.cc), and the equality and hashes by which the reader stores
/// equal entries once (reading/entries.h).
///
/// The order of a list is that of the bytes (docs/program_encoding.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "base/fields.h"
#include "blueprint/program.h"

namespace dps::expression {

constexpr Opcode last_enumerator(Opcode /*type*/) {
  return Opcode::kCall;
}
constexpr auto fields(const Instruction*) {
  return std::tuple(&Instruction::operation, &Instruction::operand, &Instruction::number);
}

}  // namespace dps::expression

namespace dps::operations {

constexpr auto fields(const OperationCount*) {
  return std::tuple(&OperationCount::operation, &OperationCount::count);
}

}  // namespace dps::operations

namespace dps::collectives {

constexpr Operation last_enumerator(Operation /*type*/) {
  return Operation::kReduceScatter;
}
constexpr Algorithm last_enumerator(Algorithm /*type*/) {
  return Algorithm::kRecursiveHalving;
}
constexpr auto fields(const Collective*) {
  using T = Collective;
  return std::tuple(&T::operation, &T::algorithm, &T::members, &T::root, &T::bytes, &T::native);
}

}  // namespace dps::collectives

namespace dps::blueprint {

// --- fields that refer to another table ---------------------------------------------------------

/// The position in Program::definitions of the line that the entry comes from.
template <typename T>
struct DefinedBy {
  std::uint32_t T::*member;
  Section section;
};

/// A position in `table`, or kNone.
template <typename T, typename Entry>
struct PositionOrNone {
  std::uint32_t T::*member;
  std::vector<Entry> Program::*table;
};

/// A list of items that belong to the entry and are kept in `table`.
template <typename T, typename Item>
struct Items {
  Extent T::*member;
  std::vector<Item> Program::*table;
};

/// A list of positions in `table`; the list itself is kept in `lists`.
template <typename T, typename Entry>
struct Positions {
  Extent T::*member;
  std::vector<std::uint32_t> Program::*lists;
  std::vector<Entry> Program::*table;
};

// Clang before 17 deduces no arguments for aggregates by itself.
template <typename T>
DefinedBy(std::uint32_t T::*, Section) -> DefinedBy<T>;
template <typename T, typename Entry>
PositionOrNone(std::uint32_t T::*, std::vector<Entry> Program::*) -> PositionOrNone<T, Entry>;
template <typename T, typename Item>
Items(Extent T::*, std::vector<Item> Program::*) -> Items<T, Item>;
template <typename T, typename Entry>
Positions(Extent T::*, std::vector<std::uint32_t> Program::*, std::vector<Entry> Program::*)
    -> Positions<T, Entry>;

/// All four take a u32 in bytes: a position, or the count of a list.
template <typename T>
constexpr std::size_t smallest_field(const DefinedBy<T>& /*field*/) {
  return sizeof(std::uint32_t);
}
template <typename T, typename Entry>
constexpr std::size_t smallest_field(const PositionOrNone<T, Entry>& /*field*/) {
  return sizeof(std::uint32_t);
}
template <typename T, typename Item>
constexpr std::size_t smallest_field(const Items<T, Item>& /*field*/) {
  return sizeof(std::uint32_t);
}
template <typename T, typename Entry>
constexpr std::size_t smallest_field(const Positions<T, Entry>& /*field*/) {
  return sizeof(std::uint32_t);
}

// --- tables and lists ---------------------------------------------------------------------------

/// The number of entries of a table, in the type of positions.
std::uint32_t size_of(const auto& table) {
  return static_cast<std::uint32_t>(table.size());
}

/// The items, or the positions, of a list of `entry`.
template <typename T, typename Item>
std::span<const Item> list_of(const Program& program, const T& entry, const Items<T, Item>& field) {
  return detail::run_of(program.*field.table, entry.*field.member);
}
template <typename T, typename Entry>
std::span<const std::uint32_t> list_of(const Program& program, const T& entry,
                                       const Positions<T, Entry>& field) {
  return detail::run_of(program.*field.lists, entry.*field.member);
}

// --- the fields ---------------------------------------------------------------------------------

constexpr auto fields(const CountedTag*) {
  return std::tuple(&CountedTag::mid, &CountedTag::count, &CountedTag::of);
}
constexpr auto fields(const Collection*) {
  using T = Collection;
  return std::tuple(DefinedBy{&T::definition, Section::kInput}, &T::each,
                    Items{&T::pairs, &Program::pairs});
}

constexpr ComputationKind last_enumerator(ComputationKind /*type*/) {
  return ComputationKind::kOps;
}
constexpr auto fields(const Computation*) {
  using T = Computation;
  return std::tuple(DefinedBy{&T::definition, Section::kComputation}, &T::kind, &T::amount,
                    &T::cost, Items{&T::words, &Program::words},
                    Items{&T::amount_variate, &Program::computation_variates},
                    Items{&T::cost_variate, &Program::computation_variates},
                    Items{&T::operations, &Program::operation_counts}, &T::loop);
}

constexpr auto fields(const Receivers*) {
  return std::tuple(&Receivers::first, &Receivers::count, &Receivers::step);
}
constexpr auto fields(const Share*) {
  return std::tuple(&Share::bytes, &Share::copies);
}
constexpr Pick last_enumerator(Pick /*type*/) {
  return Pick::kLeast;
}
constexpr auto fields(const Output*) {
  using T = Output;
  return std::tuple(DefinedBy{&T::definition, Section::kOutput}, &T::mid, &T::bytes, &T::copies,
                    flags(&T::packed, &T::xdr, &T::others, &T::begins), &T::route, &T::delay,
                    Items{&T::receivers, &Program::receivers},
                    Items{&T::bytes_variate, &Program::output_variates},
                    Items{&T::delay_variate, &Program::output_variates},
                    Items{&T::shares, &Program::shares}, &T::pick, &T::window,
                    Items{&T::collective, &Program::collectives},
                    PositionOrNone{&T::combination, &Program::computations});
}

constexpr auto fields(const NextLeg*) {
  return std::tuple(&NextLeg::target, &NextLeg::firings);
}
constexpr auto fields(const Functionality*) {
  using T = Functionality;
  return std::tuple(
      DefinedBy{&T::definition, Section::kFunctionality},
      PositionOrNone{&T::collection, &Program::collections},
      Positions{&T::computations, &Program::computation_lists, &Program::computations},
      Positions{&T::outputs, &Program::output_lists, &Program::outputs},
      Items{&T::nexts, &Program::next_legs}, &T::steps);
}

constexpr auto fields(const Alternative*) {
  return std::tuple(&Alternative::choice, &Alternative::weights);
}
constexpr auto fields(const Unit*) {
  using T = Unit;
  return std::tuple(
      DefinedBy{&T::definition, Section::kUnit}, &T::early,
      Positions{&T::functionalities, &Program::functionality_lists, &Program::functionalities},
      Items{&T::alternatives, &Program::alternatives});
}
constexpr auto fields(const Plan*) {
  return std::tuple(Positions{&Plan::units, &Program::unit_lists, &Program::units});
}

}  // namespace dps::blueprint
