#include "userfuncs/call.h"

#include <filesystem>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"
#include "userfuncs/functions.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

class CallOfALibrary : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"sample_library.so", "sample_throwing.so"}) {
      fs::copy_file(fs::path(DPS_SAMPLE_FOLDER) / name, folder_.path() / name);
      fs::permissions(folder_.path() / name, fs::perms(0755));
      ASSERT_TRUE(functions_.load(folder_.path() / name));
    }
    library_ = ::dlopen((folder_.path() / "sample_library.so").c_str(), RTLD_NOW);
    ASSERT_NE(library_, nullptr);
  }
  void TearDown() override { ::dlclose(library_); }

  Result<void> run(const char* name, const FiringMessage& message = {}) {
    return UserCall(*functions_.find(name), arguments_, caller_).run(message);
  }

  support::ScratchFolder folder_;
  Functions functions_;
  void* library_ = nullptr;
  Caller caller_{"Worker.p[2]", 2, 4};
  std::vector<std::string> arguments_;
};

TEST_F(CallOfALibrary, RunsAPlainFunction) {
  const auto* calls = static_cast<int*>(::dlsym(library_, "sample_plain_calls"));
  const int before = *calls;
  ASSERT_TRUE(run("plain"));
  EXPECT_EQ(*calls, before + 1);
}

TEST_F(CallOfALibrary, PassesArgumentsProcessAndMessage) {
  arguments_ = {"10", "two words", ""};
  ASSERT_TRUE(run("tell", {"Pair.m", "Master.p[0]", 24}));
  EXPECT_STREQ(static_cast<char*>(::dlsym(library_, "sample_seen")),
               "Worker.p[2] 2/4 Pair.m Master.p[0] 24 [10] [two words] []");
}

TEST_F(CallOfALibrary, PassesNullIfNoMessageFiredTheCall) {
  ASSERT_TRUE(run("tell"));
  EXPECT_STREQ(static_cast<char*>(::dlsym(library_, "sample_seen")), "Worker.p[2] 2/4 - - 0");
}

TEST_F(CallOfALibrary, FailsWithTheFirstReasonOfTheFunction) {
  const auto failed = run("refuse");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "function 'refuse' failed: no such\\x09matrix");
}

TEST_F(CallOfALibrary, FailsWithTheTextOfAnException) {
  const auto failed = run("throw_error");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "function 'throw_error' threw an exception: singular matrix");
}

TEST_F(CallOfALibrary, FailsWhenAnythingElseIsThrown) {
  const auto failed = run("throw_number");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "function 'throw_number' threw something that is not a std::exception");
}

/// A call of a built-in function, and whether it accepts its arguments.
struct BuiltInCase {
  const char* function;
  std::vector<std::string> arguments;
  bool content;
};

TEST(BuiltInFunction, AcceptsOnlyValidArguments) {
  const Functions functions;
  const Caller caller{"Only.p[0]", 0, 1};
  const std::vector<BuiltInCase> cases = {
      {"mult_vectors", {}, true},          {"mult_vectors", {"1000"}, true},
      {"mult_vectors", {"0"}, false},      {"multiply_vectors", {"3"}, true},
      {"touch_memory", {"4096"}, true},    {"touch_memory", {"65", "3"}, true},
      {"touch_memory", {}, false},         {"touch_memory", {"many"}, false},
      {"touch_memory", {"1", "-1"}, false}};
  for (const BuiltInCase& one : cases) {
    const UserCall call(*functions.find(one.function), one.arguments, caller);
    EXPECT_EQ(call.run({}).has_value(), one.content) << one.function;
  }
}

}  // namespace
}  // namespace dps::userfuncs
