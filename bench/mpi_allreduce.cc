// One allreduce after the other on two ranks of this machine, or on four hosts of a cluster of
// namespaces: the schedules of dps and the operations of the library (-alg native), beside
// MPI_Iallreduce with the same algorithm in C.
// usage: mpi_allreduce [RUNS] | mpi_allreduce --cluster [RUNS]
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/end_to_end/cluster.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

using Json = nlohmann::json;

constexpr const char* kPeer = DPS_BINARY_DIR "/bench/mpi_allreduce_peer";
constexpr double kMost = 1.3;  // times the time of the library

constexpr const char* kBlueprint = R"(
V bytes 8
V operations 10
V native 0
V ranks 2
I Sum.i   1 Sum.m
O Sum.o   W.p -t Sum.m -collective allreduce -b {bytes} -alg {native ? native : recursive_doubling} -p off
F first.f NULL  NULL Sum.o SAME
F next.f  Sum.i NULL Sum.o SAME*{operations-2},end.fu
F end.f   Sum.i NULL NULL  NULL
U w.fu    first.f next.f
U end.fu  -early end.f
P W.p     {ranks} w.fu end.fu
)";

struct Series {
  std::uint64_t bytes;
  std::uint64_t operations;
};

/// The hosts on which dps and the C program run, and the number of ranks.
class Testbed {
 public:
  virtual ~Testbed() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// The output of `dps run` with these words.
  [[nodiscard]] virtual std::optional<Json> run_dps(std::vector<std::string> words) const = 0;
  /// The output of `mpirun` with these words.
  [[nodiscard]] virtual std::optional<std::string> run_mpi(
      std::vector<std::string> words) const = 0;
  /// The path of the blueprint.
  [[nodiscard]] virtual std::string blueprint() const = 0;
};

class ThisMachine final : public Testbed {
 public:
  [[nodiscard]] std::string name() const override { return "one host"; }
  [[nodiscard]] int ranks() const override { return 2; }
  [[nodiscard]] std::optional<Json> run_dps(std::vector<std::string> words) const override {
    const std::string path = std::move(words.front());
    words.erase(words.begin());
    return run_blueprint(path, words);
  }
  [[nodiscard]] std::optional<std::string> run_mpi(std::vector<std::string> words) const override {
    words.insert(words.begin(), {"/usr/bin/mpirun", "--oversubscribe"});
    const Finished finished = run(words);
    return finished.status == 0 ? std::optional(finished.out) : std::nullopt;
  }
  [[nodiscard]] std::string blueprint() const override { return path_; }

 private:
  support::ScratchFolder folder_;
  std::string path_ = folder_.write("allreduce.txt", kBlueprint).string();
};

/// Hosts that share the cores of this machine.
class FourHosts final : public Testbed {
 public:
  explicit FourHosts(end_to_end::Cluster cluster) : cluster_(std::move(cluster)) {}

  [[nodiscard]] std::string name() const override { return "four hosts"; }
  [[nodiscard]] int ranks() const override { return 4; }
  [[nodiscard]] std::optional<Json> run_dps(std::vector<std::string> words) const override {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--hosts", hosts_, "--format", "json", "--quiet"});
    const auto out = output_of(cluster_.dps(std::move(words)));
    return out ? std::optional(Json::parse(*out)) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::string> run_mpi(std::vector<std::string> words) const override {
    words.insert(words.begin(), {"mpirun", "--host", "node1,node2,node3,node4"});
    return output_of(cluster_.on("node1", std::move(words)));
  }
  [[nodiscard]] std::string blueprint() const override { return path_; }

 private:
  [[nodiscard]] static std::optional<std::string> output_of(const std::vector<std::string>& words) {
    const auto finished = end_to_end::Running(words).wait(std::chrono::minutes(5));
    if (finished.status != 0) {
      fmt::print(stderr, "{}", finished.err);
      return std::nullopt;
    }
    return finished.out;
  }

  end_to_end::Cluster cluster_;
  std::string hosts_ = cluster_.write_file("hosts", "node1\nnode2\nnode3\nnode4\n");
  std::string path_ = cluster_.write_file("allreduce.txt", kBlueprint);
};

/// The time of one operation, in seconds.
std::optional<double> through_dps(const Testbed& testbed, const Series& series, bool is_native) {
  const auto result = testbed.run_dps({testbed.blueprint(), "--launcher", "mpi", "--transport",
                                       "mpi", "--set", fmt::format("bytes={}", series.bytes),
                                       "--set", fmt::format("operations={}", series.operations),
                                       "--set", fmt::format("native={}", is_native ? 1 : 0),
                                       "--set", fmt::format("ranks={}", testbed.ranks())});
  return result ? std::optional(real_seconds(*result, "W.p[0]") /
                                static_cast<double>(series.operations))
                : std::nullopt;
}

/// The time of one operation of the C program, in seconds. MPI yields, as under dps without a hosts
/// file.
std::optional<double> by_hand(const Testbed& testbed, const Series& series) {
  const auto out =
      testbed.run_mpi({"--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-n",
                       std::to_string(testbed.ranks()), kPeer, std::to_string(series.bytes),
                       std::to_string(series.operations)});
  return out ? std::optional(std::strtod(out->c_str(), nullptr) /
                             static_cast<double>(series.operations))
             : std::nullopt;
}

void compare(const Testbed& testbed, const Series& series, int runs, Limits& limits) {
  std::vector<double> own;
  std::vector<double> native;
  std::vector<double> theirs;
  const std::string size = size_name(series.bytes) + ", " + testbed.name();
  for (int i = 0; i < runs; ++i) {
    const auto ours = through_dps(testbed, series, false);
    const auto library = through_dps(testbed, series, true);
    const auto c = by_hand(testbed, series);
    if (!ours || !library || !c) {
      return limits.failed("allreduce of " + size);
    }
    own.push_back(*ours);
    native.push_back(*library);
    theirs.push_back(*c);
  }
  fmt::print("{}: MPI_Iallreduce {:.2f} us\n", size, median(theirs) * 1e6);
  limits.at_most("recursive doubling of " + size, ratio_of_medians(own, theirs).value, kMost,
                 "times");
  limits.at_most("-alg native of " + size, ratio_of_medians(native, theirs).value, kMost, "times");
}

}  // namespace

int on_this_machine(int runs) {
  Limits limits;
  const ThisMachine testbed;
  for (const Series& series :
       {Series{8, 100'000}, Series{64 << 10, 10'000}, Series{8 << 20, 200}}) {
    compare(testbed, series, runs, limits);
  }
  return limits.exit_status();
}

int on_cluster(int runs) {
  auto cluster = end_to_end::Cluster::up(
      fmt::format("nodes 4\nshare {0}/bench\nshare {0}/bin\n", DPS_BINARY_DIR));
  if (!cluster) {
    return 1;
  }
  Limits limits;
  const FourHosts testbed(*std::move(cluster));
  for (const Series& series : {Series{8, 5'000}, Series{64 << 10, 1'000}, Series{8 << 20, 20}}) {
    compare(testbed, series, runs, limits);
  }
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("OMPI_MCA_coll_libnbc_iallreduce_algorithm", "4", 1);  // recursive doubling
  const bool is_cluster = argc > 1 && std::strcmp(argv[1], "--cluster") == 0;
  const int runs = argc > 1 + is_cluster ? std::atoi(argv[1 + is_cluster]) : 5;
  return is_cluster ? dps::bench::on_cluster(runs) : dps::bench::on_this_machine(runs);
}
