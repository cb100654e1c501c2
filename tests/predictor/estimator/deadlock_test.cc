// Explanations of deadlocks.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/streams/stream_reader.h"
#include "predictor/estimator/tables/deadlock_text.h"
#include "tests/predictor/estimator/support/spmd.h"

namespace dps::estimator {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  const auto reading = read_streams({"x", "dps-streams 1\n" + text});
  EXPECT_TRUE(reading.diagnostics.empty());
  return deadlock_lines(*simulate(reading.streams, sp2()));
}

using Lines = std::vector<std::string>;

TEST(Deadlock, TwoThatReceiveFirst) {
  EXPECT_EQ(lines_of("processors 2\nprocessor 0\nbreceive 1 8\nsend 1 8\n"
                     "processor 1\nbreceive 0 8\nsend 0 8"),
            (Lines{"deadlock at 24 us on 2 processors",
                   "processor 0: instruction 1, breceive 1 8, waits for processor 1 to send",
                   "processor 1: instruction 1, breceive 0 8, waits for processor 0 to send"}));
}

TEST(Deadlock, AStreamThatHasEnded) {
  EXPECT_EQ(lines_of("processors 2\nprocessor 0\nwork 10\nbsend 1 8"),
            (Lines{"deadlock at 24.18 us on 2 processors",
                   "processor 0: instruction 2, bsend 1 8, waits for processor 1 to receive, whose "
                   "stream has ended"}));
}

TEST(Deadlock, WaitNamesAllThatItWaitsFor) {
  EXPECT_EQ(lines_of("processors 3\nprocessor 0\nsend 1 8\nreceive 2 8\nwait"),
            (Lines{"deadlock at 48 us on 3 processors",
                   "processor 0: instruction 3, wait, waits for processor 1 to receive, whose "
                   "stream has ended; processor 2 to send, whose stream has ended"}));
}

TEST(Deadlock, ACycleOfSomeIsNamed) {
  const auto lines = lines_of(
      "processors 4\nprocessor 0\nbreceive 1 8\nprocessor 1\nbreceive 2 8\n"
      "processor 2\nbreceive 3 8\nprocessor 3\nbreceive 1 8");
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines.back(), "these processors wait in a cycle: 1 -> 2 -> 3 -> 1");
}

}  // namespace
}  // namespace dps::estimator
