#include "blueprint/engine/open_operations.h"

#include <algorithm>
#include <cstdint>

#include "base/printable.h"
#include "base/units.h"

namespace dps::engine {
namespace {

using blueprint::Output;

constexpr std::size_t kMostNames = 8;

/// The output of the process with this type and first member; null if there is none.
const Output* find_output(const blueprint::Program& program, ProcessId self,
                          const Contributions& of) {
  for (const std::uint32_t unit : program.units_of(program.plan(self))) {
    for (const std::uint32_t id : program.functionalities_of(program.units[unit])) {
      for (const std::uint32_t position : program.outputs_of(program.functionalities[id])) {
        const Output& output = program.outputs[position];
        if (output.is_collective() && output.mid == of.mid &&
            program.member(output, 0) == of.first) {
          return &output;
        }
      }
    }
  }
  return nullptr;
}

/// The operations to which the process has contributed; nullopt if it did not answer.
std::optional<std::uint64_t> contributed(const std::optional<std::vector<Contributions>>& list,
                                         const Contributions& like) {
  if (!list) {
    return std::nullopt;
  }
  for (const Contributions& each : *list) {
    if (each.mid == like.mid && each.first == like.first) {
      return each.contributed;
    }
  }
  return 0;
}

/// Names of processes, at most kMostNames of them.
struct Names {
  std::vector<std::string> names;
  std::size_t all = 0;

  void add(const blueprint::Program& program, ProcessId process) {
    ++all;
    if (names.size() < kMostNames) {
      names.push_back(program.process_name(process));
    }
  }
};

std::string listed(const Names& of) {
  const auto& [names, all] = of;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_last = i + 1 == all;
    text += (i == 0 ? "" : is_last ? " and " : ", ") + printable(names[i]);
  }
  return all > names.size() ? text + " and " + format_count(all - names.size()) + " more" : text;
}

/// "W.p[1] has not contributed", and the members that did not answer.
std::string missing_text(const Names& missing, const Names& silent) {
  std::string text;
  if (missing.all > 0) {
    text = listed(missing) + (missing.all == 1 ? " has" : " have") + " not contributed";
  }
  if (silent.all > 0) {
    text += (text.empty() ? "" : "; ") + listed(silent) + " did not answer";
  }
  return text.empty() ? "all have contributed" : text;
}

}  // namespace

std::vector<std::string> OpenOperations::of(ProcessId self) {
  std::vector<std::string> lines;
  if (index(self) >= all_.size() || !all_[index(self)]) {
    return lines;
  }
  for (const Contributions& own : *all_[index(self)]) {
    const Output* output = own.done < own.contributed ? find_output(program_, self, own) : nullptr;
    if (output == nullptr) {
      continue;
    }
    std::string& text = texts_[{own.mid, own.first, own.done + 1}];
    if (text.empty()) {
      text = text_of(*output, own);
    }
    lines.push_back(text);
  }
  return lines;
}

std::string OpenOperations::text_of(const Output& output, const Contributions& own) const {
  const collectives::Collective& of = program_.collective_of(output);
  const std::uint64_t number = own.done + 1;
  Names missing;
  Names silent;
  for (std::uint32_t rank = 0; rank < of.members; ++rank) {
    const ProcessId member = program_.member(output, rank);
    if (index(member) >= all_.size()) {
      continue;
    }
    const auto count = contributed(all_[index(member)], own);
    if (!count) {
      silent.add(program_, member);
    } else if (*count < number) {
      missing.add(program_, member);
    }
  }
  return "'" + printable(program_.mtag(own.mid)) + "', operation " + format_count(number) +
         " of the " + std::string(name_of(of.operation)) + " '" +
         printable(program_.tag(output.definition)) + "' (" + counted(of.members, "member") +
         "): " + missing_text(missing, silent);
}

}  // namespace dps::engine
