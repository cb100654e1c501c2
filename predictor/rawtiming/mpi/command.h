/// The commands of rank 0 to the other ranks.
#pragma once

#include <cstdint>

#include "predictor/rawtiming/mpi/world.h"

namespace dps::rawtiming {

enum class Task : int { kVisit, kClocks, kEnd };

struct RankCommand {
  Task task = Task::kEnd;
  std::int32_t number = 0;  ///< the number of a point, or of bursts
};

/// Called in rank 0: sends the command to one rank.
void send_command(const World& world, std::uint32_t to, RankCommand command);
/// Called in rank 0: sends the command to all others.
void send_to_all(const World& world, RankCommand command);

/// Called in other ranks. Sleeps while there is no command, a millisecond at a time: a rank that
/// does not take part in a point must not take a core from those that do.
RankCommand await_command(const World& world);

}  // namespace dps::rawtiming
