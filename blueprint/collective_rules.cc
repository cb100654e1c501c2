#include "blueprint/collective_rules.h"

#include <algorithm>
#include <set>

#include "base/text/quantities.h"
#include "blueprint/collectives/schedule.h"

namespace dps::blueprint {
namespace {

using collectives::Collective;

bool is_possible(const Collective& of) {
  return collectives::performs(of.algorithm, of.operation) && of.members >= 1 &&
         of.members <= collectives::kMaxMembers && of.root < of.members &&
         (of.root == 0 || collectives::has_root(of.operation)) && of.bytes <= text::kMaxBytes &&
         (of.bytes == 0 || collectives::has_bytes(of.operation));
}

bool sends_one_message(const Output& output) {
  return output.copies == 1 && !output.delay && !output.begins && !output.others &&
         !output.is_controlled() && output.shares.count == 0 && output.bytes_variate.count == 0;
}

}  // namespace

bool may_combine(ComputationKind kind) {
  return kind == ComputationKind::kSleep || kind == ComputationKind::kBusywait ||
         kind == ComputationKind::kCompute || kind == ComputationKind::kWork;
}

std::vector<std::uint32_t> native_lines(const Program& program) {
  std::set<std::uint32_t> lines;
  for (const Output& output : program.outputs) {
    if (output.is_collective() && program.collective_of(output).native) {
      lines.insert(output.definition);
    }
  }
  return {lines.begin(), lines.end()};
}

bool has_right_types(const Program& program) {
  const auto& types = program.collective_types;
  return std::ranges::adjacent_find(types, std::ranges::greater_equal{}) == types.end() &&
         std::ranges::all_of(program.outputs, [&](const Output& output) {
           return !output.is_collective() || std::ranges::binary_search(types, output.mid);
         });
}

bool has_right_collective(const Program& program, const Output& output) {
  if (!output.is_collective()) {
    return output.combination == kNone;
  }
  const Collective& of = program.collective_of(output);
  if (output.collective.count != 1 || !is_possible(of) || !sends_one_message(output)) {
    return false;
  }
  std::uint64_t members = 0;
  for (const Receivers& element : program.receivers_of(output)) {
    if (element.depends_on_message()) {
      return false;
    }
    members += element.count;
  }
  return members == of.members && collectives::largest_message(of) == output.bytes &&
         (output.combination == kNone ||
          (collectives::combines(of.operation) &&
           may_combine(program.computations[output.combination].kind)));
}

}  // namespace dps::blueprint
