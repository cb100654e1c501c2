#include "transport/mpi/world.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <sys/time.h>
#include <unistd.h>

namespace dps::transport {
namespace {

Result<void> checked(int code, const char* call) {
  return code == MPI_SUCCESS
             ? Result<void>()
             : failure(ErrorCode::kSystem, std::string(call) + ": " + mpi_text(code));
}

bool yields_when_idle() {
  const char* value = std::getenv("OMPI_MCA_mpi_yield_when_idle");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

void clean_environment() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    for (const std::string_view prefix : {"OMPI_", "PMIX_", "ORTE_", "DPS_MPI_"}) {
      if (text.starts_with(prefix)) {
        names.emplace_back(text.substr(0, text.find('=')));
      }
    }
  }
  for (const std::string& name : names) {
    unsetenv(name.c_str());
  }
}

}  // namespace

std::string mpi_text(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

Result<std::unique_ptr<MpiWorld>> MpiWorld::join(int agents) {
  std::unique_ptr<MpiWorld> world(new MpiWorld());
  int provided = 0;
  Result<void> done =
      checked(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  world->yields_ = yields_when_idle();
  clean_environment();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD,
                          MPI_ERRORS_RETURN);  // inherited by communicators made of it
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (done) {
    done = checked(MPI_Comm_split(MPI_COMM_WORLD, rank < agents ? 0 : 1, rank, &world->group_),
                   "MPI_Comm_split");
  }
  if (done) {
    done = checked(MPI_Comm_dup(world->group_, &world->warm_up_), "MPI_Comm_dup");
  }
  if (!done) {
    return tl::unexpected(done.error());
  }
  MPI_Comm_rank(world->group_, &world->rank_);
  MPI_Comm_size(world->group_, &world->size_);
  return world;
}

void MpiWorld::leave(std::chrono::milliseconds timeout) {
  std::signal(SIGALRM, [](int) { _exit(EXIT_SUCCESS); });
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(timeout.count() / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(timeout.count() % 1000 * 1000);
  setitimer(ITIMER_REAL, &timer, nullptr);
  MPI_Finalize();
}

}  // namespace dps::transport
