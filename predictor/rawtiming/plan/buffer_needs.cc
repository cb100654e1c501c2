#include "predictor/rawtiming/plan/buffer_needs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace dps::rawtiming {
namespace {

/// A need in elements: a·d + b·p·d each.
struct Need {
  std::string_view function;
  std::uint64_t send = 1, send_all = 0;
  std::uint64_t receive = 1, receive_all = 0;
};

// Functions without a row: d elements each. The vectors of alltoallw have gaps.
constexpr auto kNeeds = std::to_array<Need>({
    {"stream", 1, 0, kStreamMessages, 0},
    {"pingpong", 1, 0, 0, 0},
    {"allpingpong", 1, 0, 0, 0},
    {"barrier", 0, 0, 0, 0},
    {"bcast", 1, 0, 0, 0},
    {"gather", 1, 0, 0, 1},
    {"allgather", 1, 0, 0, 1},
    {"scatter", 0, 1, 1, 0},
    {"alltoall", 0, 1, 0, 1},
    {"alltoallw", 0, 2, 0, 2},
    {"reduce_scatter", 0, 1, 1, 0},
    {"reduce_scatter_block", 0, 1, 1, 0},
    {"neighbor_allgather", 1, 0, kNeighbours, 0},
    {"neighbor_alltoall", kNeighbours, 0, kNeighbours, 0},
    {"ibarrier", 0, 0, 0, 0},
    {"ibcast", 1, 0, 0, 0},
    {"iallgather", 1, 0, 0, 1},
    {"ialltoall", 0, 1, 0, 1},
});

/// The name without the measured part of a non-blocking collective: "ibcast" for "ibcast1".
std::string_view stem(std::string_view function) {
  for (const std::string_view end : {"overlap", "1", "2"}) {
    if (function.ends_with(end)) {
      return function.substr(0, function.size() - end.size());
    }
  }
  return function;
}

}  // namespace

BufferNeeds buffer_needs(std::string_view function, std::uint64_t p, std::uint64_t d,
                         double uneven) {
  const std::uint64_t largest = uneven_counts(p, d, uneven).front();
  if (function == "gatherv" || function == "allgatherv") {
    return {largest, p * d};
  }
  if (function == "scatterv") {
    return {p * d, largest};
  }
  if (function == "alltoallv") {
    return {p * d, p * largest};
  }
  const auto* const row = std::find_if(kNeeds.begin(), kNeeds.end(), [&](const Need& need) {
    return need.function == stem(function);
  });
  const Need need = row == kNeeds.end() ? Need{} : *row;
  return {(need.send + need.send_all * p) * d, (need.receive + need.receive_all * p) * d};
}

std::vector<std::uint64_t> uneven_counts(std::uint64_t p, std::uint64_t d, double uneven) {
  const auto others =
      static_cast<std::uint64_t>(std::llround(static_cast<double>(d) * (1 - uneven)));
  std::vector<std::uint64_t> counts(p, others);
  counts.front() = p * d - (p - 1) * others;
  return counts;
}

std::uint64_t repetitions_of_copies(std::uint64_t bytes) {
  constexpr std::uint64_t kEnough = 65536;
  constexpr std::uint64_t kMost = 256;
  return std::clamp<std::uint64_t>(kEnough / std::max<std::uint64_t>(bytes, 1), 1, kMost);
}

}  // namespace dps::rawtiming
