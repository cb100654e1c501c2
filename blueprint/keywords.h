/// Tables of keywords, and suggestions for misspelt ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/suggestion.h"
#include "blueprint/program.h"

namespace dps::blueprint {

template <typename Value>
struct Keyword {
  std::string_view word;
  Value value;
};

inline constexpr std::array<Keyword<ComputationKind>, 7> kKinds{{
    {"sleep", ComputationKind::kSleep},
    {"busywait", ComputationKind::kBusywait},
    {"compute", ComputationKind::kCompute},
    {"work", ComputationKind::kWork},
    {"call", ComputationKind::kCall},
    {"exec", ComputationKind::kExec},
    {"ops", ComputationKind::kOps},
}};

/// The flags of O lines that have an argument. LineReader::read_flags reads the arguments.
enum class OutputFlag : std::uint8_t {
  kTag,
  kBytes,
  kCopies,
  kPacked,
  kXdr,
  kRoute,
  kDelay,
  kPick,
  kWindow,
  kCollective,
  kRoot,
  kAlgorithm,
  kCombine,
};
inline constexpr std::size_t kFlagCount = 13;

inline constexpr std::array<Keyword<OutputFlag>, 15> kFlags{{
    {"-t", OutputFlag::kTag},
    {"-m", OutputFlag::kTag},
    {"-b", OutputFlag::kBytes},
    {"-s", OutputFlag::kBytes},
    {"-n", OutputFlag::kCopies},
    {"-p", OutputFlag::kPacked},
    {"-e", OutputFlag::kXdr},
    {"-X", OutputFlag::kRoute},
    {"-d", OutputFlag::kDelay},
    {"-pick", OutputFlag::kPick},
    {"-window", OutputFlag::kWindow},
    {"-collective", OutputFlag::kCollective},
    {"-root", OutputFlag::kRoot},
    {"-alg", OutputFlag::kAlgorithm},
    {"-combine", OutputFlag::kCombine},
}};

/// The arguments of -pick.
inline constexpr std::array<Keyword<Pick>, 3> kPicks{{
    {"random", Pick::kRandom},
    {"round_robin", Pick::kRoundRobin},
    {"least", Pick::kLeast},
}};

inline constexpr std::array<Keyword<HostVariable>, 5> kVariables{{
    {"NAME", HostVariable::kName},
    {"TYPE", HostVariable::kType},
    {"SPEED", HostVariable::kSpeed},
    {"CORES", HostVariable::kCores},
    {"MEMORY", HostVariable::kMemory},
}};

inline constexpr std::array<Keyword<Comparison>, 6> kComparisons{{
    {"=", Comparison::kEqual},
    {"!=", Comparison::kNotEqual},
    {"<", Comparison::kLess},
    {">", Comparison::kGreater},
    {"<=", Comparison::kLessEqual},
    {">=", Comparison::kGreaterEqual},
}};

template <typename Value, std::size_t N>
std::optional<Value> find_word(const std::array<Keyword<Value>, N>& table, std::string_view word) {
  for (const auto& row : table) {
    if (row.word == word) {
      return row.value;
    }
  }
  return std::nullopt;
}

template <typename Value, std::size_t N>
std::string suggest(const std::array<Keyword<Value>, N>& table, std::string_view word) {
  std::vector<std::string> words;
  words.reserve(N);
  for (const auto& row : table) {
    words.emplace_back(row.word);
  }
  return did_you_mean(word, words);
}

/// Returns a suggestion for the end of an error message: the most similar word of the table, or
/// "; expected …".
template <typename Value, std::size_t N>
std::string suggest_or(const std::array<Keyword<Value>, N>& table, std::string_view word,
                       bool is_quoted, std::string_view expected) {
  if (is_quoted && find_word(table, word)) {
    return "; it must not be quoted";
  }
  std::string near = suggest(table, word);
  return near.empty() ? fmt::format("; expected {}", expected) : near;
}

}  // namespace dps::blueprint
