#include "profiles/traces/states/state_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "profiles/traces/states/common_states.h"

namespace dps::traces {
namespace {

/// A sum of all states is not judged if it differs by less than this part of all of A's time.
constexpr double kNegligible = 0.01;

bool differs(StateTime a, StateTime b, double percent) {
  return std::abs(static_cast<double>(b - a)) * 100 > percent * static_cast<double>(a);
}

/// The sums of one process, or of all, by the first appearance of their states.
class Sums {
 public:
  explicit Sums(std::string process) : process_(std::move(process)) {}

  void add(const State* a, const State* b, bool own, std::optional<double> ratio) {
    Entry& entry = entry_of(a != nullptr ? a->name : b->name);
    if (a != nullptr) {
      add_side(*a, own, entry.sum.times.a, entry.sum.idle_a, entry.sum.calls_a);
    }
    if (b != nullptr) {
      add_side(*b, own, entry.sum.times.b, entry.sum.idle_b, entry.sum.calls_b);
    }
    if (ratio) {
      entry.ratios.push_back(*ratio);
    }
  }

  /// Adds the sums of a process to a total.
  void add(const Sums& process) {
    for (const Entry& one : process.entries_) {
      Entry& entry = entry_of(one.sum.state);
      StateSum& sum = entry.sum;
      add_time(sum.times.a, one.sum.times.a);
      add_time(sum.times.b, one.sum.times.b);
      sum.idle_a += one.sum.idle_a;
      sum.idle_b += one.sum.idle_b;
      sum.calls_a += one.sum.calls_a;
      sum.calls_b += one.sum.calls_b;
      sum.most_a = std::max(sum.most_a, one.sum.times.a.value_or(0));
      sum.most_b = std::max(sum.most_b, one.sum.times.b.value_or(0));
      entry.ratios.insert(entry.ratios.end(), one.ratios.begin(), one.ratios.end());
    }
  }

  /// Rows of A come first.
  std::vector<StateSum> take() {
    std::stable_partition(entries_.begin(), entries_.end(),
                          [](const Entry& entry) { return entry.sum.times.a.has_value(); });
    std::vector<StateSum> sums;
    for (Entry& entry : entries_) {
      entry.sum.median_ratio = median_of(std::move(entry.ratios));
      sums.push_back(std::move(entry.sum));
    }
    return sums;
  }

 private:
  struct Entry {
    StateSum sum;
    std::vector<double> ratios;
  };

  static void add_time(std::optional<StateTime>& sum, std::optional<StateTime> more) {
    if (more) {
      sum = sum.value_or(0) + *more;
    }
  }
  static void add_side(const State& state, bool own, std::optional<StateTime>& time,
                       StateTime& idle, std::uint64_t& calls) {
    add_time(time, state.duration - (own ? state.idle : 0));
    idle += state.idle;
    ++calls;
  }
  static std::optional<double> median_of(std::vector<double> ratios) {
    if (ratios.empty()) {
      return std::nullopt;
    }
    std::sort(ratios.begin(), ratios.end());
    const std::size_t middle = ratios.size() / 2;
    return ratios.size() % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2;
  }
  Entry& entry_of(const std::string& state) {
    const auto [found, is_new] = by_state_.emplace(state, entries_.size());
    if (is_new) {
      entries_.emplace_back();
      entries_.back().sum.process = process_;
      entries_.back().sum.state = state;
    }
    return entries_[found->second];
  }

  std::string process_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> by_state_;
};

/// Numbers states: equal numbers for equal state, site and peer.
class StateNumbers {
 public:
  std::vector<std::uint32_t> operator()(const std::vector<State>& states) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(states.size());
    for (const State& state : states) {
      const auto next = static_cast<std::uint32_t>(numbers_.size());
      numbers.push_back(
          numbers_.emplace(std::tuple(state.name, state.site, state.peer), next).first->second);
    }
    return numbers;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::string>, std::uint32_t> numbers_;
};

class Comparer {
 public:
  explicit Comparer(const StateComparisonOptions& options) : total_("") {
    comparison_.options = options;
  }

