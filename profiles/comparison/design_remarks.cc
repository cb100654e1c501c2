#include "profiles/comparison/design_remarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/environment.h"
#include "profiles/host_load.h"

namespace dps::profiles {
namespace {

/// A condition that affects makespans, by its key in the environment.
struct Condition {
  std::string_view key;
  std::string_view plural;
};
constexpr std::array<Condition, 6> kConditions{{{"machine", "machine files"},
                                                {"costs", "costs files"},
                                                {"launcher", "launchers"},
                                                {"transport", "transports"},
                                                {"wait", "ways of waiting (--wait)"},
                                                {"dps", "versions of dps"}}};

/// "node1 with 4 cores, speed 1000"; hosts of a machine that are alike are counted.
std::string hosts_text(const RunResult& result) {
  std::vector<std::string> hosts;
  hosts.reserve(result.hosts.size());
  for (const HostProfile& host : result.hosts) {
    hosts.push_back(fmt::format("{} with {}, speed {}",
                                result.kind == "predict" ? "host" : host.name,
                                counted(host.cores, "core"), host.speed));
  }
  std::sort(hosts.begin(), hosts.end());
  std::vector<std::string> parts;
  for (auto host = hosts.begin(); host != hosts.end();) {
    const auto end = std::upper_bound(host, hosts.end(), *host);
    parts.push_back(end - host == 1 ? *host : fmt::format("{} × {}", end - host, *host));
    host = end;
  }
  return text::joined(parts, "; ");
}

std::string value_of_variable(const RunResult& result, const std::string& variable) {
  for (const auto& [name, value] : result.blueprint.variables) {
    if (name == variable) {
      return fmt::format("{}", value);
    }
  }
  return "";
}

class RemarkList {
 public:
  RemarkList(const DesignComparison& comparison, const std::vector<RunResult>& results)
      : designs_(comparison.designs), ranked_(comparison.ranked()), results_(results) {}

  std::vector<std::string> list() {
    for (std::size_t i = 0; i < designs_.size(); ++i) {
      add_missing(i);
    }
    add_kinds();
    for (const Condition& condition : kConditions) {
      add_difference(condition.plural, [&](const RunResult& result) {
        return condition.key == "machine" ? machine_of(result)
                                          : environment_of(result, condition.key);
      });
    }
    add_variables();
    add_same_source();
    add_notes_of_predictions();
    for (std::size_t i = 0; i < designs_.size(); ++i) {
      if (const std::string busy = load_note(results_[i]); !busy.empty()) {
        remarks_.push_back(fmt::format("{}: {}", name(i), busy));
      }
    }
    return std::move(remarks_);
  }

 private:
  [[nodiscard]] std::string name(std::size_t design) const {
    return printable(designs_[design].name());
  }

  /// Adds a remark about a result that lacks something.
  void add_missing(std::size_t i) {
    const DesignFigures& figures = designs_[i].figures;
    if (!designs_[i].is_ranked()) {
      remarks_.push_back(fmt::format("{} is not ranked: {}", name(i), designs_[i].failure));
      return;
    }
    if (!figures.has_all_processes) {
      remarks_.push_back(fmt::format(
          "{} was saved with --only and lacks processes: the sums of their times are unknown",
          name(i)));
      return;
    }
    std::vector<std::string> unknown;
    for (const NamedTime& one : kNamedTimes) {
      const bool is_usual = one.time == &KindTimes::sleep_s && results_[i].program;  // MPI programs
      if (std::isnan(figures.times.*one.time) && !is_usual) {
        unknown.emplace_back(one.key.substr(0, one.key.rfind("_s")));
      }
    }
    if (!unknown.empty()) {
      remarks_.push_back(fmt::format("unknown in {}: {}", name(i), text::joined(unknown, ", ")));
    }
  }

