/// The command line of dps-rawtiming.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/options/exit_text.h"
#include "predictor/datasheets/functions.h"

namespace dps::rawtiming {

enum class ElementType : std::uint8_t { kInt, kFloat, kDouble, kByte };
enum class Sync : std::uint8_t { kWindow, kBarrier };
enum class Subgroups : std::uint8_t { kNone, kHalf, kAlternate, kRandom };

/// The rules by which a point has enough trials. Source: docs/datasheets.md, "Order and end".
struct StopRules {
  double error = 0.03;  ///< the error of the median, as a share of it
  std::uint64_t min_trials = 20;
  std::uint64_t max_trials = 1000;
  double point_time = 2;  ///< seconds
  std::uint64_t passes = 3;
};

struct Options {
  std::string folder = "raw";
  std::vector<const datasheets::KnownFunction*> functions;  ///< in the order of documents
  std::vector<std::uint64_t> sizes;                         ///< elements, ascending
  std::vector<std::uint64_t> processes;                     ///< ascending; empty: not given
  std::uint64_t memory = std::uint64_t{256} << 20;          ///< bytes of a process
  ElementType type = ElementType::kInt;
  std::optional<Sync> sync;  ///< nullopt: kWindow, unless a host has more ranks than cores
  bool is_cached = false;
  std::optional<std::uint64_t> cache_size;  ///< bytes
  StopRules rules;
  std::optional<double> time_limit;  ///< seconds
  std::uint64_t root = 0;
  double uneven = 0;
  bool has_user_operation = false;
  Subgroups subgroups = Subgroups::kNone;
  std::uint64_t seed = 1;
  bool appends = false;
  bool keeps_trials = false;
  bool is_dry_run = false;
  bool is_quiet = false;
  std::string command;  ///< the words of the command line, for human readers
};

/// The options, or text to print instead of measuring: help, the version, the list of functions, or
/// an error. Contract: docs/dps-rawtiming.1.
std::variant<Options, options::ExitText> parse_options(int argc, const char* const* argv);

/// "int", and its size in bytes.
std::string_view name_of(ElementType type);
std::uint64_t bytes_of(ElementType type);

/// "half", "alternate" or "random".
std::string_view name_of(Subgroups subgroups);

}  // namespace dps::rawtiming
