#include "predictor/rawtiming/plan/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/options/help.h"
#include "base/options/setters.h"
#include "base/options/words.h"
#include "base/printable.h"
#include "base/result.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"
#include "base/text/value_list.h"
#include "base/version.h"
#include "predictor/rawtiming/plan/function_choice.h"

namespace dps::rawtiming {
namespace {

using dps::options::ExitText;
using dps::options::into;
using dps::options::Option;
using dps::options::Setter;
using dps::options::Syntax;

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostProcesses = std::uint64_t{1} << 20;

/// Reads one of a few words.
template <typename T, std::size_t N>
auto one_of(const std::array<std::pair<std::string_view, T>, N>& choices) {
  return [&choices](const std::string& word) -> text::Checked<T> {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : choices) {
      if (name == word) {
        return value;
      }
      names.push_back(name);
    }
    return tl::unexpected(
        fmt::format("expected {}, got '{}'", fmt::join(names, ", "), printable(word)));
  };
}

constexpr std::array kTypes{std::pair{std::string_view("int"), ElementType::kInt},
                            std::pair{std::string_view("float"), ElementType::kFloat},
                            std::pair{std::string_view("double"), ElementType::kDouble},
                            std::pair{std::string_view("byte"), ElementType::kByte}};
constexpr std::array kSyncs{std::pair{std::string_view("window"), Sync::kWindow},
                            std::pair{std::string_view("barrier"), Sync::kBarrier}};
constexpr std::array kOperations{std::pair{std::string_view("sum"), false},
                                 std::pair{std::string_view("user"), true}};
constexpr std::array kSubgroups{std::pair{std::string_view("half"), Subgroups::kHalf},
                                std::pair{std::string_view("alternate"), Subgroups::kAlternate},
                                std::pair{std::string_view("random"), Subgroups::kRandom}};

/// Reads whole numbers: "1..1024*2", "2,4,8".
text::Checked<std::vector<std::uint64_t>> read_numbers(const std::string& word,
                                                       const text::WholeNumber& wanted) {
  const auto list = text::parse_values(word);
  if (!list) {
    return tl::unexpected(fmt::format("'{}': {}", printable(word), list.error().text));
  }
  std::vector<std::uint64_t> numbers;
  for (const double value : text::expand(*list)) {
    if (value != std::floor(value) || value < static_cast<double>(wanted.least) ||
        value > static_cast<double>(wanted.most)) {
      return tl::unexpected(fmt::format("expected whole numbers from {} to {}, got {}",
                                        wanted.least, wanted.most, text::number_text(value)));
    }
    numbers.push_back(static_cast<std::uint64_t>(value));
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

text::Checked<double> read_percent(const std::string& word) {
  const bool has_sign = word.ends_with('%');
  const auto value = text::read_real(
      std::string_view(word).substr(0, word.size() - (has_sign ? 1 : 0)), "a percentage");
  if (!value || *value <= 0 || *value > 100) {
    return tl::unexpected(
        fmt::format("expected a percentage above 0, such as 3, got '{}'", printable(word)));
  }
  return *value / 100;
}

text::Checked<double> read_duration(const std::string& word) {
  const auto time = text::parse_time(word);
  if (!time || time->count() <= 0 || time->count() > text::kMaxSeconds) {
    return tl::unexpected(fmt::format("expected a time such as 2s or 500ms, got '{}'{}",
                                      printable(word), text::suggest_time(word)));
  }
  return time->count();
}

text::Checked<double> read_share(const std::string& word) {
  auto share = text::read_real(word, "the unevenness");
  if (!share || *share > 1) {
    return tl::unexpected(fmt::format("expected a number from 0 to 1, got '{}'", printable(word)));
  }
  return share;
}

text::Checked<std::uint64_t> read_memory(const std::string& word) {
  constexpr std::uint64_t kLeast = 4096;
  return text::read_size(word, {"the value", kLeast, std::uint64_t{1} << 50});
}

/// Reads a value and stores it.
template <typename T, typename Read>
Setter read_into(T& out, std::string_view option, Read read) {
  return [&out, option, read](const std::string& word) -> std::string {
    const auto value = read(word);
    if (!value) {
      return fmt::format("{}: {}", option, value.error());
    }
    out = *value;
    return "";
  };
}

Setter whole_into(std::uint64_t& out, std::string_view option, text::WholeNumber wanted) {
  wanted.what = "the value";
  return read_into(out, option,
                   [wanted](const std::string& word) { return text::read_whole(word, wanted); });
}

Setter numbers_into(std::vector<std::uint64_t>& out, std::string_view option,
                    text::WholeNumber wanted) {
  return read_into(out, option,
                   [wanted](const std::string& word) { return read_numbers(word, wanted); });
}

/// Checks options that depend on one another. Returns the first error, or "".
std::string check_together(const Options& options) {
  if (options.rules.min_trials > options.rules.max_trials) {
    return fmt::format("--min-trials {} is above --max-trials {}", options.rules.min_trials,
                       options.rules.max_trials);
  }
  const std::uint64_t fewest = options.processes.empty() ? 2 : options.processes.front();
  if (options.root >= fewest) {
    return fmt::format("--root {} is not in the smallest group, which has the ranks 0 to {}",
                       options.root, fewest - 1);
  }
  if (options.folder.empty()) {
    return "-o needs the name of a folder";
  }
  return "";
}

std::vector<Option> what_is_measured(Options& options, bool& is_list) {
  return {{"-o",
           "",
           {"DIR"},
           "Write the raw files into this new folder (default: raw)",
           into(options.folder)},
          {"--append",
           "",
           {},
           "Add the times as further passes to those of DIR",
           into(options.appends)},
          {"--functions",
           "",
           {"LIST"},
           "Names and groups: p2p contended collective nonblocking neighbour communicator "
           "rma local (default: all but rma and neighbour)",
           read_into(options.functions, "--functions", choose_functions)},
          {"--list", "", {}, "Print the functions and their meanings, and exit", into(is_list)},
          {"--sizes",
           "",
           {"LIST"},
           "Numbers of elements (default: 1..262144*2)",
           numbers_into(options.sizes, "--sizes", {"", 0, kMostElements})},
          {"--processes",
           "",
           {"LIST"},
           "Sizes of groups, always the first ranks (default: 2, 4, 8, ... and all)",
           numbers_into(options.processes, "--processes", {"", 2, kMostProcesses})},
          {"--type",
           "",
           {"TYPE"},
           "Type of an element: int, float, double or byte (default: int)",
           read_into(options.type, "--type", one_of(kTypes))},
          {"--root",
           "",
           {"RANK"},
           "Root of broadcasts, reductions and so on (default: 0)",
           whole_into(options.root, "--root", {"", 0, kMostProcesses})},
          {"--uneven",
           "",
           {"U"},
           "Unevenness of the data of the v-functions, from 0 to 1 (default: 0)",
           read_into(options.uneven, "--uneven", read_share)},
          {"--op",
           "",
           {"OP"},
           "Operation of reductions: sum (the default), or user, a function that adds",
           read_into(options.has_user_operation, "--op", one_of(kOperations))},
          {"--subgroups",
           "",
           {"KIND"},
           "Also measure collectives in two halves at once: half, alternate or random",
           read_into(options.subgroups, "--subgroups", one_of(kSubgroups))}};
}

std::vector<Option> how_it_is_measured(Options& options) {
  return {
      {"--sync",
       "",
       {"KIND"},
       "Start trials at an agreed time (window) or after MPI_Barrier (barrier); default: "
       "window, unless a host has more ranks than cores",
       read_into(options.sync, "--sync", one_of(kSyncs))},
      {"--memory",
       "",
       {"SIZE"},
       "Leave out points with larger buffers in a process (default: 256MiB)",
       read_into(options.memory, "--memory", read_memory)},
      {"--cached", "", {}, "Use the same buffer for all trials", into(options.is_cached)},
      {"--cache-size",
       "",
       {"SIZE"},
       "Size of the memory from which buffers are taken in turn (default: twice the "
       "largest cache, at most half of --memory)",
       read_into(options.cache_size, "--cache-size", read_memory)},
      {"--dry-run", "", {}, "Print the points and the estimated time", into(options.is_dry_run)},
      {"--keep-trials",
       "",
       {},
       "Also write NAME.trials with every time",
       into(options.keeps_trials)},
      {"--quiet", "", {}, "No progress, and no summary", into(options.is_quiet)}};
}

std::vector<Option> when_it_ends(Options& options) {
  StopRules& rules = options.rules;
  return {{"--error",
           "",
           {"PERCENT"},
           "A point is done when the error of its median is at most "
           "this percentage of it (default: 3)",
           read_into(rules.error, "--error", read_percent)},
          {"--min-trials",
           "",
           {"N"},
           "Least trials of a point (default: 20)",
           whole_into(rules.min_trials, "--min-trials", {"", 1, 1'000'000})},
          {"--max-trials",
           "",
           {"N"},
           "Most trials of a point (default: 1000)",
           whole_into(rules.max_trials, "--max-trials", {"", 1, 1'000'000})},
          {"--point-time",
           "",
           {"TIME"},
           "Longest time of a point (default: 2s)",
           read_into(rules.point_time, "--point-time", read_duration)},
          {"--passes",
           "",
           {"N"},
           "Number of passes through all points (default: 3)",
           whole_into(rules.passes, "--passes", {"", 1, 1000})},
          {"--time-limit",
           "",
           {"TIME"},
           "Begin no trial after this time",
           read_into(options.time_limit, "--time-limit", read_duration)},
          {"--seed",
           "",
           {"N"},
           "Seed of the order of the points (default: 1)",
           whole_into(options.seed, "--seed", {"", 0, text::kMaxCount})}};
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the list owns its functions

Syntax syntax_of(Options& options, bool& is_list, bool& asks_version) {
  Syntax syntax;
  syntax.add(what_is_measured(options, is_list))
      .add(how_it_is_measured(options))
      .add(when_it_ends(options))
      .add({"--version", "", {}, "Print the version", into(asks_version)});
  return syntax;
}

std::string unknown_option(const Syntax& syntax, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names{"--help"};
  for (const Option& option : syntax.options) {
    names.emplace_back(option.name);
  }
  return fmt::format("there is no option '{}'{}", printable(name), did_you_mean(name, names));
}

/// The mistake in the words themselves; "" if there is none.
std::string mistake_in(const Syntax& syntax, const dps::options::ParsedWords& parsed) {
  if (!parsed.unknown.empty()) {
    return unknown_option(syntax, parsed.unknown);
  }
  if (parsed.surplus_value != nullptr) {
    return fmt::format("{} takes no value, got '{}'", parsed.surplus_value->name,
                       printable(parsed.surplus_word));
  }
  if (parsed.lacks_value != nullptr) {
    return fmt::format("{0} needs a value: {0} {1}", parsed.lacks_value->name,
                       parsed.lacks_value->value.name);
  }
  std::set<const Option*> given;
  for (const auto& [option, value] : parsed.found) {
    if (option == nullptr) {
      return fmt::format("expected options only, got '{}'", printable(value));
    }
    if (!given.insert(option).second && !option->value.name.empty()) {
      return fmt::format("{} is given twice", option->name);
    }
  }
  return "";
}

/// Stores the values of all options. Returns the first error, or "".
std::string store(const dps::options::ParsedWords& parsed) {
  for (const auto& [option, value] : parsed.found) {
    if (std::string wrong = option->set(value); !wrong.empty()) {
      return wrong;
    }
  }
  return "";
}

std::string help_of(const Syntax& syntax) {
  constexpr std::size_t kWidth = 80;
  return "usage: mpirun -n 16 dps-rawtiming [OPTION]...\n\n"
         "Measures the functions of an MPI library, for 'dps datasheet'.\n\nOptions\n" +
         dps::options::option_list(syntax, kWidth);
}

std::string command_text(int argc, const char* const* argv) {
  return fmt::format("{}", fmt::join(argv, argv + argc, " "));
}

}  // namespace

std::variant<Options, ExitText> parse_options(int argc, const char* const* argv) {
  Options options;
  options.functions = default_functions();
  options.sizes = *read_numbers("1..262144*2", {"", 0, kMostElements});
  bool is_list = false;
  bool asks_version = false;
  const Syntax syntax = syntax_of(options, is_list, asks_version);
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto asks_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
  if (std::any_of(words.begin(), words.end(), asks_help)) {
    return ExitText{0, help_of(syntax)};
  }
  const auto parsed = dps::options::parse_words(syntax.options, words);
  if (const std::string mistake = mistake_in(syntax, parsed); !mistake.empty()) {
    return ExitText{2, fmt::format("dps-rawtiming: {}; try --help\n", mistake)};
  }
  std::string error = store(parsed);
  if (asks_version) {
    return ExitText{0, fmt::format("dps-rawtiming {}\n", dps_version())};
  }
  if (is_list) {
    return ExitText{0, list_functions()};
  }
  error = error.empty() ? check_together(options) : error;
  if (!error.empty()) {
    return ExitText{2, fmt::format("dps-rawtiming: {}\n", error)};
  }
  options.command = command_text(argc, argv);
  return options;
}

std::string_view name_of(ElementType type) {
  return std::find_if(kTypes.begin(), kTypes.end(),
                      [&](const auto& row) { return row.second == type; })
      ->first;
}

std::uint64_t bytes_of(ElementType type) {
  switch (type) {
    case ElementType::kDouble:
      return sizeof(double);
    case ElementType::kByte:
      return 1;
    case ElementType::kInt:
    case ElementType::kFloat:
      break;
  }
  static_assert(sizeof(int) == sizeof(float));
  return sizeof(int);
}

std::string_view name_of(Subgroups subgroups) {
  const auto* const row = std::find_if(kSubgroups.begin(), kSubgroups.end(),
                                       [&](const auto& r) { return r.second == subgroups; });
  return row == kSubgroups.end() ? "none" : row->first;
}

}  // namespace dps::rawtiming
