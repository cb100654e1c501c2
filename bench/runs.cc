#include "bench/runs.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace dps::bench {
namespace {

constexpr const char* kPingPong = R"(
V rounds 1000
V bytes 1
I Ball.i 1 Ball.m
O Serve.o Pong.p[0] -t Ball.m -b {bytes} FLAGS
O Back.o ACK -t Ball.m -b {bytes} FLAGS
F serve.f NULL NULL Serve.o SAME
F ping.f Ball.i NULL Back.o SAME*{rounds-2},last.u
F last.f Ball.i NULL NULL NULL
F pong.f Ball.i NULL Back.o SAME*{rounds-1},NULL
U ping.u serve.f ping.f
U last.u last.f
U pong.u pong.f
P Ping.p 1 ping.u last.u
P Pong.p 1 pong.u
)";

constexpr const char* kStream = R"(
V messages 1000
V bytes 1
I All.i {messages} Drop.m
O Drop.o Sink.p -t Drop.m -b {bytes} -n {messages} FLAGS
F send.f NULL NULL Drop.o NULL
F all.f All.i NULL NULL NULL
U send.u send.f
U sink.u all.f
P Source.p 1 send.u
P Sink.p 1 sink.u
)";

std::string with_flags(std::string blueprint, const std::string& flags) {
  constexpr std::string_view kPlace = "FLAGS";
  for (auto at = blueprint.find(kPlace); at != std::string::npos; at = blueprint.find(kPlace)) {
    blueprint.replace(at, kPlace.size(), flags);
  }
  return blueprint;
}

double figure_of(const nlohmann::json& result, const std::string& process, const char* key) {
  for (const auto& entry : result.at("runs").at(0).at("processes")) {
    if (entry.at("ptag") == process) {
      return entry.at(key);
    }
  }
  return 0;
}

}  // namespace

std::string ping_pong_blueprint(const std::string& flags) {
  return with_flags(kPingPong, flags);
}

std::string stream_blueprint(const std::string& flags) {
  return with_flags(kStream, flags);
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

std::uint64_t count_or(int argc, char** argv, int index, std::uint64_t otherwise) {
  const std::uint64_t count = argc > index ? std::strtoull(argv[index], nullptr, 10) : 0;
  return count > 0 ? count : otherwise;
}

}  // namespace dps::bench
