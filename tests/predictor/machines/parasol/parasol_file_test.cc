// The reader of Parasol files.
#include <gtest/gtest.h>

#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/kinds/parasol/file/topology_checks.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"

namespace dps::parasol {
namespace {

TEST(ParasolFile, HasTheValuesOfTheText) {
  const auto reading = parse_parasol_file({"m.par", kTwo});
  ASSERT_TRUE(reading.file) << complaints(kTwo);
  const Description& machine = reading.file->description;
  EXPECT_EQ(machine.name, "two");
  ASSERT_EQ(machine.processors.size(), 1U);
  EXPECT_EQ(machine.processors[0].known_timings(), 2U);
  EXPECT_EQ(machine.processors[0].timings[*operations::find_operation("ila")],
            (Timing{1.0e-7, 2.0e-9}));
  EXPECT_EQ(machine.processors[0].cache_size, 100U);
  ASSERT_EQ(machine.topologies.size(), 1U);
  EXPECT_EQ(machine.topologies[0].setup.mean, 0.5);
  EXPECT_EQ(machine.topologies[0].types, (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(reading.file->formulas.size(), 4U);
  EXPECT_EQ(reading.file->routers.at(0).text(), "broadcast");
}

TEST(ParasolFile, AWrongNumberOfLinksTakesNoMemory) {
  const text::SourceMap source("links = 10000000");
  text::Problems problems(source);
  ReadTopology read;
  read.links_field = text::range_of(0, 5);
  read.places.links_count = text::range_of(8, 16);
  read.link_count = kMostLinks;
  read.links.emplace_back();
  EXPECT_EQ(checked_topology(read, problems).links.size(), 2U);
  EXPECT_TRUE(problems.has_errors());
}

TEST(ParasolFile, IsRecognisedByItsFirstWords) {
  EXPECT_TRUE(is_parasol_file("begin machine\n"));
  EXPECT_TRUE(is_parasol_file("# begin\n\n ; \v\r\n begin \t machine"));
  EXPECT_TRUE(is_parasol_file("begin machin\n"));
  EXPECT_FALSE(is_parasol_file("begin = 1\n"));
  EXPECT_FALSE(is_parasol_file("beginmachine\n"));
  EXPECT_FALSE(is_parasol_file("[begin]\nmachine = 1\n"));
  EXPECT_FALSE(is_parasol_file(""));
}

}  // namespace
}  // namespace dps::parasol
