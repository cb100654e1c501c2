#include "bench/runs.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>

namespace dps::bench {
namespace {

double figure_of(const nlohmann::json& result, const std::string& process, const char* key) {
  for (const auto& entry : result.at("runs").at(0).at("processes")) {
    if (entry.at("ptag") == process) {
      return entry.at(key);
    }
  }
  return 0;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "dps-bench-XXXXXX";
  path_ = mkdtemp(pattern.data()) == nullptr ? std::string() : pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) {
    std::filesystem::remove_all(path_, ignored);
  }
}

std::string ScratchFolder::write(const std::string& name, const std::string& text) const {
  std::string path = path_ + "/" + name;
  std::ofstream(path) << text;
  return path;
}

std::vector<std::string> dps_command(const std::vector<std::string>& words) {
  std::vector<std::string> command = {DPS_BINARY_DIR "/bin/dps"};
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

std::optional<nlohmann::json> result_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json", "--quiet"});
  const Finished finished = run(dps_command(words));
  auto result = nlohmann::json::parse(finished.out, nullptr, false);
  if (finished.status != 0 || result.is_discarded()) {
    fmt::print(stderr, "dps {}: exit status {}\n", fmt::join(words, " "), finished.status);
    return std::nullopt;
  }
  return result;
}

std::optional<nlohmann::json> run_blueprint(const std::string& path,
                                            const std::vector<std::string>& options) {
  std::vector<std::string> words = {"run", path};
  words.insert(words.end(), options.begin(), options.end());
  return result_of(std::move(words));
}

double real_seconds(const nlohmann::json& result, const std::string& process) {
  return figure_of(result, process, "real_s");
}

double cpu_seconds(const nlohmann::json& result, const std::string& process) {
  return figure_of(result, process, "cpu_s");
}

double makespan_seconds(const nlohmann::json& result) {
  return result.at("runs").at(0).at("makespan_s");
}

std::vector<double> makespans_seconds(const nlohmann::json& result) {
  std::vector<double> makespans;
  for (const auto& run : result.at("runs")) {
    makespans.push_back(run.at("makespan_s").get<double>());
  }
  return makespans;
}

}  // namespace dps::bench
