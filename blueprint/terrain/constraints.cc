#include "blueprint/terrain/constraints.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/constraint_text.h"

namespace dps::terrain {
namespace {

using blueprint::Comparison;
using blueprint::Constraint;
using blueprint::HostVariable;

bool same_without_capitals(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool holds(std::uint64_t value, Comparison comparison, std::uint64_t bound) {
  switch (comparison) {
    case Comparison::kEqual:
      return value == bound;
    case Comparison::kNotEqual:
      return value != bound;
    case Comparison::kLess:
      return value < bound;
    case Comparison::kGreater:
      return value > bound;
    case Comparison::kLessEqual:
      return value <= bound;
    case Comparison::kGreaterEqual:
      return value >= bound;
  }
  return false;
}

bool holds(const std::optional<std::uint64_t>& value, const Constraint& constraint) {
  return value ? holds(*value, constraint.comparison, constraint.number)
               : constraint.comparison == Comparison::kNotEqual;
}

}  // namespace

std::optional<std::uint64_t> number_of(const HostFacts& host, HostVariable variable) {
  switch (variable) {
    case HostVariable::kSpeed:
      return host.speed;
    case HostVariable::kCores:
      return host.cores;
    case HostVariable::kMemory:
      return host.memory;
    case HostVariable::kName:
    case HostVariable::kType:
      break;
  }
  return std::nullopt;
}

namespace {

bool is_known(const HostFacts& host, HostVariable variable) {
  return variable == HostVariable::kName ||
         (variable == HostVariable::kType && !host.type.empty()) ||
         number_of(host, variable).has_value();
}

}  // namespace

bool satisfies(const HostFacts& host, const Constraint& constraint) {
  const bool wants_equal = constraint.comparison == Comparison::kEqual;
  switch (constraint.variable) {
    case HostVariable::kName:
      return (host.name == constraint.text) == wants_equal;
    case HostVariable::kType:
      return same_without_capitals(host.type, constraint.text) == wants_equal;
    case HostVariable::kSpeed:
    case HostVariable::kCores:
    case HostVariable::kMemory:
      break;
  }
  return holds(number_of(host, constraint.variable), constraint);
}

std::string fact_of(const HostFacts& host, HostVariable variable) {
  if (!is_known(host, variable)) {
    return fmt::format("{} not known", name_of(variable));
  }
  switch (variable) {
    case HostVariable::kName:
      return "has NAME " + host.name;
    case HostVariable::kType:
      return "has TYPE " + printable(host.type);
    case HostVariable::kSpeed:
    case HostVariable::kCores:
    case HostVariable::kMemory:
      break;
  }
  return fmt::format("has {} {}", name_of(variable),
                     number_text(variable, *number_of(host, variable)));
}

bool asks_for(const blueprint::Program& program, HostVariable variable) {
  return std::any_of(program.logical_hosts.begin(), program.logical_hosts.end(),
                     [&](const blueprint::LogicalHost& logical) {
                       return std::any_of(
                           logical.constraints.begin(), logical.constraints.end(),
                           [&](const Constraint& one) { return one.variable == variable; });
                     });
}

bool lacks_facts(const blueprint::Program& program, const HostFacts& host) {
  for (const HostVariable variable :
       {HostVariable::kType, HostVariable::kCores, HostVariable::kMemory}) {
    if (!is_known(host, variable) && asks_for(program, variable)) {
      return true;
    }
  }
  return false;
}

}  // namespace dps::terrain
