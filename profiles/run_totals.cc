#include "profiles/run_totals.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "profiles/clones.h"

namespace dps::profiles {
namespace {

/// The time in which a process does not wait, of a rank that outside MPI; NaN if it is unknown.
double busy_time(const RunProfile& run, const ProcessProfile& process) {
  return run.mpi ? process.compute_s : process.compute_s + process.send_s + process.take_s;
}

void add_traffic(const ProcessProfile& process, RunTotals& totals) {
  totals.msgs_out += process.msgs_out;
  totals.bytes_out += process.bytes_out;
  totals.late_msgs += process.late_msgs;
  totals.unclaimed_msgs += process.unclaimed_msgs;
  totals.counted = std::max(totals.counted, process.counted);
}

void find_ends(const RunProfile& run, RunTotals& totals) {
  bool has_end = false;
  for (const ProcessProfile& process : run.processes) {
    const double end_s = process.start_late_s + process.real_s;  // NaN if it is unknown
    if (!std::isfinite(end_s)) {
      continue;
    }
    totals.first_end_s = has_end ? std::min(totals.first_end_s, end_s) : end_s;
    if (!has_end || end_s > totals.last_end_s) {
      totals.last_end_s = end_s;
      totals.last_ptag = process.ptag;
    }
    has_end = true;
  }
}

/// The processes whose busy time is within kAlikeBusy of the longest.
class Busiest {
 public:
  Busiest(const RunProfile& run, RunTotals& totals) : run_(run), totals_(totals) {}

  void find() {
    double longest_s = 0;
    for (const ProcessProfile& process : run_.processes) {
      longest_s = std::max(longest_s, busy_time(run_, process));  // NaN leaves it as it is
    }
    least_s_ = longest_s - kAlikeBusy * run_.makespan_s;
    totals_.busiest_min_s = totals_.busiest_max_s = longest_s;
    for (std::size_t first = 0; first < run_.processes.size();) {
      const std::size_t end = end_of_group(run_.processes, first);
      add_group(first, end);
      first = end;
    }
    if (totals_.busiest_processes == known_) {
      totals_.busiest.clear();  // all are alike
    }
  }

 private:
  void add_group(std::size_t first, std::size_t end) {
    std::vector<const ProcessProfile*> members;
    for (std::size_t i = first; i < end; ++i) {
      const ProcessProfile& process = run_.processes[i];
      const double busy_s = busy_time(run_, process);
      known_ += std::isfinite(busy_s) ? 1 : 0;
      if (busy_s >= least_s_) {
        members.push_back(&process);
        totals_.busiest_min_s = std::min(totals_.busiest_min_s, busy_s);
      }
    }
    totals_.busiest_processes += members.size();
    if (members.size() > 1 && members.size() == end - first) {
      add_name(clone_group(members.front()->ptag));
      return;
    }
    for (const ProcessProfile* process : members) {
      add_name(process->ptag);
    }
  }

  void add_name(std::string_view name) {
    if (totals_.busiest.size() < kMostBusiestNamed) {
      totals_.busiest.emplace_back(name);
    }
  }

  const RunProfile& run_;
  RunTotals& totals_;
  double least_s_ = 0;
  std::size_t known_ = 0;
};

}  // namespace

RunTotals totals_of(const RunProfile& run) {
  if (run.totals) {
    return *run.totals;
  }
  RunTotals totals;
  totals.processes = run.processes.size();
  std::unordered_set<std::string_view> hosts;
  for (const ProcessProfile& process : run.processes) {
    hosts.insert(process.host);
    add_traffic(process, totals);
  }
  hosts.erase("");  // processes that were not placed have no host
  totals.hosts = hosts.size();
  find_ends(run, totals);
  Busiest(run, totals).find();
  return totals;
}

}  // namespace dps::profiles
