/// The memory that a trial needs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dps::rawtiming {

/// The messages of a `stream` trial, sent at once. Source: OSU Micro-Benchmarks, osu_bw.
inline constexpr std::uint64_t kStreamMessages = 64;
/// The neighbours of a process in the grid of the neighbour functions.
inline constexpr std::uint64_t kNeighbours = 4;

/// The elements of the process that needs most.
struct BufferNeeds {
  std::uint64_t send = 0;
  std::uint64_t receive = 0;

  bool operator==(const BufferNeeds&) const = default;
};

/// The needs of a function that dps-rawtiming measures, with p processes and d elements. `uneven`
/// concerns the v-functions.
BufferNeeds buffer_needs(std::string_view function, std::uint64_t p, std::uint64_t d,
                         double uneven);

/// The data of each process of a v-function, of p·d elements together. `uneven` is the sum of |N_i
/// - d| / (2 p d (1 - 1/p)); all other ranks lose equally the elements that rank 0 gains. Source:
/// the unevenness is that of the dissertation.
std::vector<std::uint64_t> uneven_counts(std::uint64_t p, std::uint64_t d, double uneven);

/// The number of repetitions in a trial of a local function with data, each on other buffers, with
/// which the times to read the clock are negligible.
std::uint64_t repetitions_of_copies(std::uint64_t bytes);

}  // namespace dps::rawtiming
