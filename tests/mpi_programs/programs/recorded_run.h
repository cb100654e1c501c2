/// Runs of small MPI programs by dps run -- COMMAND, for tests.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {

inline std::string program(const std::string& name) {
  return std::string("'") + DPS_MPI_PROGRAMS "/" + name + "'";
}

inline std::string mpirun(int ranks, const std::string& words) {
  return "mpirun --oversubscribe -n " + std::to_string(ranks) + " " + words;
}

inline std::string dps_with(const std::string& words) {
  return std::string("'") + DPS_PROGRAM + "' " + words;
}

/// A run with its saved result.
struct Recorded {
  support::Finished finished;
  nlohmann::json result;

  [[nodiscard]] const nlohmann::json& run() const { return result.at("runs").at(0); }
  [[nodiscard]] std::map<std::string, int> counts() const {
    std::map<std::string, int> counts;
    for (const nlohmann::json& row : run().at("mpi").at("functions")) {
      counts[row.at("function")] = row.at("calls");
    }
    return counts;
  }
  /// The notes without those of other work and of the number of cores, which depend on this host.
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const std::string note : result.at("notes")) {
      if (!note.starts_with("other work used ") && note.find(" ranks share the ") == note.npos) {
        notes.push_back(note);
      }
    }
    return notes;
  }
};

/// Runs the command by `dps run` or `dps predict` (`how`).
inline Recorded record(const std::string& command, const std::string& options = "--quiet",
                       const std::string& how = "run") {
  const support::ScratchFolder folder;
  const std::string path = folder.path() / "result.json";
  Recorded recorded;
  recorded.finished =
      support::run_dps(how + " " + options + " -o '" + path + "' -- " + command + " 2>&1");
  std::ifstream file(path);
  recorded.result = nlohmann::json::parse(file, nullptr, false);
  return recorded;
}

/// Expects that each message that was sent has been received.
inline void expect_balance(const nlohmann::json& run) {
  for (const nlohmann::json& row : run.at("messages")) {
    EXPECT_EQ(row.at("sent"), row.at("taken")) << row;
    EXPECT_EQ(row.at("late"), 0) << row;
  }
}

}  // namespace dps
