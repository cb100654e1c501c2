#include "predictor/rawtiming/mpi/clock_table.h"

#include <algorithm>
#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "base/clocks/tree.h"
#include "base/printable.h"
#include "predictor/rawtiming/mpi/clock.h"

namespace dps::rawtiming {
namespace {

using clocks::Burst;
using clocks::ClockLine;
using clocks::Exchange;
using clocks::Reading;

constexpr int kPingTag = 11;
constexpr int kBurstTag = 12;
constexpr int kExchanges = 100;
constexpr int kAttempts = 3;

void sleep_for(Reading nanoseconds) {
  const timespec time{nanoseconds / kOneSecond, nanoseconds % kOneSecond};
  nanosleep(&time, nullptr);
}

void serve_burst(MPI_Comm group, int reference) {
  for (int i = 0; i < kExchanges; ++i) {
    MPI_Recv(nullptr, 0, MPI_BYTE, reference, kPingTag, group, MPI_STATUS_IGNORE);
    const Reading read = now();
    MPI_Send(&read, 1, MPI_INT64_T, reference, kPingTag, group);
  }
}

std::optional<Burst> take_burst(MPI_Comm group, int client) {
  std::vector<Exchange> exchanges(kExchanges);
  for (Exchange& exchange : exchanges) {
    exchange.sent = now();
    MPI_Send(nullptr, 0, MPI_BYTE, client, kPingTag, group);
    MPI_Recv(&exchange.read, 1, MPI_INT64_T, client, kPingTag, group, MPI_STATUS_IGNORE);
    exchange.received = now();
  }
  return clocks::measure_offset(exchanges);
}

/// True if another attempt follows. Both sides call it.
bool is_repeated(MPI_Comm group, int client, const std::optional<Burst>& burst, int attempt) {
  int again = !burst && attempt < kAttempts ? 1 : 0;
  MPI_Send(&again, 1, MPI_INT, client, kPingTag, group);
  return again != 0;
}
bool is_repeated(MPI_Comm group, int reference) {
  int again = 0;
  MPI_Recv(&again, 1, MPI_INT, reference, kPingTag, group, MPI_STATUS_IGNORE);
  return again != 0;
}

/// A burst that could not be measured.
constexpr Burst kNone{0, 0, 0, -1};

}  // namespace

ClockTable::ClockTable(const World& world)
    : world_(world),
      clock_(world.clock_of_rank[static_cast<std::size_t>(world.rank)]),
      lines_(world.clock_leaders.size()),
      bursts_(world.clock_leaders.size()) {}

void ClockTable::measure_pairs(int bursts) {
  constexpr Reading kPause = kOneSecond / 10;
  const auto self = static_cast<std::uint32_t>(world_.rank);
  for (const auto& round : clocks::tree_rounds(world_.clock_leaders.size())) {
    for (const clocks::TreePair& pair : round) {
      const std::uint32_t client = world_.clock_leaders[pair.client];
      const std::uint32_t reference = world_.clock_leaders[pair.reference];
      for (int i = 0; i < bursts && (self == client || self == reference); ++i) {
        if (self == client) {
          do {
            serve_burst(world_.control, static_cast<int>(reference));
          } while (is_repeated(world_.control, static_cast<int>(reference)));
          continue;
        }
        if (i > 0) {
          sleep_for(kPause);
        }
        int attempt = 0;
        std::optional<Burst> burst;
        do {
          burst = take_burst(world_.control, static_cast<int>(client));
        } while (is_repeated(world_.control, static_cast<int>(client), burst, ++attempt));
        measured_.push_back(burst.value_or(kNone));
        measured_clients_.push_back(static_cast<std::uint32_t>(pair.client));
      }
    }
  }
}

/// Returns the name of a host whose clock cannot be measured, or "".
std::string ClockTable::fit() {
  constexpr Reading kWindow = 60 * kOneSecond;
  for (std::size_t clock = 1; clock < bursts_.size(); ++clock) {
    auto& bursts = bursts_[clock];
    if (std::any_of(bursts.begin(), bursts.end(),
                    [](const Burst& burst) { return burst.uncertainty < 0; })) {
      return world_.host_name(world_.clock_leaders[clock]);
    }
    const Reading last = bursts.back().at;
    const auto begin = std::find_if(bursts.begin(), bursts.end(),
                                    [&](const Burst& burst) { return last - burst.at <= kWindow; });
    bursts.erase(bursts.begin(), std::min(begin, bursts.end() - 2));
    lines_[clock] = clocks::compose(clocks::fit_line(bursts), lines_[clocks::reference_of(clock)]);
  }
  return "";
}

Result<void> ClockTable::measure(int bursts) {
  if (is_one_clock()) {
    return {};
  }
  measured_.clear();
  measured_clients_.clear();
  measure_pairs(bursts);
  std::string host;
  if (world_.rank == 0) {
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      bursts_[measured_clients_[i]].push_back(measured_[i]);
    }
    for (std::size_t clock = 1; clock < bursts_.size(); ++clock) {
      const std::size_t reference = clocks::reference_of(clock);
      if (reference == 0) {
        continue;
      }
      std::vector<Burst> received(static_cast<std::size_t>(bursts));
      MPI_Recv(received.data(), static_cast<int>(received.size() * sizeof(Burst)), MPI_BYTE,
               static_cast<int>(world_.clock_leaders[reference]), kBurstTag, world_.control,
               MPI_STATUS_IGNORE);
      bursts_[clock].insert(bursts_[clock].end(), received.begin(), received.end());
    }
    host = fit();
  } else {
    // Rank 0 receives them in the order of clients, which is that of the rounds for one reference.
    for (std::size_t i = 0; i < measured_.size(); i += static_cast<std::size_t>(bursts)) {
      MPI_Send(&measured_[i], bursts * static_cast<int>(sizeof(Burst)), MPI_BYTE, 0, kBurstTag,
               world_.control);
    }
  }
  MPI_Bcast(lines_.data(), static_cast<int>(lines_.size() * sizeof(ClockLine)), MPI_BYTE, 0,
            world_.control);
  if (!host.empty()) {
    return failure(ErrorCode::kSystem,
                   fmt::format("the clock of host '{}' cannot be compared with others: it jumps; "
                               "use --sync barrier",
                               printable(host)));
  }
  return {};
}

}  // namespace dps::rawtiming
