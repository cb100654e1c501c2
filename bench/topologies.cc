// Networks with a topology: flows beside SimGrid's, predictions beside those on a switch.
// usage: topologies [FOLDER]; the files of the platforms remain in FOLDER.
#include <filesystem>

#include "bench/topologies/groups.h"

int main(int argc, char** argv) {
  const std::filesystem::path folder =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path() / "dps-bench-topologies";
  std::filesystem::create_directories(folder);
  dps::bench::Limits limits;
  dps::bench::measure_beside_simgrid(folder, limits);
  dps::bench::measure_beside_switch(folder, limits);
  return limits.exit_status();
}
