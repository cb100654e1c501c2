#include "mpi_programs/analysis/code_names.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dps::mpi_profiles {
namespace {

TEST(CodeNames, FunctionsOfCxxHaveNoParametersAndNoResult) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"relax(double*, int)", "relax"},
      {"void Grid::relax<double>(double*) const", "Grid::relax<double>"},
      {"std::vector<double, std::allocator<double> >::operator[](unsigned long)",
       "std::vector<double, std::allocator<double> >::operator[]"},
      {"Functor::operator()(int)", "Functor::operator()"},
      {"(anonymous namespace)::step(double)", "(anonymous namespace)::step"},
      {"(anonymous namespace)::Grid", "(anonymous namespace)::Grid"},
      {"double sum<int (*)(int)>(int (*)(int))", "sum<int (*)(int)>"},
      {"relax(double*) [clone ._omp_fn.0]", "relax"},
      {"Vector::operator double() const", "Vector::operator double"},
      {"guard variable", "guard variable"},
      {"", ""}};
  for (const auto& [name, expected] : names) {
    EXPECT_EQ(without_types(name), expected) << name;
  }
}

TEST(CodeNames, SymbolsOfOtherLanguagesAreTheirNames) {
  EXPECT_EQ(function_of_symbol("_ZN4Grid5relaxEd"), "Grid::relax");
  EXPECT_EQ(function_of_symbol("relax_"), "relax_");
  EXPECT_EQ(function_of_symbol("_Zebra"), "_Zebra");
  EXPECT_EQ(function_of_symbol(""), "");
}

TEST(CodeNames, AFileIsNamedWithoutItsFolder) {
  EXPECT_EQ(base_name("/home/ann/life.cc"), "life.cc");
  EXPECT_EQ(base_name("life.cc"), "life.cc");
}

}  // namespace
}  // namespace dps::mpi_profiles
