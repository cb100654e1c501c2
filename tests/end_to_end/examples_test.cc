// Every example runs, ends, and counts what its text says: messages, bytes and firings by hand from
// docs/language.md, summed over clones where the order of arrival decides which clone does what.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#ifndef DPS_RUN_OPTIONS  // other launchers and transports than the usual ones, and a space
#define DPS_RUN_OPTIONS ""
#endif

namespace {

using Json = nlohmann::json;

struct Example {
  const char* name;       ///< of the file in tests/end_to_end/expected
  const char* blueprint;  ///< below examples/
};

void PrintTo(const Example& example, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << example.name;
}

struct Finished {
  int status = -1;
  std::string out;  ///< stdout and stderr
};

/// Runs dps with the arguments, which hold no quotes.
Finished run_dps(const std::string& arguments) {
  const std::string command = std::string("'") + DPS_PROGRAM + "' " + arguments;
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  Finished finished;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return finished;
  }
  char bytes[4096];
  for (std::size_t got = 0; (got = fread(bytes, 1, sizeof bytes, pipe)) > 0;) {
    finished.out.append(bytes, got);
  }
  const int status = pclose(pipe);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

std::string path_of(const Example& example) {
  return std::string("'") + DPS_SOURCE_DIR "/examples/" + example.blueprint + "'";
}

/// "Worker.p[3]" is a clone of "Worker.p".
std::string clones_of(const std::string& process) {
  return process.substr(0, process.rfind('['));
}

/// The counts of a result's only run, in the form of the expected files.
Json counts_of(const Json& result) {
  Json counts = Json::object();
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    Json& group = counts[clones_of(process.at("ptag").get<std::string>())];
    if (group.is_null()) {
      group = {{"triggered", Json::object()}};
    }
    group["processes"] = group.value("processes", 0) + 1;
    for (const char* key : {"msgs_in", "bytes_in", "msgs_out", "bytes_out", "late_msgs"}) {
      group[key] = group.value(key, std::uint64_t{0}) + process.at(key).get<std::uint64_t>();
    }
    EXPECT_EQ(process.at("unclaimed_msgs"), 0) << process.at("ptag");
    for (const Json& unit : process.at("units")) {
      for (const Json& functionality : unit.at("functionalities")) {
        const auto ftag = functionality.at("ftag").get<std::string>();
        const auto times = functionality.at("triggered").get<std::uint64_t>();
        group["triggered"][ftag] = group["triggered"].value(ftag, std::uint64_t{0}) + times;
      }
    }
  }
  // A functionality that a clone lists and never fires says nothing about the group.
  for (Json& group : counts) {
    for (auto entry = group["triggered"].begin(); entry != group["triggered"].end();) {
      entry = *entry == 0 ? group["triggered"].erase(entry) : std::next(entry);
    }
  }
  return counts;
}

class Examples : public testing::TestWithParam<Example> {};

TEST_P(Examples, CountWhatTheirTextSays) {
  const Finished run = run_dps("run " DPS_RUN_OPTIONS + path_of(GetParam()) +
                               " --format json --level functionality 2>/dev/null");
  ASSERT_EQ(run.status, 0);
  const Json result = Json::parse(run.out);
  std::ifstream file(std::string(DPS_SOURCE_DIR "/tests/end_to_end/expected/") + GetParam().name +
                     ".json");
  EXPECT_EQ(result.at("complete"), true);
  EXPECT_EQ(counts_of(result), Json::parse(file));
}

TEST_P(Examples, AreCheckedWithoutAWarning) {
  if (*DPS_RUN_OPTIONS != '\0') {
    GTEST_SKIP() << "how they are run makes no difference";
  }
  const Finished check = run_dps("check " + path_of(GetParam()) + " 2>&1");
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(check.out.find("warning"), std::string::npos) << check.out;
}

INSTANTIATE_TEST_SUITE_P(
    Every, Examples,
    testing::Values(Example{"matrix_multiply_1", "matrix_multiply_1/blueprint.txt"},
                    Example{"matrix_multiply_2", "matrix_multiply_2/blueprint.txt"},
                    Example{"matrix_multiply_2_scaled", "matrix_multiply_2/scaled.txt"},
                    Example{"ring", "ring/blueprint.txt"},
                    Example{"pipeline", "pipeline/blueprint.txt"},
                    Example{"stencil_2d", "stencil_2d/blueprint.txt"},
                    Example{"parallel_sort", "parallel_sort/blueprint.txt"},
                    Example{"parameter_server", "parameter_server/blueprint.txt"},
                    Example{"fan_out_service", "fan_out_service/blueprint.txt"}),
    [](const testing::TestParamInfo<Example>& example) { return std::string(example.param.name); });

}  // namespace
