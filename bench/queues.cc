// Predictions of queues beside their closed forms: response times that are averaged over ten seeds.
// usage: queues [REQUESTS [SEEDS]]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/runs.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr std::uint64_t kRequests = 10'000'000;       // requests to an M/M/1 queue
constexpr std::uint64_t kRequestsOfMany = 2'000'000;  // requests to a queue with several servers
constexpr std::uint64_t kSeeds = 10;
constexpr double kServiceMs = 1;

/// A machine on which only the requests' queue takes time.
constexpr const char* kMachine = R"(
name = "a machine without costs"
[network]
kind = "switch"
bandwidth = "1Tbit/s"
latency = "0s"
[[host]]
name = "h[0-15]"
)";

/// Open-loop requests to servers, each with a core; `load` is that of each server.
constexpr const char* kServers = R"(
V load 0.5
V n 1000
V servers 1
I Tick.i 1 Tick.m
I Job.i 1 Job.m
I Done.i 1 Done.m
C Serve.c compute {exponential(1)}ms
O Tick.o Client.p -t Tick.m -d {exponential(1/(servers*load))}ms
O Job.o Server.p -t Job.m -b 1 -new CONTROL
O Done.o ORIGIN -t Done.m -b 1
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i NULL Job.o,Tick.o SAME
F done.f Done.i NULL NULL SAME*{n-1},NULL
F serve.f Job.i Serve.c Done.o SAME
U client.u start.f tick.f done.f
U server.u serve.f
P Client.p 1 client.u
P Server.p {servers} -server server.u
)";

/// The response time of a queue, in units of the mean service time.
struct Law {
  double mean;
  std::function<double(double share)> quantile;
};

Law exponential(double rate) {
  return {1 / rate, [rate](double share) { return -std::log(1 - share) / rate; }};
}

/// Source: Kleinrock, Queueing Systems I (1975), 3.2.
Law one_server(double load) {
  return exponential(1 - load);
}

/// The law for one of `servers` whose queues get every `servers`-th request in turn: E_c/M/1. The
/// share of requests that find the server busy is the root of the equation below 1. Source:
/// Kleinrock, Queueing Systems I (1975), 6.4.
Law in_turn(double load, double servers) {
  double busy = load;
  for (int i = 0; i < 1000; ++i) {
    busy = std::pow(servers * load / (servers * load + 1 - busy), servers);
  }
  return exponential(1 - busy);
}

/// A queue with several servers, M/M/c: a request waits with the probability of Erlang's C formula,
/// and then exponentially long. Source: Kleinrock, Queueing Systems I (1975), 3.5.
Law many_servers(double load, int servers) {
  const double offered = servers * load;
  double blocking = 1;  // Erlang's B formula, by its recursion
  for (int i = 1; i <= servers; ++i) {
    blocking = offered * blocking / (i + offered * blocking);
  }
  const double waits = blocking / (1 - load * (1 - blocking));
  const double rate = servers - offered;  // the rate of the exponential distribution of the wait
  const auto longer = [waits, rate](double time) {
    const double waited = (rate * std::exp(-time) - std::exp(-rate * time)) / (rate - 1);
    return (1 - waits) * std::exp(-time) + waits * waited;
  };
  return {1 + waits / rate, [longer](double share) {
            double low = 0;
            double high = 1000;
            for (int i = 0; i < 100; ++i) {
              const double middle = (low + high) / 2;
              (longer(middle) > 1 - share ? low : high) = middle;
            }
            return low;
          }};
}

/// A figure of the distribution of response times.
struct Figure {
  const char* name;
  const char* key;
  double share;  ///< above 1: the mean
  double most_error;
};

struct Queue {
  std::string name;
  double load;
  Law law;
  double most_error;       ///< the largest error of mean, p50 and p99
  double most_error_p999;  ///< 0: no limit
  int servers = 1;
  const char* control = "";  ///< -pick and -window of the client
};

std::array<Figure, 4> figures_of(const Queue& queue) {
  return {Figure{"mean", "mean_s", 2, queue.most_error},
          {"p50", "p50_s", 0.5, queue.most_error},
          {"p99", "p99_s", 0.99, queue.most_error},
          {"p99.9", "p999_s", 0.999, queue.most_error_p999}};
}

/// The ages at done.f for this seed. Returns null, after printing the error, if the prediction
/// fails.
nlohmann::json ages_of(const Queue& queue, const support::ScratchFolder& folder,
                       std::uint64_t requests, std::uint64_t seed) {
  const auto result = result_of(
      {"predict", (folder.path() / "queue.txt").string(), "--machine",
       (folder.path() / "queue.toml").string(), "--level", "functionality", "--set",
       fmt::format("load={}", queue.load), "--set", fmt::format("n={}", requests), "--set",
       fmt::format("servers={}", queue.servers), "--seed", std::to_string(seed)});
  if (result) {
    for (const auto& row : result->at("runs").at(0).at("latencies").at("requests")) {
      if (row.at("ftag") == "done.f") {
        return row.at("age");
      }
    }
  }
  return nullptr;
}

void compare(const Queue& queue, std::uint64_t requests, std::uint64_t seeds, Limits& limits) {
  const support::ScratchFolder folder;
  std::string text = kServers;
  const std::string place = "CONTROL";
  text.replace(text.find(place), place.size(), queue.control);
  std::ofstream(folder.path() / "queue.txt") << text;
  std::ofstream(folder.path() / "queue.toml") << kMachine;
  const auto figures = figures_of(queue);
  std::array<double, figures.size()> sums{};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto ages = ages_of(queue, folder, requests, seed);
    if (ages.is_null()) {
      limits.failed(queue.name);
      return;
    }
    for (std::size_t i = 0; i < figures.size(); ++i) {
      sums[i] += ages.at(figures[i].key).get<double>();
    }
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    const double expected = figure.share > 1 ? queue.law.mean : queue.law.quantile(figure.share);
    const double predicted = sums[i] / static_cast<double>(seeds) * 1e3 / kServiceMs;
    if (figure.most_error > 0) {
      limits.at_most(fmt::format("{} at {}, {}: {:.4g} ms, expected {:.4g}", queue.name, queue.load,
                                 figure.name, predicted, expected),
                     std::abs(predicted / expected - 1), figure.most_error, "");
    }
  }
}

int measure(std::uint64_t requests, std::uint64_t seeds) {
  Limits limits;
  for (const double load : {0.5, 0.8, 0.9}) {
    compare({"M/M/1", load, one_server(load), 0.02, 0.04}, requests, seeds, limits);
  }
  const std::uint64_t of_many = std::min(requests, kRequestsOfMany);
  constexpr double kLoad = 0.9;
  constexpr double kError = 0.03;
  compare({"4 x M/M/1 by -pick random", kLoad, one_server(kLoad), kError, 0, 4, "-pick random"},
          of_many, seeds, limits);
  compare({"4 x E_4/M/1 by -pick round_robin", kLoad, in_turn(kLoad, 4), kError, 0, 4,
           "-pick round_robin"},
          of_many, seeds, limits);
  for (const int servers : {3, 8}) {
    compare({fmt::format("M/M/{} by -pick least -window 1", servers), kLoad,
             many_servers(kLoad, servers), kError, 0, servers, "-pick least -window 1"},
            of_many, seeds, limits);
  }
  return limits.exit_status();
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
