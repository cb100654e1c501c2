#include "blueprint/collectives/operation.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace dps::collectives {
namespace {

using enum Algorithm;

constexpr std::array<std::string_view, 10> kOperationNames = {
    "barrier", "bcast",   "reduce",    "allreduce", "scan",
    "gather",  "scatter", "allgather", "alltoall",  "reduce_scatter"};

constexpr std::array<std::string_view, 14> kAlgorithmNames = {"linear",
                                                              "chain",
                                                              "binary",
                                                              "binomial",
                                                              "knomial",
                                                              "scatter_allgather",
                                                              "recursive_doubling",
                                                              "ring",
                                                              "rabenseifner",
                                                              "dissemination",
                                                              "bruck",
                                                              "neighbor",
                                                              "pairwise",
                                                              "recursive_halving"};

constexpr std::array kBarrier = {
    kLinear, kChain, kBinary, kBinomial, kKnomial, kRecursiveDoubling, kDissemination};
constexpr std::array kBcast = {kLinear, kChain, kBinary, kBinomial, kKnomial, kScatterAllgather};
constexpr std::array kReduce = {kLinear, kChain, kBinary, kBinomial, kKnomial};
constexpr std::array kAllreduce = {
    kLinear, kChain, kBinary, kBinomial, kKnomial, kRecursiveDoubling, kRing, kRabenseifner};
constexpr std::array kScan = {kChain, kRecursiveDoubling};
constexpr std::array kToOrFromRoot = {kLinear, kBinomial};
constexpr std::array kAllgather = {kLinear, kRing, kRecursiveDoubling, kBruck, kNeighbor};
constexpr std::array kAlltoall = {kLinear, kPairwise, kBruck};
constexpr std::array kReduceScatter = {kLinear, kBinomial, kRing, kPairwise, kRecursiveHalving};

template <typename Enumeration>
std::optional<Enumeration> find_in(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    return std::nullopt;
  }
  return static_cast<Enumeration>(found - names.begin());
}

}  // namespace

std::span<const std::string_view> operation_names() {
  return kOperationNames;
}

std::span<const std::string_view> algorithm_names() {
  return kAlgorithmNames;
}

std::string_view name_of(Operation operation) {
  return kOperationNames.at(static_cast<std::size_t>(operation));
}

std::string_view name_of(Algorithm algorithm) {
  return kAlgorithmNames.at(static_cast<std::size_t>(algorithm));
}

std::optional<Operation> find_operation(std::string_view name) {
  return find_in<Operation>(kOperationNames, name);
}

std::optional<Algorithm> find_algorithm(std::string_view name) {
  return find_in<Algorithm>(kAlgorithmNames, name);
}

std::span<const Algorithm> algorithms_of(Operation operation) {
  switch (operation) {
    case Operation::kBarrier:
      return kBarrier;
    case Operation::kBcast:
      return kBcast;
    case Operation::kReduce:
      return kReduce;
    case Operation::kAllreduce:
      return kAllreduce;
    case Operation::kScan:
      return kScan;
    case Operation::kGather:
    case Operation::kScatter:
      return kToOrFromRoot;
    case Operation::kAllgather:
      return kAllgather;
    case Operation::kAlltoall:
      return kAlltoall;
    case Operation::kReduceScatter:
      return kReduceScatter;
  }
  return {};
}

bool performs(Algorithm algorithm, Operation operation) {
  return std::ranges::count(algorithms_of(operation), algorithm) > 0;
}

bool has_bytes(Operation operation) {
  return operation != Operation::kBarrier;
}

bool has_root(Operation operation) {
  return operation == Operation::kBcast || operation == Operation::kReduce ||
         operation == Operation::kGather || operation == Operation::kScatter;
}

bool combines(Operation operation) {
  return operation == Operation::kReduce || operation == Operation::kAllreduce ||
         operation == Operation::kScan || operation == Operation::kReduceScatter;
}

std::string_view algorithm_text(const Collective& of) {
  return of.native ? "native" : name_of(of.algorithm);
}

}  // namespace dps::collectives
