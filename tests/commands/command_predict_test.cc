// What predict says about its machine, as a user calls it.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// Two processes that send themselves a message after the other.
constexpr const char* kLoop = R"(
V n 10
V m 2
I T.i     1 T.m
O next.o  A.p[{self}] -t T.m
F first.f NULL NULL next.o SAME
F go.f    T.i  NULL next.o SAME*{n},NULL
U a.fu    first.f go.f
P A.p     {m} a.fu
)";

class Predict : public support::CommandTest {
 protected:
  Predict() { folder_.write("plan.txt", kLoop); }

  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options);
  }
};

bool contains(const support::Finished& finished, const std::string& text) {
  return finished.out.find(text) != std::string::npos;
}

TEST_F(Predict, ProcessesThatShareCoresAreNoted) {
  EXPECT_TRUE(nlohmann::json::parse(predict("--set m=8 --format json").out)["notes"].empty());
  EXPECT_EQ(nlohmann::json::parse(predict("--set m=9 --format json").out)["notes"],
            nlohmann::json({"localhost: 9 processes share 8 cores"}));
  EXPECT_TRUE(contains(predict("--set m=9"), "localhost: 9 processes share 8 cores"));
}

}  // namespace
}  // namespace dps
