#include "predictor/machines/kinds/datasheet/sheet_summary.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "base/text/layout.h"
#include "base/units.h"
#include "predictor/machines/kinds/datasheet/poor_fit.h"

namespace dps::machines {
namespace {

using Names = std::vector<std::string_view>;

std::string quoted_list(const Names& names) {
  std::vector<std::string> quoted;
  quoted.reserve(names.size());
  for (const std::string_view name : names) {
    quoted.push_back("'" + std::string(name) + "'");
  }
  return text::listed(quoted);
}

/// The functions without which no message can be sent.
std::array<std::string_view, 3> needed(const MachineOptions& options) {
  return {send_function(options), receive_function(options), kLateReceive};
}

/// A function of the sheet that may replace a missing one.
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

/// The functions that some predictions need.
struct Needed {
  Names names;
  Affects affects = Affects::kAll;
};
using Notes = std::vector<MachineNote>;

void note_aliases(const Datasheet& sheet, const Needed& needed, Notes& notes) {
  for (const std::string_view name : needed.names) {
    const FoundFunction found = find_function(sheet, name);
    if (found.is_alias && found.function != nullptr) {
      notes.push_back({"'" + std::string(name) + "' has no equation of its own: that of '" +
                           found.function->name + "' is used",
                       needed.affects});
    }
  }
}

void note_mode(const MachineOptions& options, Notes& notes) {
  if (options.mode != CostMode::kAverage) {
    notes.push_back({std::string("all times are those of the equations with their coefficients ") +
                     (options.mode == CostMode::kMin ? "less" : "plus") + " their errors"});
  }
}

/// With --mode, adds notes about the functions that have equations without errors: all of them, or
/// those of some ranges.
void note_unknown_errors(const Datasheet& sheet, const MachineOptions& options,
                         const Needed& needed, Notes& notes) {
  const auto has_none = [](const SheetRange& range) { return !range.equation.errors; };
  Names without;
  Names partly;
  for (const std::string_view name : needed.names) {
    const SheetFunction* function = find_function(sheet, name).function;
    if (function == nullptr) {
      continue;
    }
    const auto& ranges = function->ranges;
    if (std::all_of(ranges.begin(), ranges.end(), has_none)) {
      without.push_back(name);
    } else if (std::any_of(ranges.begin(), ranges.end(), has_none)) {
      partly.push_back(name);
    }
  }
  if (!without.empty() && options.mode != CostMode::kAverage) {
    notes.push_back({"the data sheet has no errors for " + quoted_list(without) +
                         ": their times are the averages",
                     needed.affects});
  }
  if (!partly.empty() && options.mode != CostMode::kAverage) {
    notes.push_back({"the data sheet has no errors for some sizes of " + quoted_list(partly) +
                         ": the times of these sizes are the averages",
                     needed.affects});
  }
}

void note_packing(const Datasheet& sheet, Notes& notes) {
  Names absent;
  for (const std::string_view name : {kPack, kUnpack}) {
    if (find_function(sheet, name).function == nullptr) {
      absent.push_back(name);
    }
  }
  if (!absent.empty()) {
    notes.push_back(
        {"the data sheet has no equation for " + quoted_list(absent) + ": no time is charged",
         Affects::kPackedMessages});
  }
}

/// Adds a note if receives of messages that are there take no time on this sheet.
void note_free_receives(const Datasheet& sheet, Notes& notes) {
  const SheetFunction* late = find_function(sheet, kLateReceive).function;
  const auto is_free = [](const SheetRange& range) {
    return range.equation.value == Coefficients{};
  };
  if (late != nullptr && std::all_of(late->ranges.begin(), late->ranges.end(), is_free)) {
    notes.push_back(
        {"'recvmin' is 0 on the data sheet: receiving a message that is there takes no time"});
  }
}

void note_multiplication(const Datasheet& sheet, Notes& notes) {
  const bool all_hosts_have_it =
      !sheet.hosts.empty() &&
      std::all_of(sheet.multiply.begin(), sheet.multiply.end(),
                  [](const std::optional<Attoseconds>& each) { return each.has_value(); });
  if (find_function(sheet, kMultiplyFunction).function == nullptr && !all_hosts_have_it) {
    notes.push_back({"the data sheet has no 'multiply': 1 ns per multiplication is assumed",
                     Affects::kMultiplications});
  }
}

/// The range of all ranges of the functions together; a range is not narrowed by one that is not
/// known.
struct CommonRange {
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
  CommonRange elements;
  CommonRange processes;
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
  Notes& notes = summary.notes;
  if (sheet.hosts.empty()) {
    notes.push_back({"the data sheet has no hosts: each process has a host and a core of its own"});
    notes.push_back(
        {"T lines have no effect, since the data sheet has no hosts", Affects::kTerrain});
  }
  if (options.contended) {
    notes.push_back(
        {"sends and receives take the equations of 'allsend' and 'allrecv' for all processes"});
  }
  if (options.eager) {
    notes.push_back(
        {"sends of more than " + format_size(*options.eager) + " wait for their receivers"});
  }
  note_mode(options, notes);
  const auto messages = needed(options);
  for (const Needed& group : {Needed{Names(messages.begin(), messages.end())},
                              Needed{{kPack, kUnpack}, Affects::kPackedMessages},
                              Needed{{kMultiplyFunction}, Affects::kMultiplications}}) {
    note_aliases(sheet, group, notes);
    note_unknown_errors(sheet, options, group, notes);
  }
  note_free_receives(sheet, notes);
  note_multiplication(sheet, notes);
  note_packing(sheet, notes);
  add_measured(sheet, options, summary);
  return summary;
}

std::string poor_message_fits(const Datasheet& sheet, const MachineOptions& options) {
  std::vector<const SheetFunction*> used;
  for (const std::string_view name : needed(options)) {
    if (const SheetFunction* function = find_function(sheet, name).function) {
      used.push_back(function);
    }
  }
  return poor_fits_warning(used);
}

}  // namespace dps::machines
