// Predictions of queues beside their closed forms: times that are averaged over ten seeds.
// usage: queues [REQUESTS [SEEDS]]
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/runs.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr std::uint64_t kRequests = 10'000'000;
constexpr std::uint64_t kSeeds = 10;
constexpr double kService = 1e-3;  // seconds, the mean

/// Nothing but the requests' queue takes time.
constexpr const char* kMachine = R"(
name = "a machine without costs"
[network]
kind = "switch"
bandwidth = "1Tbit/s"
latency = "0s"
[[host]]
name = "h[0-1]"
)";

constexpr const char* kServer = R"(
V load 0.5
V n 1000
I Tick.i 1 Tick.m
I Job.i 1 Job.m
C Serve.c compute {exponential(1)}ms
O Tick.o Client.p -t Tick.m -d {exponential(1/load)}ms
O Job.o Server.p -t Job.m -b 1
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i NULL Job.o,Tick.o SAME*{n-2},last.u
F last.f Tick.i NULL Job.o NULL
F serve.f Job.i Serve.c NULL SAME
U client.u start.f tick.f
U last.u -early last.f
U server.u serve.f
P Client.p 1 client.u last.u
P Server.p 1 -server server.u
)";

/// A figure of a distribution of times; `quantile` is above 1 for the mean.
struct Figure {
  const char* name;
  const char* key;
  double quantile;
  double most_error;
};

constexpr std::array kFigures{Figure{"mean", "mean_s", 2, 0.02}, Figure{"p50", "p50_s", 0.5, 0.02},
                              Figure{"p99", "p99_s", 0.99, 0.02},
                              Figure{"p99.9", "p999_s", 0.999, 0.04}};

/// The time that a request waits for the server of an M/M/1 queue. Source: Kleinrock, Queueing
/// Systems I (1975), 3.2 and 5.12: P(wait > t) = load · exp(-(1 - load) t / service).
double wait_of(double load, const Figure& figure) {
  if (figure.quantile > 1) {
    return load / (1 - load) * kService;
  }
  return std::max(0.0, std::log(load / (1 - figure.quantile)) / (1 - load) * kService);
}

std::vector<std::string> words_of(const std::string& blueprint, const std::string& machine,
                                  double load, std::uint64_t requests, std::uint64_t seed) {
  return {"predict",   blueprint,
          "--machine", machine,
          "--level",   "functionality",
          "--set",     fmt::format("load={}", load),
          "--set",     fmt::format("n={}", requests),
          "--seed",    std::to_string(seed)};
}

void compare(double load, const support::ScratchFolder& folder, std::uint64_t requests,
             std::uint64_t seeds, Limits& limits) {
  std::array<double, kFigures.size()> sums{};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto result =
        result_of(words_of((folder.path() / "queue.txt").string(),
                           (folder.path() / "queue.toml").string(), load, requests, seed));
    if (!result) {
      limits.failed(fmt::format("M/M/1 at {}", load));
      return;
    }
    const auto& waits = result->at("runs").at(0).at("latencies").at("messages").at(0).at("total");
    for (std::size_t i = 0; i < kFigures.size(); ++i) {
      sums[i] += waits.at(kFigures[i].key).get<double>();
    }
  }
  for (std::size_t i = 0; i < kFigures.size(); ++i) {
    const double expected = wait_of(load, kFigures[i]);
    const double predicted = sums[i] / static_cast<double>(seeds);
    if (expected > 0) {
      limits.at_most(fmt::format("M/M/1 at {}, {}: {:.4g} ms, expected {:.4g}", load,
                                 kFigures[i].name, predicted * 1e3, expected * 1e3),
                     std::abs(predicted / expected - 1), kFigures[i].most_error, "");
    }
  }
}

int measure(std::uint64_t requests, std::uint64_t seeds) {
  const support::ScratchFolder folder;
  std::ofstream(folder.path() / "queue.txt") << kServer;
  std::ofstream(folder.path() / "queue.toml") << kMachine;
  Limits limits;
  for (const double load : {0.5, 0.8, 0.9}) {
    compare(load, folder, requests, seeds, limits);
  }
  return limits.exit_status();
}

std::uint64_t count_or(int argc, char** argv, int index, std::uint64_t otherwise) {
  const std::uint64_t count = argc > index ? std::strtoull(argv[index], nullptr, 10) : 0;
  return count > 0 ? count : otherwise;
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  try {
    return dps::bench::measure(dps::bench::count_or(argc, argv, 1, dps::bench::kRequests),
                               dps::bench::count_or(argc, argv, 2, dps::bench::kSeeds));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "queues: %s\n", error.what());
    return 1;
  }
}
