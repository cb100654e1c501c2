// The cost of requests in a prediction: time with few and with many under way, and memory.
// usage: requests [REQUESTS [RUNS]]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr std::uint64_t kRequests = 2'000'000;
constexpr std::uint64_t kRuns = 3;

constexpr const char* kMachine = R"(
name = "a machine without costs"
[network]
kind = "switch"
bandwidth = "1Tbit/s"
latency = "1us"
[[host]]
name = "h[0-15]"
)";

/// A client sends a front a request every microsecond, which the front sends to three servers; they
/// answer after 1, 2 and 3 units of time, by timers, so that `held` requests are under way until
/// the last answer.
constexpr const char* kService = R"(
V n 1000
V held 10
I Tick.i 1 Tick.m
I Ask.i 1 Ask.m
I Look.i 1 Look.m
I Wait.i 1 Wait.m
I Rows.i EACH 3 Rows.m
I Page.i 1 Page.m
O Tick.o Client.p -t Tick.m -d 1us
O Ask.o Front.p -t Ask.m -b 8 NEW
O Look.o Data.p -t Look.m -b 8
O Wait.o Data.p[{self}] -t Wait.m -d {held*(self+1)/3}us
O Rows.o Front.p -t Rows.m -b 8
O Page.o Client.p -t Page.m -b 8
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i NULL Ask.o,Tick.o SAME*{n-1},rest.u
F page.f Page.i NULL NULL SAME*{n-1},NULL
F late.f Tick.i NULL NULL SAME
F front.f Ask.i NULL Look.o SAME
F rows.f Rows.i NULL Page.o SAME
F look.f Look.i NULL Wait.o SAME
F wait.f Wait.i NULL Rows.o SAME
U client.u start.f tick.f page.f
U rest.u -early late.f page.f
U front.u front.f rows.f
U data.u look.f wait.f
P Client.p 1 client.u rest.u
P Front.p 1 -server front.u
P Data.p 3 -server data.u
)";

struct Measured {
  double cpu_seconds = 0;
  double megabytes = 0;
};

class Service {
 public:
  explicit Service(Limits& limits) : limits_(limits) {
    write("with.txt", "-each", "-new");
    write("without.txt", "", "");
    std::ofstream(folder_.path() / "machine.toml") << kMachine;
  }

  /// The least time and memory of several predictions at level functionality, with ages.
  Measured predict(const std::string& blueprint, std::uint64_t requests, std::uint64_t held,
                   std::uint64_t runs) {
    Measured least;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const Finished finished = bench::run(dps_command(
          {"predict", (folder_.path() / blueprint).string(), "--machine",
           (folder_.path() / "machine.toml").string(), "--level", "functionality", "--format",
           "json", "--set", fmt::format("n={}", requests), "--set", fmt::format("held={}", held)}));
      if (finished.status != 0) {
        limits_.failed(fmt::format("{} with {} requests under way", blueprint, held));
      }
      const double megabytes = static_cast<double>(finished.peak_bytes) / 1e6;
      least.cpu_seconds =
          run == 0 ? finished.cpu_seconds : std::min(least.cpu_seconds, finished.cpu_seconds);
      least.megabytes = run == 0 ? megabytes : std::min(least.megabytes, megabytes);
    }
    return least;
  }

 private:
  void write(const char* name, const std::string& each, const std::string& begins) {
    std::string text = kService;
    text.replace(text.find("EACH"), 4, each);
    text.replace(text.find("NEW"), 3, begins);
    std::ofstream(folder_.path() / name) << text;
  }

  support::ScratchFolder folder_;
  Limits& limits_;
};

int measure(std::uint64_t requests, std::uint64_t runs) {
  Limits limits;
  Service service(limits);
  const Measured without = service.predict("without.txt", requests, 10, runs);
  const Measured few = service.predict("with.txt", requests, 10, runs);
  limits.at_most("a prediction with requests and ages, beside one without, 10 under way",
                 few.cpu_seconds / without.cpu_seconds, 1.5, "times");
  const Measured many_without = service.predict("without.txt", requests, 100'000, runs);
  const Measured many = service.predict("with.txt", requests, 100'000, runs);
  limits.at_most(
      "100,000 under way beside 10, of the time that requests do not take themselves",
      (many.cpu_seconds - many_without.cpu_seconds + without.cpu_seconds) / few.cpu_seconds, 1.3,
      "times");
  limits.with_goal("the same, whole time", many.cpu_seconds / few.cpu_seconds, 1.3, "times");
  constexpr std::uint64_t kHeld = 1'000'000;
  const Measured most_without = service.predict("without.txt", requests, kHeld, 1);
  const Measured most = service.predict("with.txt", requests, kHeld, 1);
  limits.at_most("1,000,000 under way, more memory than without requests",
                 most.megabytes - most_without.megabytes, 200, "MB");
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  try {
    return dps::bench::measure(dps::bench::count_or(argc, argv, 1, dps::bench::kRequests),
                               dps::bench::count_or(argc, argv, 2, dps::bench::kRuns));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "requests: %s\n", error.what());
    return 1;
  }
}
