#include "machines/kinds/datasheet/sheet_summary.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "base/units.h"

namespace dps::machines {
namespace {

using Names = std::vector<std::string_view>;

std::string quoted_list(const Names& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    list += "'" + std::string(names[i]) + "'";
  }
  return list;
}

/// The functions without which no message can be sent.
std::array<std::string_view, 3> needed(const MachineOptions& options) {
  return {send_function(options), receive_function(options), kLateReceive};
}

/// A function of the sheet that may stand in for one that is missing.
std::string_view substitute(const Datasheet& sheet, std::string_view missing) {
  const bool receives = missing.find("recv") != std::string_view::npos;
  const auto candidates =
      receives ? std::array<std::string_view, 4>{"recv", "irecv2", "allrecv", "allsend"}
               : std::array<std::string_view, 4>{"send", "isend1", "allsend", "ssend"};
  for (const std::string_view candidate : candidates) {
    if (candidate != missing && find_function(sheet, candidate).function != nullptr) {
      return candidate;
    }
  }
  return sheet.functions.front().name;
}

std::string lacks_of(const Datasheet& sheet, const MachineOptions& options) {
  Names missing;
  for (const std::string_view name : needed(options)) {
    if (find_function(sheet, name).function == nullptr) {
      missing.push_back(name);
    }
  }
  if (missing.empty()) {
    return "";
  }
  return "the data sheet has no equation for " + quoted_list(missing) +
         ", which predictions need; add a [[function]], or name another function in [alias], such "
         "as " +
         std::string(missing.front()) + " = \"" + std::string(substitute(sheet, missing.front())) +
         "\"";
}

void note_aliases(const Datasheet& sheet, const Names& names, std::vector<std::string>& notes) {
  for (const std::string_view name : names) {
    const FoundFunction found = find_function(sheet, name);
    if (found.is_alias && found.function != nullptr) {
      notes.push_back("'" + std::string(name) + "' has no equation of its own: that of '" +
                      found.function->name + "' is used");
    }
  }
}

void note_mode(const Datasheet& sheet, const MachineOptions& options, const Names& names,
               std::vector<std::string>& notes) {
  if (options.mode == CostMode::kAverage) {
    return;
  }
  const bool is_min = options.mode == CostMode::kMin;
  notes.push_back(std::string("all times are those of the equations with their coefficients ") +
                  (is_min ? "less" : "plus") + " their errors");
  Names without;
  for (const std::string_view name : names) {
    const SheetFunction* function = find_function(sheet, name).function;
    if (function != nullptr &&
        std::any_of(function->ranges.begin(), function->ranges.end(),
                    [](const SheetRange& range) { return !range.equation.errors; })) {
      without.push_back(name);
    }
  }
  if (!without.empty()) {
    notes.push_back("the data sheet has no errors for " + quoted_list(without) +
                    ": their times are the averages");
  }
}

/// The range of all ranges of the functions together; a range is not narrowed by one that is not
/// known.
struct Known {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool is_known = false;

  void narrow(const SheetFunction& function, std::optional<MeasuredRange> SheetRange::*member) {
    std::optional<MeasuredRange> all;
    for (const SheetRange& range : function.ranges) {
      const std::optional<MeasuredRange>& one = range.*member;
      if (!one) {
        return;
      }
      all = all ? MeasuredRange{std::min(all->least, one->least), std::max(all->most, one->most)}
                : *one;
    }
    if (all) {
      least = std::max(least, all->least);
      most = std::min(most, all->most);
      is_known = true;
    }
  }
};

void add_measured(const Datasheet& sheet, const MachineOptions& options, MachineSummary& summary) {
  Known elements;
  Known processes;
  for (const std::string_view name : needed(options)) {
    if (const SheetFunction* function = find_function(sheet, name).function) {
      elements.narrow(*function, &SheetRange::elements);
      if (function->function_class == FunctionClass::kCollective) {
        processes.narrow(*function, &SheetRange::processes);
      }
    }
  }
  if (elements.is_known) {
    summary.least_bytes = elements.least * sheet.element_bytes;
    summary.most_bytes = elements.most * sheet.element_bytes;
  }
  if (processes.is_known) {
    summary.least_processes = processes.least;
    summary.most_processes = processes.most;
  }
}

}  // namespace

std::string_view send_function(const MachineOptions& options) {
  return options.contended ? "allsend" : "send";
}

std::string_view receive_function(const MachineOptions& options) {
  return options.contended ? "allrecv" : "recv";
}

MachineSummary summary_of(const Datasheet& sheet, const MachineOptions& options) {
  MachineSummary summary{"datasheet", sheet.name, {}, {}, {}};
  summary.lacks = lacks_of(sheet, options);
  Names names;
  for (const std::string_view name : needed(options)) {
    names.push_back(name);
  }
  Names absent;
  for (const std::string_view name : {kPack, kUnpack, kMultiply}) {
    (find_function(sheet, name).function == nullptr ? absent : names).push_back(name);
  }
  auto& notes = summary.notes;
  if (sheet.hosts.empty()) {
    notes.emplace_back(
        "the data sheet has no hosts: each process has a host and a core of its own, and the "
        "constraints of T lines are not checked");
  }
  if (options.contended) {
    notes.emplace_back(
        "sends and receives take the equations of 'allsend' and 'allrecv' for all "
        "processes");
  }
  if (options.eager) {
    notes.push_back("sends of more than " + format_size(*options.eager) +
                    " wait for their receivers");
  }
  note_aliases(sheet, names, notes);
  note_mode(sheet, options, names, notes);
  const bool has_multiply =
      absent.empty() || absent.back() != kMultiply ||
      (!sheet.hosts.empty() &&
       std::all_of(sheet.multiply.begin(), sheet.multiply.end(),
                   [](const std::optional<Attoseconds>& each) { return each.has_value(); }));
  if (!has_multiply) {
    notes.emplace_back("the data sheet has no 'multiply': 1 ns per multiplication is assumed");
  }
  std::erase(absent, kMultiply);
  if (!absent.empty()) {
    notes.push_back("the data sheet has no equation for " + quoted_list(absent) +
                    ": no time is charged");
  }
  add_measured(sheet, options, summary);
  return summary;
}

}  // namespace dps::machines
