#include "blueprint/graph_labels.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/constraint_text.h"
#include "blueprint/keywords.h"
#include "blueprint/operations_text.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kMostHosts = 4;   // listed for one P line
constexpr std::size_t kMostRanges = 4;  // of indices

std::uint32_t group_at(const Program& program, std::uint32_t process) {
  return static_cast<std::uint32_t>(&program.group_of(ProcessId{process}) - program.groups.data());
}

/// "work", "call sort 8", "ops 2*goto": without the amount, which words and operations lack.
std::string kind_text(const Program& program, const Computation& computation) {
  static constexpr const char* kKindWords[] = {"sleep", "busywait", "compute", "work",
                                               "call",  "exec",     "ops"};
  std::string text = kKindWords[static_cast<std::size_t>(computation.kind)];
  for (const std::string& word : program.words_of(computation)) {
    text += " " + printable(word);
  }
  return computation.kind == ComputationKind::kOps
             ? text + " " + operations_text(program, computation)
             : text;
}

std::string amount_text(ComputationKind kind, double amount) {
  return kind == ComputationKind::kWork
             ? format_count(static_cast<std::uint64_t>(std::min(amount, 1e18)))
             : format_time(Seconds(amount));
}

std::span<const CountedTag> pairs_in(const Program& program, const Functionality& functionality) {
  return program.pairs_of(program.collections[functionality.collection]);
}

/// "2", "1/2", or "1 to 2" if the clones wait for different numbers of messages of the type.
std::string count_text(const Program& program, FunctionalityClones clones,
                       const CountedTag& shown) {
  std::uint64_t least = shown.count;
  std::uint64_t most = shown.count;
  for (const Functionality* clone : clones) {
    for (const CountedTag& pair : pairs_in(program, *clone)) {
      if (pair.mid == shown.mid) {
        least = std::min(least, pair.count);
        most = std::max(most, pair.count);
      }
    }
  }
  return least != most             ? format_count(least) + " to " + format_count(most)
         : shown.of != shown.count ? format_count(least) + "/" + format_count(shown.of)
                                   : format_count(least);
}

/// "[0]", "[0..2,5]"; after a few ranges "…".
std::string indices_of(const ProcessSet& indices) {
  std::string text;
  std::size_t shown = 0;
  for (const ProcessRange& range : indices.ranges()) {
    if (shown++ == kMostRanges) {
      text += ",…";
      break;
    }
    text += (text.empty() ? "" : ",") + std::to_string(range.first) +
            (range.count == 1 ? "" : ".." + std::to_string(range.last())) +
            (range.step == 1 ? "" : ":" + std::to_string(range.step));
  }
  return "[" + text + "]";
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
        output.bytes_variate.count > 0 ||
        std::ranges::any_of(shares, [&](const Share& each) { return each != shares.front(); });
    sending.begins = output.begins;
    sending.is_picked = output.pick != Pick::kAll;
    sending.control = sending.control.empty() ? control_label(program, output) : sending.control;
    sending.copies = std::max(sending.copies, output.copies);
    sending.bytes = std::max(sending.bytes, output.bytes);
  }
  return sending;
}

void merge(const Sending& of_clone, Sending& merged) {
  if (of_clone.copies == 0) {
    return;
  }
  if (merged.copies == 0) {
    merged = of_clone;
    return;
  }
  merged.differs = merged.differs || of_clone.differs || merged.copies != of_clone.copies ||
                   merged.bytes != of_clone.bytes;
  merged.copies = std::max(merged.copies, of_clone.copies);
  merged.bytes = std::max(merged.bytes, of_clone.bytes);
}

Sending sending_of_clones(const Program& program, FunctionalityClones clones,
                          std::uint32_t definition) {
  std::optional<Sending> merged;
  for (const Functionality* clone : clones) {
    const auto outputs = program.outputs_of(*clone, 0);
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
      if (program.outputs[outputs[i]].definition != definition) {
        continue;
      }
      const Sending sending = sending_of(program, *clone, i);
      if (merged) {
        merge(sending, *merged);
      } else {
        merged = sending;
      }
    }
  }
  return merged.value_or(Sending{});
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

std::string terrain_label(const Program& program, const ProcessGroup& group) {
  if (program.logical_host_of.empty()) {
    return "";
  }
  std::map<std::uint32_t, ProcessSet> placed;  // key: the logical host
  for (std::uint32_t i = 0; i < group.count; ++i) {
    const std::uint32_t host = program.logical_host_of[index(group.first) + i];
    if (host != kNone) {
      placed[host].append(i, 1);
    }
  }
  std::string text;
  std::size_t shown = 0;
  for (const auto& [host, indices] : placed) {
    if (shown++ == kMostHosts) {
      return text + "\nand " + format_count(placed.size() - kMostHosts) + " more hosts";
    }
    const LogicalHost& logical = program.logical_hosts[host];
    const bool is_all = indices.size() == group.count;
    text += "\n" + (is_all ? "" : indices_of(indices) + " ") + "on " + printable(logical.htag);
    for (std::size_t c = 0; c < logical.constraints.size(); ++c) {
      text += (c == 0 ? ": " : ", ") + text_of(logical.constraints[c]);
    }
  }
  return text;
}

std::string input_label(const Program& program, FunctionalityClones clones) {
  if (clones.front()->collection == kNone) {
    return "NULL";
  }
  const Functionality& shown = **std::ranges::max_element(
      clones, {}, [&](const Functionality* clone) { return pairs_in(program, *clone).size(); });
  const Collection& collection = program.collections[shown.collection];
  std::string label =
      printable(program.tag(collection.definition)) + (collection.each ? "\n-each" : "");
  for (const CountedTag& pair : pairs_in(program, shown)) {
    label += "\n" + count_text(program, clones, pair) + " " + printable(program.mtag(pair.mid));
  }
  return label;
}

std::string computation_label(const Program& program, FunctionalityClones clones,
                              std::uint32_t definition) {
  const Computation* first = nullptr;
  std::string text;  // of the first
  bool differs = false;
  double least = std::numeric_limits<double>::max();
  double most = 0;
  for (const Functionality* clone : clones) {
    for (const std::uint32_t at : program.computations_of(*clone)) {
      const Computation& computation = program.computations[at];
      if (computation.definition != definition) {
        continue;
      }
      const std::string other = kind_text(program, computation);
      text = first == nullptr ? other : text;
      first = first == nullptr ? &computation : first;
      differs = differs || other != text;
      least = std::min(least, computation.amount);
      most = std::max(most, computation.amount);
    }
  }
  const std::string label = printable(program.tag(definition)) + "\n" + text;
  if (first == nullptr || first->kind == ComputationKind::kOps || first->words.count > 0) {
    return label + (differs ? " …" : "");
  }
  return label + " " + amount_text(first->kind, least) +
         (least == most ? "" : " to " + amount_text(first->kind, most));
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
