/// The fields that only the encoding of a Program has, besides those of program_fields.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "base/diagnostic.h"
#include "base/fields.h"
#include "blueprint/program_fields.h"

namespace dps {

constexpr auto fields(const Span*) {
  return std::tuple(&Span::line, &Span::column, &Span::length);
}

}  // namespace dps

namespace dps::blueprint {

constexpr HostVariable last_enumerator(HostVariable /*type*/) {
  return HostVariable::kMemory;
}
constexpr Comparison last_enumerator(Comparison /*type*/) {
  return Comparison::kGreaterEqual;
}

/// `first` follows from the groups before it.
constexpr auto fields(const ProcessGroup*) {
  using T = ProcessGroup;
  return std::tuple(DefinedBy{&T::definition, Section::kProcess}, &T::count, &T::server);
}
constexpr auto fields(const Constraint*) {
  using T = Constraint;
  return std::tuple(&T::variable, &T::comparison, &T::text, &T::number, &T::span);
}
constexpr auto fields(const LogicalHost*) {
  return std::tuple(&LogicalHost::htag, &LogicalHost::span, &LogicalHost::constraints);
}
constexpr auto fields(const Variable*) {
  return std::tuple(&Variable::name, &Variable::value);
}

/// A section letter, flags and a tag; encode_value() and decode_value() are written by hand.
constexpr std::size_t smallest_size(const Definition* /*type*/) {
  return 2 + sizeof(std::uint32_t);
}

/// The number of message types, then those that have a name.
struct NamedTypes {};

/// A table by process, as runs of equal entries: positions in `table`, or kNone. A slice needs at
/// most three runs, and a thousand clones need one.
template <typename Entry>
struct ByProcess {
  std::vector<std::uint32_t> Program::*member;
  std::vector<Entry> Program::*table;
  bool may_be_empty = false;
};

struct Run {
  std::uint32_t value = 0;
  std::uint32_t length = 0;
};
constexpr auto fields(const Run*) {
  return std::tuple(&Run::value, &Run::length);
}

/// Each table comes before those that refer to it.
constexpr auto fields(const Program*) {
  using P = Program;
  return std::tuple(&P::definitions, NamedTypes{}, &P::groups, &P::collections, &P::computations,
                    &P::outputs, &P::functionalities, &P::units, &P::plans, &P::logical_hosts,
                    ByProcess<Plan>{&P::plan_of, &P::plans},
                    ByProcess<LogicalHost>{&P::logical_host_of, &P::logical_hosts, true},
                    &P::variables, &P::has_requests, &P::collective_types);
}

}  // namespace dps::blueprint
