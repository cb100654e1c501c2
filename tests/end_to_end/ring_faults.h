/// A ring over the hosts of a cluster, for every launcher, and faults that are injected during its
/// run.
#pragma once

#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <sys/types.h>

#include "cluster.h"

namespace dps::end_to_end {

/// Additions to the blueprint that a launcher needs.
struct RingKind {
  std::string route;    ///< flag of the O line, such as "-X TCP"
  std::string terrain;  ///< T lines
};

/// Writes the blueprint to a file and returns its path. Its four processes, one per host, start
/// daemons that do not end by themselves, like faulty programs. When the token has passed all
/// processes, so that no more programs are started, the first process prints a line. The run takes
/// minutes unless the variable `rounds` is reduced.
std::string write_ring(const RingKind& kind = {});

/// Returns true after the first process has printed its line.
bool turns(const Running& run);

/// A process of a host whose command line contains `text`: the one with index `which` in the order
/// of the pids; -1: the last.
pid_t victim(const std::string& host, const std::string& text, int which = 0);
/// Sends the signal unless `pid` is 0.
void hit(pid_t pid, int signal);

struct Fault {
  const char* name;
  std::function<void()> inject;
  int status;                        ///< expected exit status of dps
  const char* words;                 ///< expected part of the error message
  double within_s;                   ///< limit from the fault to the exit of dps
  std::chrono::seconds left_within;  ///< limit from then until nothing is left on the hosts
};

void PrintTo(const Fault& fault, std::ostream* out);  // NOLINT: GoogleTest's name
/// The name of a test, for INSTANTIATE_TEST_SUITE_P.
std::string name_of(const Fault& fault);

/// Starts the run and injects the fault while the token travels. Expects that the fault is reported
/// within its limit, that the profile so far is printed (unless dps itself was killed), and that
/// nothing is left on any host.
void expect_reported_in_time(const std::vector<std::string>& run, const Fault& fault);

}  // namespace dps::end_to_end