  /// Compares the states of a process in both traces; one of the two may be null.
  void add_process(const StateProcess* a, const StateProcess* b) {
    DPS_CHECK(a != nullptr || b != nullptr);
    static const std::vector<State> no_states;
    const auto& a_states = a != nullptr ? a->states : no_states;
    const auto& b_states = b != nullptr ? b->states : no_states;
    Sums sums(a != nullptr ? a->name : b->name);
    std::size_t i = 0;
    std::size_t j = 0;
    const auto add_until = [&](std::size_t a_end, std::size_t b_end) {
      for (; i < a_end; ++i) {
        add_pair(*a, sums, &a_states[i], nullptr);
      }
      for (; j < b_end; ++j) {
        add_pair(*b, sums, nullptr, &b_states[j]);
      }
    };
    for (const auto& [of_a, of_b] : common_elements(numbers_(a_states), numbers_(b_states))) {
      add_until(of_a, of_b);
      add_pair(*a, sums, &a_states[i++], &b_states[j++]);
    }
    add_until(a_states.size(), b_states.size());
    total_.add(sums);
    for (StateSum& sum : sums.take()) {
      comparison_.processes.push_back(std::move(sum));
    }
  }

  StateComparison take() {
    comparison_.totals = total_.take();
    return std::move(comparison_);
  }

 private:
  void add_pair(const StateProcess& process, Sums& sums, const State* a, const State* b) {
    DPS_CHECK(a != nullptr || b != nullptr);
    const bool own = comparison_.options.own;
    StateLine line;
    if (a != nullptr) {
      line.times.a = a->duration - (own ? a->idle : 0);
      line.line_a = a->line;
      ++comparison_.a.states;
      comparison_.a.unmatched += b == nullptr ? 1 : 0;
    }
    if (b != nullptr) {
      line.times.b = b->duration - (own ? b->idle : 0);
      line.line_b = b->line;
      ++comparison_.b.states;
      comparison_.b.unmatched += a == nullptr ? 1 : 0;
    }
    // Many pairs of two zeros would hide the ratio of the others in the median.
    const bool is_zero = line.times.a == StateTime{0} && line.times.b == StateTime{0};
    sums.add(a, b, own, is_zero ? std::nullopt : line.times.ratio());
    if (comparison_.options.level == StateLevel::kLine) {
      const State& one = a != nullptr ? *a : *b;
      line.process = process.name;
      line.state = one.name;
      line.site = one.site;
      line.peer = one.peer;
      comparison_.lines.push_back(std::move(line));
    }
  }

  StateComparison comparison_;
  Sums total_;
  StateNumbers numbers_;
};

const StateProcess* find(const StateTrace& trace, const std::string& name) {
  const auto found = std::find_if(trace.processes.begin(), trace.processes.end(),
                                  [&](const StateProcess& one) { return one.name == name; });
  return found == trace.processes.end() ? nullptr : &*found;
}

StateTime end_of(const StateTrace& trace) {
  StateTime end = 0;
  for (const StateProcess& process : trace.processes) {
    end = std::max(end, process.end);
  }
  return end;
}

void judge(StateComparison& comparison) {
  const double percent = comparison.options.tolerance_percent;
  double all = 0;
  for (const StateSum& sum : comparison.totals) {
    all += static_cast<double>(sum.times.a.value_or(0));
  }
  for (StateSum& sum : comparison.totals) {
    const StateTime a = sum.times.a.value_or(0);
    const StateTime b = sum.times.b.value_or(0);
    sum.is_beyond =
        differs(a, b, percent) && std::abs(static_cast<double>(b - a)) > kNegligible * all;
  }
  comparison.is_makespan_beyond = differs(*comparison.makespan.a, *comparison.makespan.b, percent);
}

}  // namespace

std::optional<double> StateTimes::ratio() const {
  if (!a || !b) {
    return std::nullopt;
  }
  if (*a == *b) {
    return 1;
  }
  return *a == 0 ? std::numeric_limits<double>::infinity()
                 : static_cast<double>(*b) / static_cast<double>(*a);
}

std::size_t StateComparison::totals_beyond() const {
  return static_cast<std::size_t>(std::count_if(totals.begin(), totals.end(),
                                                [](const StateSum& sum) { return sum.is_beyond; }));
}

bool StateComparison::is_within() const {
  return is_alike() && !is_makespan_beyond && totals_beyond() == 0;
}

StateComparison compare_states(const StateTrace& a, const StateTrace& b,
                               const StateComparisonOptions& options) {
  Comparer comparer(options);
  for (const StateProcess& process : a.processes) {
    comparer.add_process(&process, find(b, process.name));
  }
  for (const StateProcess& process : b.processes) {
    if (find(a, process.name) == nullptr) {
      comparer.add_process(nullptr, &process);
    }
  }
  StateComparison comparison = comparer.take();
  comparison.a.name = options.a_name;
  comparison.a.processes = a.processes.size();
  comparison.b.name = options.b_name;
  comparison.b.processes = b.processes.size();
  comparison.makespan = {end_of(a), end_of(b)};
  judge(comparison);
  return comparison;
}

}  // namespace dps::traces
