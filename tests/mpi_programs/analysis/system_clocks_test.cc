#include "mpi_programs/analysis/system_clocks.h"

#include <algorithm>
#include <ctime>

#include <gtest/gtest.h>
#include <sys/time.h>

namespace dps::mpi_profiles {
namespace {

bool imports(const std::vector<std::string>& clocks, const char* name) {
  return std::ranges::find(clocks, name) != clocks.end();
}

TEST(SystemClocks, AreTheOnesThatAProgramImports) {
  timeval now{};
  ASSERT_EQ(gettimeofday(&now, nullptr), 0);  // so that this program imports it
  const std::vector<std::string> clocks = system_clocks_of("/proc/self/exe");
  EXPECT_TRUE(imports(clocks, "gettimeofday"));
  EXPECT_FALSE(imports(clocks, "omp_get_wtime"));
  EXPECT_TRUE(std::ranges::is_sorted(clocks));
}

TEST(SystemClocks, AFileThatIsNoProgramHasNone) {
  EXPECT_TRUE(system_clocks_of("/proc/self/maps").empty());
  EXPECT_TRUE(system_clocks_of("/dev/null").empty());
  EXPECT_TRUE(system_clocks_of("/nowhere/at/all").empty());
}

}  // namespace
}  // namespace dps::mpi_profiles
