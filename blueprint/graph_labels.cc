#include "blueprint/graph_labels.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/keywords.h"
#include "blueprint/operations_text.h"

namespace dps::blueprint {
namespace {

std::uint32_t group_at(const Program& program, std::uint32_t process) {
  return static_cast<std::uint32_t>(&program.group_of(ProcessId{process}) - program.groups.data());
}

}  // namespace

Sending sending_of(const Program& program, const Functionality& functionality,
                   std::uint32_t position) {
  Sending sending;
  for (std::uint32_t step = 0; step < functionality.steps; ++step) {
    const Output& output = program.outputs[program.outputs_of(functionality, step)[position]];
    const auto shares = program.shares_of(output);
    sending.differs =
        sending.differs ||
        (step > 0 && (output.copies != sending.copies || output.bytes != sending.bytes)) ||
        std::ranges::any_of(shares, [&](const Share& each) { return each != shares.front(); });
    sending.begins = output.begins;
    sending.is_picked = output.pick != Pick::kAll;
    sending.control = sending.control.empty() ? control_label(program, output) : sending.control;
    sending.copies = std::max(sending.copies, output.copies);
    sending.bytes = std::max(sending.bytes, output.bytes);
  }
  return sending;
}

std::set<std::uint32_t> groups_in(const Program& program, const ProcessSet& processes) {
  std::set<std::uint32_t> found;
  for (const ProcessRange& range : processes.ranges()) {
    for (std::uint32_t at = group_at(program, range.first); at <= group_at(program, range.last());
         ++at) {
      const ProcessGroup& group = program.groups[at];
      const ProcessSet all(ProcessRange{index(group.first), group.count, 1});
      if (!ProcessSet(range).intersection(all).empty()) {
        found.insert(at);
      }
    }
  }
  return found;
}

std::string computation_label(const Program& program, const Computation& computation, double least,
                              double most) {
  static constexpr const char* kKindWords[] = {"sleep", "busywait", "compute", "work",
                                               "call",  "exec",     "ops"};
  const auto kind = static_cast<std::size_t>(computation.kind);
  std::string label = printable(program.tag(computation.definition)) + "\n" + kKindWords[kind];
  for (const std::string& word : program.words_of(computation)) {
    label += " " + printable(word);
  }
  if (computation.kind == ComputationKind::kOps) {
    return label + " " + operations_text(program, computation);
  }
  if (computation.words.count > 0) {
    return label;
  }
  const auto amount = [&](double value) {
    return computation.kind == ComputationKind::kWork
               ? format_count(static_cast<std::uint64_t>(std::min(value, 1e18)))
               : format_time(Seconds(value));
  };
  return label + " " + amount(least) + (least == most ? "" : " to " + amount(most));
}

std::string control_label(const Program& program, const Output& output) {
  std::uint64_t candidates = 0;
  for (const Receivers& element : program.receivers_of(output)) {
    candidates += std::max<std::uint64_t>(element.count, 1);
  }
  std::string label;
  for (const auto& choice : kPicks) {
    label += choice.value == output.pick
                 ? fmt::format("\none of {} ({})", format_count(candidates), choice.word)
                 : "";
  }
  return label + (output.window > 0 ? "\nwindow " + format_count(output.window) : "");
}

std::string message_label(const Program& program, MessageId mid, const Sending& sending) {
  return printable(program.mtag(mid)) + " " + (sending.differs ? "up to " : "") +
         (sending.copies > 1 ? format_count(sending.copies) + " × " : "") +
         format_size(sending.bytes) + sending.control;
}

std::map<std::uint32_t, std::string> collective_labels(const Program& program) {
  std::map<std::uint32_t, std::string> labels;
  for (const Output& output : program.outputs) {
    if (output.is_collective()) {
      const collectives::Collective& of = program.collective_of(output);
      labels.try_emplace(output.definition, printable(program.tag(output.definition)) + "\n" +
                                                std::string(name_of(of.operation)) + ", " +
                                                counted(of.members, "member"));
    }
  }
  return labels;
}

}  // namespace dps::blueprint
