/// The labels of the nodes and edges of a graph that have several parts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "base/ids.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The instances of one functionality in the clones of a P line; at least one.
using FunctionalityClones = std::span<const Functionality* const>;

/// The messages of an output in all steps, to all receivers.
struct Sending {
  std::uint64_t copies = 0;  ///< the most
  std::uint64_t bytes = 0;   ///< the most
  bool differs = false;      ///< from step, receiver, clone or draw to another
  bool begins = false;       ///< they begin a request
  bool is_picked = false;    ///< -pick
  std::string control;       ///< control_label()
};

/// `position` is that of the output among those of a step.
Sending sending_of(const Program& program, const Functionality& functionality,
                   std::uint32_t position);

/// Adds what another clone sends by the same O line. Clones that send no message do not count.
void merge(const Sending& of_clone, Sending& merged);

/// Returns the messages of an O line over the clones that send any; those of the first clone if
/// none does.
Sending sending_of_clones(const Program& program, FunctionalityClones clones,
                          std::uint32_t definition);

/// The positions of the P lines that have a process in the set.
std::set<std::uint32_t> groups_in(const Program& program, const ProcessSet& processes);

/// The hosts of the processes, each on a line of its own before which there is a line end:
/// "on A: TYPE = SUN", "[0..2] on A".
std::string terrain_label(const Program& program, const ProcessGroup& group);

/// "Mats.i\n2 Mat.m": the tag and the messages of a firing, with the smallest and the largest count
/// of the clones: "1 to 2 Halo.m". NULL is the label of a functionality with itag NULL.
std::string input_label(const Program& program, FunctionalityClones clones);

/// "Add.c\nwork 4": the tag, the kind and the amount, or the smallest and the largest amount of all
/// steps and clones: "work 4 to 9". Words and sums of operations are those of the first clone, with
/// "…" if others differ.
std::string computation_label(const Program& program, FunctionalityClones clones,
                              std::uint32_t definition);

/// The labels of -pick and -window, each on a line of its own before which there is a line end:
/// "one of 4 (least)", "window 1". The receivers are those of one sender; ACK and ORIGIN count as
/// one each.
std::string control_label(const Program& program, const Output& output);

/// "Job.m up to 2 × 300 B", and the control.
std::string message_label(const Program& program, MessageId mid, const Sending& sending);

/// "Sum.o\nallreduce, 16 members" for each O line with -collective, by its definition.
std::map<std::uint32_t, std::string> collective_labels(const Program& program);

}  // namespace dps::blueprint
