/// The result of one or more runs or predictions. -o writes it to a file, and profiles are printed
/// from it. Fields have the names of the JSON keys. Times are in seconds, and NaN if they are
/// unknown. Source: docs/result.md.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/statistics/latencies.h"
#include "profiles/mpi_profile.h"
#include "profiles/record.h"
#include "profiles/why.h"

namespace dps::profiles {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct FunctionalityProfile {
  std::string ftag;
  std::uint64_t triggered = 0;
  double real_s = 0, cpu_s = 0, user_s = 0, sys_s = 0, compute_s = 0, send_s = 0;
  std::uint64_t bytes_out = 0, msgs_out = 0;
};

struct UnitProfile {
  std::string futag;
  std::uint64_t active = 0;
  double real_s = 0, cpu_s = 0, user_s = 0, sys_s = 0;
  double collective_s = kUnknown;  ///< see ProcessProfile::collective_s
  std::uint64_t bytes_in = 0, msgs_in = 0, bytes_out = 0, msgs_out = 0;
  std::vector<FunctionalityProfile> functionalities;  ///< only at level functionality
};

/// Which counts of a process are known; unknown counts are 0.
enum class Counted : std::uint8_t {
  kAll,
  kMessages,  ///< msgs_in, msgs_out and late_msgs
  kNothing,
};

struct ProcessProfile {
  std::string ptag;  ///< "Worker.p[0]"
  std::string host;
  std::string htag;  ///< empty without a T line
  double start_late_s = 0, real_s = 0, cpu_s = 0, user_s = 0, sys_s = 0;
  double compute_s = 0, send_s = 0, wait_s = 0, take_s = 0;
  double sleep_s = 0;  ///< of compute_s
  double pack_s = 0;   ///< of send_s
  double idle_s = 0;   ///< of wait_s: until the process began to take a message
  /// The part of compute_s and send_s that collective operations took outside functionalities. Only
  /// in a program with -collective.
  double collective_s = kUnknown;
  std::uint64_t bytes_in = 0, msgs_in = 0, bytes_out = 0, msgs_out = 0;
  std::uint64_t late_msgs = 0, unclaimed_msgs = 0;
  Counted counted = Counted::kAll;
  std::vector<UnitProfile> units;  ///< only at level unit or finer
};

/// Message counts of one mtag between two processes. Runs with more than 10,000 such rows have one
/// row per pair of clone groups instead ("Worker.p").
struct MessageProfile {
  std::string mtag, sender, receiver;
  std::uint64_t sent = 0, taken = 0, late = 0, unclaimed = 0, bytes = 0;
  double waited_s = 0;  ///< of the receiver's idle_s: the part that ended with one of these
  /// "allreduce": an output with -collective sends them. Messages of an operation that a library
  /// performs have their receiver as sender.
  std::string operation = {};
};

/// Facts of a whole run, for the header of its profile. --only does not change them.
struct RunTotals {
  std::uint64_t processes = 0, hosts = 0;
  std::uint64_t msgs_out = 0, bytes_out = 0, late_msgs = 0, unclaimed_msgs = 0;
  Counted counted = Counted::kAll;         ///< of all processes
  double first_end_s = 0, last_end_s = 0;  ///< of a process, after the BEGIN instant
  std::string last_ptag;                   ///< the process that ended last
  /// The processes with the longest busy time (compute, send and take; of an MPI program only
  /// compute), and those whose busy time is almost as long. A name without an index denotes all
  /// clones. At most kMostBusiestNamed names; none if all processes are alike.
  std::vector<std::string> busiest;
  std::uint64_t busiest_processes = 0;
  double busiest_min_s = 0, busiest_max_s = 0;
};

/// The traffic of a link of a predicted network.
struct LinkProfile {
  std::string name;  ///< "r(0,0)->r(1,0)"
  std::uint64_t bytes = 0;
  double busy_s = 0;  ///< the time that these bytes take at the bandwidth of the link
};

struct RunProfile {
  double makespan_s = 0;
  std::vector<std::pair<std::string, double>> variables;
  std::vector<ProcessProfile> processes;
  std::vector<MessageProfile> messages;
  std::optional<RunTotals> totals =
      std::nullopt;  ///< set once rows may have been left out; see totals_of()
  /// At level functionality, of a prediction.
  std::optional<statistics::Latencies> latencies = std::nullopt;
  std::optional<MpiProfile> mpi = std::nullopt;  ///< of an MPI program
  /// In a prediction on a graph: the links that carried anything, the busiest first, at most
  /// 10,000.
  std::vector<LinkProfile> links = {};
};

struct HostProfile {
  std::string name, address, type;
  std::uint64_t speed = 1000, cores = 0, memory = 0;
  std::vector<std::string> htags;
  double clock_offset_s = 0, clock_error_s = 0;
};

struct BlueprintFacts {
  std::string path, sha256, text;
  std::vector<std::pair<std::string, double>> variables;
};

struct RunResult {
  std::string kind = "run";
  bool complete = true;
  Level level = Level::kFunctionality;
  BlueprintFacts blueprint;
  /// "dps", "date", "command", "transport", "launcher", "machine", "seed" and other conditions that
  /// the figures depend on. Values are strings, numbers or lists of strings, in JSON form.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<HostProfile> hosts;
  std::vector<RunProfile> runs;
  std::vector<std::string> notes;
  std::optional<ProgramFacts> program = std::nullopt;  ///< of an MPI program
  std::optional<Why> why = std::nullopt;               ///< of the run that is printed, with --why
  std::optional<Slow> slow = std::nullopt;             ///< likewise, with --slow
};

/// The clone group of a process, by its name: "Worker.p" for "Worker.p[3]". A name without an index
/// is the name of its own group.
inline std::string_view clone_group(std::string_view process) {
  return process.substr(0, process.find('['));
}

}  // namespace dps::profiles
