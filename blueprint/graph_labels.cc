#include "blueprint/graph_labels.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/keywords.h"
#include "blueprint/operations_text.h"

namespace dps::blueprint {

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
