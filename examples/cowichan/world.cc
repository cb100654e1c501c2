#include "world.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include <mpi.h>

namespace cowichan {
namespace {

/// A rank without memory ends all of them: the others would wait for it.
void end_without_memory() {
  std::fputs("error: there is not enough memory; choose a smaller --n\n", stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

}  // namespace

World::World(int* argc, char*** argv, std::string program) : program_(std::move(program)) {
  int is_initialised = 0;
  MPI_Initialized(&is_initialised);
  if (is_initialised == 0) {
    MPI_Init(argc, argv);
    initialised_ = true;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  std::set_new_handler(end_without_memory);
}

World::~World() {
  if (initialised_) {
    MPI_Finalize();
  }
}

void World::print(const std::string& line) const {
  if (is_root()) {
    std::printf("%s: %s\n", program_.c_str(), line.c_str());
    std::fflush(stdout);
  }
}

void World::fail(const std::string& mistake) const {
  if (is_root()) {
    std::fprintf(stderr, "%s: error: %s\n", program_.c_str(), mistake.c_str());
  }
  MPI_Finalize();
  std::exit(2);
}

std::string World::share(std::string text) const {
  auto length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, kRoot, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, kRoot, MPI_COMM_WORLD);
  return text;
}

}  // namespace cowichan
