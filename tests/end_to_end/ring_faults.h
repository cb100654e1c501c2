/// A token that goes round over the hosts of a cluster, whatever the launcher, and faults that hit
/// the run while it does.
#pragma once

#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <sys/types.h>

#include "cluster.h"

namespace dps::end_to_end {

/// What a launcher wants of the ring besides.
struct RingKind {
  std::string route;    ///< of its messages: "-X TCP"; usually empty
  std::string terrain;  ///< lines T; usually none
};

/// A file with the blueprint: four processes, one a host. All leave a daemon
/// behind, as careless programs would; the first tells when the token has come round, so that none
/// of them starts a program any more. `rounds` is a variable of it; there are so
/// many that the ring turns for minutes.
std::string write_ring(const RingKind& kind = {});

/// The first process has told.
bool turns(const Running& run);

/// One process of a host, by what its command line holds: the n-th by its number; -1: the last.
pid_t victim(const std::string& host, const std::string& text, int which = 0);
void hit(pid_t pid, int signal);

struct Fault {
  const char* name;
  std::function<void()> inject;
  int status;
  const char* words;                 ///< of the message
  double within_s;                   ///< from the fault to the prompt
  std::chrono::seconds left_within;  ///< from then on, for what is on the hosts
};

void PrintTo(const Fault& fault, std::ostream* out);  // NOLINT: GoogleTest's name
/// For INSTANTIATE_TEST_SUITE_P.
std::string name_of(const Fault& fault);

/// Starts the run, and injects the fault when the ring turns: it is told with these words and this
/// status in time, the profile so far is printed (unless dps itself was killed), and nothing is
/// left on any host.
void expect_told_in_time(const std::vector<std::string>& run, const Fault& fault);

}  // namespace dps::end_to_end
