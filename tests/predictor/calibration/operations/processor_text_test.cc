#include "predictor/calibration/operations/processor_text.h"

#include <gtest/gtest.h>

#include "base/operations/processor_timings.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::calibration {
namespace {

TEST(ProcessorText, IsReadAsAMachineOfOneProcessor) {
  MeasuredProcessor processor;
  processor.host = "vm\"1\"";
  processor.name = "gfortran -O0";
  processor.comments = {"By hand."};
  processor.times = {{"dlm", {1.25e-9, 1e-11}}, {"ila", {1e-11, 9e-12}}, {"ils", {-1e-12, 1e-12}}};
  processor.cache = CacheFigures{5000, 1.25};
  const std::string text = processor_file(processor);
  EXPECT_TRUE(text.starts_with("# By hand.\nbegin machine\n")) << text;
  EXPECT_NE(text.find("dlm = 1.2500e-09 1.00e-11\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ila = 1.0000e-11 9.00e-12   # below noise\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ils = 0.0 1.00e-12   # below noise\n"), std::string::npos) << text;
  const auto reading = machines::read_machine({"here.par", text});
  ASSERT_TRUE(reading.machine) << render({"here.par", text}, reading.diagnostics);
  EXPECT_TRUE(reading.diagnostics.empty()) << render({"here.par", text}, reading.diagnostics);
  EXPECT_EQ(reading.machine->hosts().size(), 1U);
  const auto* timings = reading.machine->timings(0);
  EXPECT_EQ(timings->means[*operations::find_operation("dlm")], 1.25e-9);
  EXPECT_EQ(timings->means[*operations::find_operation("ils")], 0.0);
  EXPECT_EQ(timings->cache_size, 5000U);
  EXPECT_EQ(timings->cached_speedup, 1.25);
}

}  // namespace
}  // namespace dps::calibration
