#include "predictor/rawtiming/mpi/command.h"

#include <ctime>

namespace dps::rawtiming {
namespace {

constexpr int kCommandTag = 10;

}  // namespace

void send_command(const World& world, std::uint32_t to, RankCommand command) {
  MPI_Send(&command, sizeof command, MPI_BYTE, static_cast<int>(to), kCommandTag, world.control);
}

void send_to_all(const World& world, RankCommand command) {
  for (int rank = 1; rank < world.size; ++rank) {
    send_command(world, static_cast<std::uint32_t>(rank), command);
  }
}

RankCommand await_command(const World& world) {
  constexpr timespec kPause{0, 1'000'000};
  for (;;) {
    int is_there = 0;
    MPI_Iprobe(0, kCommandTag, world.control, &is_there, MPI_STATUS_IGNORE);
    if (is_there != 0) {
      break;
    }
    nanosleep(&kPause, nullptr);
  }
  RankCommand command;
  MPI_Recv(&command, sizeof command, MPI_BYTE, 0, kCommandTag, world.control, MPI_STATUS_IGNORE);
  return command;
}

}  // namespace dps::rawtiming
