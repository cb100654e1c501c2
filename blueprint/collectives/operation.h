/// The collective operations and their algorithms, with their names. Source: docs/collectives.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dps::collectives {

enum class Operation : std::uint8_t {
  kBarrier,
  kBcast,
  kReduce,
  kAllreduce,
  kScan,
  kGather,
  kScatter,
  kAllgather,
  kAlltoall,
  kReduceScatter,
};

enum class Algorithm : std::uint8_t {
  kLinear,
  kChain,
  kBinary,
  kBinomial,
  kKnomial,
  kScatterAllgather,
  kRecursiveDoubling,
  kRing,
  kRabenseifner,
  kDissemination,
  kBruck,
  kNeighbor,
  kPairwise,
  kRecursiveHalving,
};

/// The names of the operations, in the order of the enumerators.
[[nodiscard]] std::span<const std::string_view> operation_names();
[[nodiscard]] std::span<const std::string_view> algorithm_names();

[[nodiscard]] std::string_view name_of(Operation operation);  ///< "reduce_scatter"
[[nodiscard]] std::string_view name_of(Algorithm algorithm);  ///< "recursive_doubling"
[[nodiscard]] std::optional<Operation> find_operation(std::string_view name);
[[nodiscard]] std::optional<Algorithm> find_algorithm(std::string_view name);

/// The algorithms that perform the operation, in the order of docs/collectives.md; at least one.
[[nodiscard]] std::span<const Algorithm> algorithms_of(Operation operation);
[[nodiscard]] bool performs(Algorithm algorithm, Operation operation);

[[nodiscard]] bool has_bytes(Operation operation);  ///< all but barrier
[[nodiscard]] bool has_root(Operation operation);   ///< bcast, reduce, gather, scatter
[[nodiscard]] bool combines(Operation operation);   ///< reduce, allreduce, scan, reduce_scatter

/// One operation: everything on which its messages depend.
struct Collective {
  Operation operation = Operation::kBarrier;
  Algorithm algorithm = Algorithm::kLinear;  ///< one that performs the operation
  std::uint32_t members = 1;                 ///< 1 … kMaxMembers
  std::uint32_t root = 0;                    ///< its rank; 0 if the operation has none
  std::uint64_t bytes = 0;                   ///< -b of the O line, as in MPI; 0 for barrier
  /// -alg native: a run over mpi performs the operation of the MPI library; everything else
  /// performs `algorithm`, which is then the default.
  bool native = false;

  bool operator==(const Collective&) const = default;
};

/// The value of -alg: "native", or the name of the algorithm.
[[nodiscard]] std::string_view algorithm_text(const Collective& of);

inline constexpr std::uint32_t kMaxMembers = 65'536;

}  // namespace dps::collectives
