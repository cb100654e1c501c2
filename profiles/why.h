/// The reasons for the time of a run, in results. Times are in seconds. Source: docs/result.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::profiles {

/// A part of the critical path: what was done, by which processes, with what.
struct PathShare {
  std::string what;        ///< "compute", "send", "take", "under_way", …: docs/result.md
  std::string ptag;        ///< clone group
  std::string tag;         ///< of the C line or the O line, or else the message type
  std::uint64_t line = 0;  ///< in the blueprint; 0: it has none
  std::string mtag;        ///< of a message; empty: it has none
  std::string peer;  ///< the clone group of the other process: of the message, the core or the link
  std::string
      other_tag;  ///< of the work that has the core, or of the messages on the link: as `tag`
  std::uint64_t other_line = 0;
  std::string link;  ///< of "link": the link that is shared
  double path_s = 0;
  std::string main_ptag;  ///< the clone that has the longest part
  double main_s = 0;      ///< that part
  std::string kind{};     ///< "sleep" or "receive": which "compute" or "take" it is; or empty
};

/// An activity of senders while others waited for a message that they had not begun to send, or of
/// receivers while a message to them was held.
struct Meanwhile {
  std::string what, tag;
  std::uint64_t line = 0;
  std::string mtag, peer;
  double time_s = 0;
  std::string kind{};
};

/// The waits of a clone group for messages of one type from one clone group, before one
/// functionality fires: their times add up to the `idle_s` of the processes. Or the sends of one
/// functionality that a full buffer held, which have a receiver and `held_s` only.
struct WaitState {
  std::string ptag;
  std::uint64_t clones = 0;
  std::string ftag;  ///< empty: none has fired
  std::string mtag;  ///< empty: no message came
  std::string sender;
  std::string receiver;
  std::uint64_t waits = 0;
  double late_s = 0, sending_s = 0, under_way_s = 0, wake_up_s = 0, timer_s = 0, idle_s = 0,
         unknown_s = 0, held_s = 0;
  std::vector<Meanwhile> meanwhile;  ///< of late_s, or of held_s; the longest first

  [[nodiscard]] double total_s() const {
    return late_s + sending_s + under_way_s + wake_up_s + timer_s + idle_s + unknown_s + held_s;
  }
};

/// The times that the clones of a P line are busy: compute, send (unless a full buffer holds it)
/// and take; ranks of an MPI program only while they compute.
struct CloneImbalance {
  std::string ptag;
  std::uint64_t clones = 0;
  std::string busiest;
  double busy_max_s = 0, busy_mean_s = 0;
};

/// A part of the path of a slow request.
struct SlowShare {
  bool own = false;  ///< processes work for the request; else it waits for other work
  PathShare of;
};

/// Why a request is slow: the path from the firing of a functionality back to its start.
struct Slow {
  std::uint64_t run = 1;   ///< from 1
  std::string no_request;  ///< why there is none; then all else but `ftag` is unknown
  std::string ftag;
  double quantile = 0;       ///< of the age: 0.99; 1 is the oldest request
  std::uint64_t ages = 0;    ///< among which it has the quantile
  std::string origin;        ///< the process that began the request
  std::uint64_t number = 0;  ///< of the request there
  double begin_s = 0, age_s = 0;
  std::vector<SlowShare> shares;  ///< the longest first
};

/// Messages of a type that were packed for longer than is measured.
struct PackedType {
  std::string mtag;
  double packing_s = 0;  ///< of all sends
  double taking_s = 0;   ///< of all takes: reading and unpacking
};

/// A function that has much of a computation on the path.
struct RegionFunction {
  std::string ptag, tag;                ///< as main_ptag and tag of the share
  std::string function, place, module;  ///< as in ComputingProfile; all "": the rank had no core
  double share = 0;  ///< of its CPU time in the rank; without a core, of its real time
};

struct Why {
  std::uint64_t run = 1;  ///< from 1
  std::string no_path;    ///< why there is no critical path; then the lists are empty
  double path_s = 0;      ///< of all shares
  std::string last_ptag;
  std::uint64_t segments = 0, messages = 0, violations = 0;
  double largest_violation_s = 0;
  std::string next_without;  ///< the clone group that has most of the work on the path
  double next_path_s = 0;    ///< the longest path if this work took no time; else unknown
  std::vector<PathShare> shares;
  std::vector<WaitState> waits;
  std::vector<CloneImbalance> imbalance;
  std::vector<PackedType> packed;
  std::vector<RegionFunction> functions;  ///< of an MPI program that was sampled
};

}  // namespace dps::profiles
