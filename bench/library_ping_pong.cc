// Half round trips in complete runs of dps over MPI or PVM, compared with a C program, on this
// machine and in turns. usage: library_ping_pong mpi|pvm [RUNS [BYTES]]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "tests/support/private_pvm.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

/// A transport and route that is compared.
struct Way {
  std::string name;
  std::string flags;              ///< flags of the blueprint's outputs
  std::vector<std::string> peer;  ///< words of the C program's command before BYTES ROUNDS
  std::vector<std::string> more;  ///< and after them
};

struct Exchange {
  std::uint64_t bytes;
  int rounds;
};

/// The variants over MPI. Without a hosts file, the number of cores is unknown to dps, so MPI
/// yields (mpi_yield_when_idle); the C program does the same. Neither packs.
std::vector<Way> ways_of_mpi() {
  const std::string peer = DPS_BINARY_DIR "/bench/mpi_ping_pong_peer";
  return {{"mpi",
           "-p off",
           {"/usr/bin/mpirun", "--oversubscribe", "--bind-to", "none", "--mca",
            "mpi_yield_when_idle", "1", "-n", "2", peer},
           {}}};
}

std::vector<Way> ways_of_pvm() {
  const std::string peer = DPS_BINARY_DIR "/bench/pvm_ping_pong_peer";
  return {{"pvm, daemons", "-X Pvmd", {peer}, {"daemon", "xdr"}},
          {"pvm, direct", "-X TCP", {peer}, {"direct", "xdr"}}};
}

/// The time of half a round trip through dps, in nanoseconds.
std::optional<double> through_dps(const std::string& blueprint, const std::string& library,
                                  const Exchange& exchange) {
  const auto result = run_blueprint(blueprint, {"--launcher", library, "--transport", library,
                                                "--set", fmt::format("rounds={}", exchange.rounds),
                                                "--set", fmt::format("bytes={}", exchange.bytes)});
  if (!result) {
    return std::nullopt;
  }
  return real_seconds(*result, "Ping.p[0]") * 1e9 / 2 / exchange.rounds;
}

std::optional<double> by_hand(const Way& way, const Exchange& exchange) {
  std::vector<std::string> words = way.peer;
  words.push_back(std::to_string(exchange.bytes));
  words.push_back(std::to_string(exchange.rounds));
  words.insert(words.end(), way.more.begin(), way.more.end());
  const Finished finished = run(words);
  const auto blank = finished.out.find(' ');
  if (finished.status != 0 || blank == std::string::npos) {
    return std::nullopt;
  }
  return std::strtod(finished.out.c_str() + blank, nullptr);
}

void compare(const std::string& library, const Way& way, const Exchange& exchange, int runs,
             Limits& limits) {
  const support::ScratchFolder folder;
  const std::string blueprint = folder.write("ping_pong.txt", ping_pong_blueprint(way.flags));
  const std::string what = way.name + ", " + size_name(exchange.bytes);
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < runs; ++i) {
    const auto one = through_dps(blueprint, library, exchange);
    const auto other = by_hand(way, exchange);
    if (!one || !other) {
      return limits.failed(what);
    }
    ours.push_back(*one);
    theirs.push_back(*other);
  }
  compare_half_round_trips(what, ours, theirs, limits);
}

}  // namespace

int library_ping_pong(const std::string& library, int runs, std::uint64_t only) {
  const bool is_mpi = library == "mpi";
  const auto pvm = is_mpi ? nullptr : std::make_unique<support::PrivatePvm>();
  Limits limits;
  for (const Way& way : is_mpi ? ways_of_mpi() : ways_of_pvm()) {
    const int scale = is_mpi ? 20 : 1;
    for (const Exchange& exchange : {Exchange{1, 5000 * scale}, Exchange{64 << 10, 500 * scale},
                                     Exchange{1 << 20, 50 * scale}}) {
      if (only == 0 || only == exchange.bytes) {
        compare(library, way, exchange, runs, limits);
      }
    }
  }
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const std::string library = argc > 1 ? argv[1] : "";
  if (library != "mpi" && library != "pvm") {
    std::fputs("usage: library_ping_pong mpi|pvm [RUNS [BYTES]]\n", stderr);
    return 2;
  }
  const int runs = argc > 2 ? std::atoi(argv[2]) : 11;
  const std::uint64_t only = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  return dps::bench::library_ping_pong(library, runs < 1 ? 1 : runs, only);
}
