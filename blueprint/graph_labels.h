/// The labels of the nodes and edges of a graph that have several parts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "base/ids.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The messages of an output in all steps, to all receivers.
struct Sending {
  std::uint64_t copies = 0;  ///< the most
  std::uint64_t bytes = 0;   ///< the most
  bool differs = false;      ///< from step to step, or from receiver to receiver
  bool begins = false;       ///< they begin a request
  bool is_picked = false;    ///< -pick
  std::string control;       ///< control_label()
};

/// `position` is that of the output among those of a step.
Sending sending_of(const Program& program, const Functionality& functionality,
                   std::uint32_t position);

/// The positions of the P lines that have a process in the set.
std::set<std::uint32_t> groups_in(const Program& program, const ProcessSet& processes);

/// "Add.c\nwork 4": the tag, the kind and the amount. `least` and `most` are the smallest and the
/// largest one of all steps.
std::string computation_label(const Program& program, const Computation& computation, double least,
                              double most);

/// The labels of -pick and -window, each on a line of its own before which there is a line end:
/// "one of 4 (least)", "window 1". The receivers are those of one sender; ACK and ORIGIN count as
/// one each.
std::string control_label(const Program& program, const Output& output);

/// "Job.m up to 2 × 300 B", and the control.
std::string message_label(const Program& program, MessageId mid, const Sending& sending);

/// "Sum.o\nallreduce, 16 members" for each O line with -collective, by its definition.
std::map<std::uint32_t, std::string> collective_labels(const Program& program);

}  // namespace dps::blueprint