  /// Runs cannot be compared fairly with predictions, and their hosts always differ.
  void add_kinds() {
    std::vector<std::string> runs;
    std::vector<std::string> predictions;
    for (std::size_t i = 0; i < ranked_; ++i) {
      (results_[i].kind == "predict" ? predictions : runs).push_back(name(i));
    }
    if (runs.empty() || predictions.empty()) {
      add_difference("hosts", hosts_text);
      return;
    }
    remarks_.push_back(
        fmt::format("predictions ({}) and runs ({}) are mixed: a difference may be one between the "
                    "model and reality, not between the designs",
                    text::joined(predictions, ", "), text::joined(runs, ", ")));
  }

  /// Adds a remark if a fact of the ranked designs differs. Results for which it is empty are left
  /// out.
  template <typename Fact>
  void add_difference(std::string_view plural, Fact fact) {
    std::vector<std::pair<std::string, std::vector<std::string>>> names_by_value;
    for (std::size_t i = 0; i < ranked_; ++i) {
      const std::string value = printable(fact(results_[i]));
      if (value.empty()) {
        continue;
      }
      auto same = std::find_if(names_by_value.begin(), names_by_value.end(),
                               [&](const auto& entry) { return entry.first == value; });
      if (same == names_by_value.end()) {
        same = names_by_value.insert(same, {value, {}});
      }
      same->second.push_back(name(i));
    }
    std::vector<std::string> parts;
    parts.reserve(names_by_value.size());
    for (const auto& [value, names] : names_by_value) {
      parts.push_back(fmt::format("{} ({})", value, text::joined(names, ", ")));
    }
    if (parts.size() > 1) {
      remarks_.push_back(fmt::format("different {}: {}", plural, text::joined(parts, ", ")));
    }
  }

  /// Compares the variables that at least two designs have.
  void add_variables() {
    std::set<std::string> seen;
    for (const RunResult& result : results_) {
      for (const auto& [variable, value] : result.blueprint.variables) {
        if (seen.insert(variable).second) {
          const std::string& named = variable;
          add_difference(
              fmt::format("values of {}", printable(named)),
              [&named](const RunResult& other) { return value_of_variable(other, named); });
        }
      }
    }
  }

  void add_same_source() {
    const RunResult& first = results_.front();
    const auto end = results_.begin() + static_cast<std::ptrdiff_t>(ranked_);
    const bool is_same = std::all_of(results_.begin(), end, [&](const RunResult& result) {
      return result.blueprint.sha256 == first.blueprint.sha256 &&
             result.blueprint.variables == first.blueprint.variables &&
             is_same_program(result.program, first.program);
    });
    if (is_same && ranked_ > 1) {
      remarks_.emplace_back(first.program
                                ? "all results are of the same program and command"
                                : "all results are of the same blueprint with the same variables");
    }
  }
  static bool is_same_program(const std::optional<ProgramFacts>& a,
                              const std::optional<ProgramFacts>& b) {
    return a && b ? a->command == b->command && a->sha256 == b->sha256
                  : a.has_value() == b.has_value();
  }

  /// Repeats the notes of predictions, each once: they list what the predictions left out.
  void add_notes_of_predictions() {
    std::set<std::string> seen;
    for (const RunResult& result : results_) {
      for (const std::string& note : result.notes) {
        if (result.kind == "predict" && result.complete && seen.insert(note).second) {
          remarks_.push_back(
              fmt::format("{}: {}", text::joined(names_with(note), ", "), printable(note)));
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::string> names_with(const std::string& note) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < designs_.size(); ++i) {
      const auto& notes = results_[i].notes;
      if (std::find(notes.begin(), notes.end(), note) != notes.end()) {
        names.push_back(name(i));
      }
    }
    return names;
  }

  const std::vector<Design>& designs_;
  std::size_t ranked_;  // only these are compared
  const std::vector<RunResult>& results_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::vector<std::string> design_remarks(const DesignComparison& comparison,
                                        const std::vector<RunResult>& results) {
  return RemarkList(comparison, results).list();
}

}  // namespace dps::profiles
