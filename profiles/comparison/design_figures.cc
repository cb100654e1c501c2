#include "profiles/comparison/design_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/text/scanner.h"
#include "profiles/ended_note.h"
#include "profiles/result_fields.h"
#include "profiles/run_totals.h"
#include "profiles/uncharged_note.h"

namespace dps::profiles {
namespace {

/// The mean of a figure over the runs in which it is known; NaN if there is none.
class MeanOverRuns {
 public:
  void add(double value) {
    if (!std::isnan(value)) {
      sum_ += value;
      ++runs_;
    }
  }
  [[nodiscard]] double mean() const {
    return runs_ == 0 ? kUnknown : sum_ / static_cast<double>(runs_);
  }

 private:
  double sum_ = 0;
  std::size_t runs_ = 0;
};

class MeanTimes {
 public:
  void add(const KindTimes& times) {
    is_of_mpi_ = times.is_of_mpi;
    for (std::size_t i = 0; i < kNamedTimes.size(); ++i) {
      means_[i].add(times.*kNamedTimes[i].time);
    }
  }
  [[nodiscard]] KindTimes mean() const {
    KindTimes times;
    times.is_of_mpi = is_of_mpi_;
    for (std::size_t i = 0; i < kNamedTimes.size(); ++i) {
      times.*kNamedTimes[i].time = means_[i].mean();
    }
    return times;
  }

 private:
  bool is_of_mpi_ = false;
  std::array<MeanOverRuns, kNamedTimes.size()> means_;
};

KindTimes times_of(const RunProfile& run, const ProcessProfile& process) {
  return {process.real_s, process.cpu_s,  process.compute_s, process.sleep_s,
          process.send_s, process.wait_s, process.take_s,    run.mpi.has_value()};
}

/// The times of each process, in the order of their first appearance.
std::vector<ProcessTimes> process_times(const RunResult& result) {
  std::unordered_map<std::string_view, std::size_t> positions;
  std::vector<MeanTimes> means;
  std::vector<ProcessTimes> processes;
  for (const RunProfile& run : result.runs) {
    for (const ProcessProfile& process : run.processes) {
      const auto [position, is_new] = positions.try_emplace(process.ptag, means.size());
      if (is_new) {
        means.emplace_back();
        processes.push_back({process.ptag, {}});
      }
      means[position->second].add(times_of(run, process));
    }
  }
  for (std::size_t i = 0; i < means.size(); ++i) {
    processes[i].times = means[i].mean();
  }
  return processes;
}

/// The sums over the processes of a run: unknown if the time of one of them is.
KindTimes sums_of(const RunProfile& run) {
  KindTimes sums;
  sums.is_of_mpi = run.mpi.has_value();
  for (const ProcessProfile& process : run.processes) {
    const KindTimes times = times_of(run, process);
    for (const NamedTime& one : kNamedTimes) {
      sums.*one.time += times.*one.time;
    }
  }
  return sums;
}

KindTimes unknown_times() {
  return {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
}

bool cannot_vary(const RunResult& result) {
  const auto differs = [&](const RunProfile& run) {
    return run.makespan_s != result.runs.front().makespan_s;
  };
  return result.kind == "predict" && std::ranges::none_of(result.runs, differs) &&
         (result.runs.size() > 1 || !mentions_random(result.blueprint.text));
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// True if the field calls a function of this name.
bool calls(std::string_view field, std::string_view name) {
  for (std::size_t at = field.find(name); at != std::string_view::npos;
       at = field.find(name, at + 1)) {
    const std::size_t next = field.find_first_not_of(" \t", at + name.size());
    if ((at == 0 || !is_name_character(field[at - 1])) && next != std::string_view::npos &&
        field[next] == '(') {
      return true;
    }
  }
  return false;
}

bool calls_distribution(std::string_view field) {
  constexpr std::array<std::string_view, 4> kNames{"uniform", "normal", "exponential", "lognormal"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return calls(field, name); });
}

/// True for a line with a distribution, a choice of a U line, or `-pick random`.
bool is_random(std::span<const std::string_view> fields) {
  constexpr std::array<std::string_view, 2> kPick{"-pick", "random"};
  const bool has_choice = fields[0] == "U" && std::ranges::any_of(fields, [](std::string_view one) {
                            return one.find('|') != std::string_view::npos;
                          });
  return has_choice ||
         std::search(fields.begin(), fields.end(), kPick.begin(), kPick.end()) != fields.end() ||
         std::ranges::any_of(fields, calls_distribution);
}

}  // namespace

bool mentions_random(std::string_view blueprint) {
  const text::SourceMap source(blueprint);
  text::Problems ignored(source);
  const text::Scanned scanned = text::scan(source, ignored);
  return std::ranges::any_of(scanned.lines, [&](const text::SourceLine& line) {
    std::vector<std::string_view> fields;
    for (const text::Field& field : scanned.fields_of(line)) {
      fields.push_back(source.text(field.range));
    }
    return !fields.empty() && is_random(fields);
  });
}

const ProcessTimes* DesignFigures::busiest() const {
  const ProcessTimes* busiest = nullptr;
  for (const ProcessTimes& process : processes) {
    const double busy_s = process.times.busy_s();
    if (!std::isnan(busy_s) && (busiest == nullptr || busy_s > busiest->times.busy_s())) {
      busiest = &process;
    }
  }
  return has_all_processes ? busiest : nullptr;
}

const ProcessTimes* DesignFigures::find(const std::string& ptag) const {
  const auto found = std::ranges::find(processes, ptag, &ProcessTimes::ptag);
  return found == processes.end() ? nullptr : &*found;
}

DesignFigures figures_of(const RunResult& result, std::string name) {
  DesignFigures figures;
  figures.side = side_of(result, std::move(name));
  if (result.runs.empty()) {
    figures.times = unknown_times();
    figures.msgs_out = figures.bytes_out = kUnknown;
    return figures;
  }
  MeanOverRuns messages;
  MeanOverRuns bytes;
  MeanTimes sums;
  figures.makespans.reserve(result.runs.size());
  for (const RunProfile& run : result.runs) {
    const RunTotals totals = totals_of(run);
    const auto count = [&](std::string_view key, std::uint64_t value) {
      return is_known_count(totals.counted, key) ? static_cast<double>(value) : kUnknown;
    };
    figures.makespans.push_back(run.makespan_s);
    figures.has_all_processes &= totals.processes == run.processes.size();
    messages.add(count("msgs_out", totals.msgs_out));
    bytes.add(count("bytes_out", totals.bytes_out));
    sums.add(sums_of(run));
  }
  figures.is_exact = cannot_vary(result);
  figures.is_ended = std::ranges::any_of(result.notes, is_ended_note);
  figures.is_uncharged = std::ranges::any_of(result.notes, is_uncharged_note);
  figures.msgs_out = messages.mean();
  figures.bytes_out = bytes.mean();
  figures.times = figures.has_all_processes ? sums.mean() : unknown_times();
  figures.processes = process_times(result);
  return figures;
}

}  // namespace dps::profiles
