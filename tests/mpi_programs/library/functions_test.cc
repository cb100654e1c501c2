// Compares the table of functions with the mpi.h of Open MPI.
#include "mpi_programs/library/functions.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace dps::mpi_library {
namespace {

/// The names in mpi.h that begin with PMPI_, as MPI_X; without the functions of tools (MPI_T_).
std::set<std::string> declared_functions() {
  std::ifstream file(DPS_MPI_HEADER);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::regex declaration(R"(\bP(MPI_\w+)\s*\()");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) {
    if (!at->str(1).starts_with("MPI_T_")) {
      names.insert(at->str(1));
    }
  }
  return names;
}

TEST(FunctionTable, HasARowForEveryFunctionOfMpiH) {
  const std::set<std::string> declared = declared_functions();
  ASSERT_GT(declared.size(), 300) << DPS_MPI_HEADER;
  std::set<std::string> rows;
  for (std::size_t f = 1; f < kFunctions; ++f) {
    EXPECT_TRUE(rows.emplace(kFunctionTable[f].name).second) << kFunctionTable[f].name << " twice";
  }
  EXPECT_EQ(rows, declared);
}

TEST(FunctionTable, NumbersNameTheirRows) {
  EXPECT_EQ(kFunctionTable[kSend].name, "MPI_Send");
  EXPECT_EQ(kFunctionTable[kWin_wait].name, "MPI_Win_wait");
  EXPECT_EQ(kFunctionTable[kSend].of, CallClass::kPointToPoint);
  EXPECT_EQ(kFunctionTable[kType_size].of, CallClass::kLocal);
}

}  // namespace
}  // namespace dps::mpi_library
