// Figure 10 over a cluster of namespaces: node1 has the Master, and each of node2 … a worker.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/figure10_sides.h"
#include "bench/runs.h"
#include "tests/end_to_end/cluster.h"

namespace dps::bench {
namespace {

using end_to_end::Cluster;
using end_to_end::Running;
using std::chrono::seconds;

constexpr seconds kTimeout(300);
constexpr const char* kPrograms = DPS_BINARY_DIR "/examples/";

std::string worker_host(int worker) {
  return fmt::format("node{}", worker + 2);
}

/// scaled.txt with T lines for the hosts of the processes. Over MPI its messages are not packed, as
/// in the hand-written program and as by MPI itself between hosts of the same architecture.
std::string blueprint_for(int workers, const std::string& over) {
  std::ifstream in(DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt");
  std::ostringstream text;
  for (std::string line; std::getline(in, line);) {
    text << line << (over == "mpi" && line.starts_with("O ") ? " -p off\n" : "\n");
  }
  text << "T Master.p[0] M NAME = node1\n";
  for (int i = 0; i < workers; ++i) {
    text << fmt::format("T Worker.p[{}] W{} NAME = {}\n", i, i, worker_host(i));
  }
  return text.str();
}

/// The hosts of a run, each followed by `separator`. Their numbers of cores are not specified, so
/// that MPI yields on both sides: the hosts share the cores of this machine.
std::string hosts_for(int workers, const char* separator) {
  std::string hosts = std::string("node1") + separator;
  for (int i = 0; i < workers; ++i) {
    hosts += worker_host(i) + separator;
  }
  return hosts;
}

class OnHosts final : public ClusterSides {
 public:
  OnHosts(Cluster cluster, std::string over)
      : cluster_(std::move(cluster)), over_(std::move(over)) {}
  OnHosts(const OnHosts&) = delete;
  OnHosts& operator=(const OnHosts&) = delete;
  ~OnHosts() override {
    if (daemon_) {
      shell("echo halt | pvm");
    }
  }

  /// The PVM that both sides use.
  bool start_pvm(int workers) {
    daemon_ = std::make_unique<Running>(cluster_.on("node1", {"pvmd"}));
    return end_to_end::eventually(seconds(10), [&] { return !daemon_->out().empty(); }) &&
           shell("echo add " + hosts_for(workers, " ").substr(std::strlen("node1")) + " | pvm")
                   .status == 0;
  }

  [[nodiscard]] Sides sides() const override {
    return {[this](int workers, int size) { return run_dps(workers, size); },
            [this](int workers, int size) { return run_by_hand(workers, size); }};
  }

 private:
  Running::Finished shell(const std::string& command) const {
    return Running(cluster_.on("node1", {"sh", "-c", command})).wait(kTimeout);
  }

  [[nodiscard]] std::optional<double> run_dps(int workers, int size) const {
    const std::string launcher = over_ == "tcp" ? "ssh" : over_;
    const auto finished =
        Running(
            cluster_.dps({"run", cluster_.write_file("scaled.txt", blueprint_for(workers, over_)),
                          "--hosts", cluster_.write_file("hosts", hosts_for(workers, "\n")),
                          "--launcher", launcher, "--transport", over_, "--set",
                          fmt::format("workers={}", workers), "--set", fmt::format("n={}", size),
                          "--format", "json", "--quiet"}))
            .wait(kTimeout);
    const auto result = nlohmann::json::parse(finished.out, nullptr, false);
    if (finished.status != 0 || result.is_discarded()) {
      fmt::print(stderr, "{}", finished.err);
      return std::nullopt;
    }
    return real_seconds(result, "Master.p[0]");
  }

  /// The shell command to run on node1.
  [[nodiscard]] std::string by_hand(int workers, int size) const {
    if (over_ == "mpi") {
      return fmt::format("mpirun --bind-to none --host {} -n {} {}matrix_multiply_2_mpi {}",
                         hosts_for(workers, ","), workers + 1, kPrograms, size);
    }
    if (over_ == "pvm") {
      return fmt::format("{}matrix_multiply_2_pvm {} {}", kPrograms, workers, size);
    }
    const std::string place = cluster_.address_of("node1") + ":5000";
    std::string command;
    for (int i = 0; i < workers; ++i) {
      command += fmt::format("ssh {} {}matrix_multiply_2_real --worker {} & ", worker_host(i),
                             kPrograms, place);
    }
    return command +
           fmt::format("{}matrix_multiply_2_real --workers {} --size {} --master {}; wait",
                       kPrograms, workers, size, place);
  }

  [[nodiscard]] std::optional<double> run_by_hand(int workers, int size) const {
    const auto finished = shell(by_hand(workers, size));
    char* end = nullptr;
    const double figure = std::strtod(finished.out.c_str(), &end);
    if (finished.status != 0 || end == finished.out.c_str()) {
      fmt::print(stderr, "{}", finished.err);
      return std::nullopt;
    }
    return figure;
  }

  Cluster cluster_;
  std::string over_;
  std::unique_ptr<Running> daemon_;  ///< the daemon of PVM
};

}  // namespace

std::unique_ptr<ClusterSides> ClusterSides::up(const std::string& over, int most_workers) {
  auto cluster =
      Cluster::up(fmt::format("nodes {}\nshare {}/examples\n", most_workers + 1, DPS_BINARY_DIR));
  if (!cluster) {
    return nullptr;
  }
  auto sides = std::make_unique<OnHosts>(*std::move(cluster), over);
  if (over == "pvm" && !sides->start_pvm(most_workers)) {
    std::fputs("figure10: PVM does not come up on the hosts\n", stderr);
    return nullptr;
  }
  return sides;
}

}  // namespace dps::bench
