// Two ranks with clocks of their own: rank 0 prints the measured difference in nanoseconds, and its
// stated error. `clock_probe OFFSET` exits with 1 if the true difference, OFFSET seconds, is not
// within the error, and with 77 if the ranks have the same clock.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/clock_table.h"

int main(int argc, char** argv) {
  using dps::clocks::ClockLine;
  constexpr int kSkipped = 77;
  MPI_Init(&argc, &argv);
  const auto world = dps::rawtiming::meet();
  dps::rawtiming::ClockTable clocks(world);
  bool holds = clocks.measure(10).has_value();
  holds = clocks.measure(1).has_value() && holds;
  if (!clocks.is_one_clock() && world.rank == 0 && holds) {
    const double offset = (argc > 1 ? std::atof(argv[1]) : 0) * 1e9;
    const ClockLine& line = clocks.lines()[1];
    const auto client = line.client_of(dps::rawtiming::now());
    const auto found = static_cast<double>(line.offset_at(client));
    std::printf("%.0f within %.0f\n", found, line.error_at(client));
    holds = std::abs(found - offset) <= line.error_at(client);
  }
  MPI_Finalize();
  return clocks.is_one_clock() ? kSkipped : holds ? 0 : 1;
}
