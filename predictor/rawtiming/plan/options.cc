#include "predictor/rawtiming/plan/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "base/result.h"
#include "base/text/quantities.h"
#include "base/text/value_list.h"
#include "base/version.h"
#include "predictor/rawtiming/plan/function_choice.h"

namespace dps::rawtiming {
namespace {

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostProcesses = std::uint64_t{1} << 20;

/// The values as words, before they are read.
struct Words {
  std::string functions, sizes, processes, memory, type, sync, cache_size, error, min_trials;
  std::string max_trials, point_time, passes, time_limit, root, uneven, operation, subgroups, seed;
  bool is_list = false;
};

/// Reads the words of options; keeps the first error.
class WordReader {
 public:
  template <typename T, typename Read>
  void read(std::string_view option, const std::string& word, T& value, const Read& read_word) {
    if (word.empty() || !error_.empty()) {
      return;
    }
    if (auto read = read_word(word)) {
      value = *read;
    } else {
      error_ = fmt::format("{}: {}", option, read.error());
    }
  }
  void whole(std::string_view option, const std::string& word, std::uint64_t& value,
             text::WholeNumber wanted) {
    wanted.what = "the value";
    read(option, word, value, [&](const std::string& w) { return text::read_whole(w, wanted); });
  }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  std::string error_;
};

/// A word out of a few.
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

/// Whole numbers: "1..1024*2", "2,4,8".
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
    return tl::unexpected(
        fmt::format("expected a time such as 2s or 500ms, got '{}'", printable(word)));
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

/// Reads all words. Returns the first error, or "".
std::string read_words(const Words& words, Options& options) {
  WordReader reader;
  options.functions = default_functions();
  reader.read("--functions", words.functions, options.functions, choose_functions);
  reader.read("--sizes", words.sizes.empty() ? "1..262144*2" : words.sizes, options.sizes,
              [](const std::string& word) {
                return read_numbers(word, {"", 0, kMostElements});
              });
  reader.read("--processes", words.processes, options.processes, [](const std::string& word) {
    return read_numbers(word, {"", 2, kMostProcesses});
  });
  reader.read("--memory", words.memory, options.memory, read_memory);
  reader.read("--cache-size", words.cache_size, options.cache_size, read_memory);
  reader.read("--type", words.type, options.type, one_of(kTypes));
  reader.read("--sync", words.sync, options.sync, one_of(kSyncs));
  reader.read("--op", words.operation, options.has_user_operation, one_of(kOperations));
  reader.read("--subgroups", words.subgroups, options.subgroups, one_of(kSubgroups));
  reader.read("--error", words.error, options.rules.error, read_percent);
  reader.whole("--min-trials", words.min_trials, options.rules.min_trials, {"", 1, 1'000'000});
  reader.whole("--max-trials", words.max_trials, options.rules.max_trials, {"", 1, 1'000'000});
  reader.whole("--passes", words.passes, options.rules.passes, {"", 1, 1000});
  reader.read("--point-time", words.point_time, options.rules.point_time, read_duration);
  reader.read("--time-limit", words.time_limit, options.time_limit, read_duration);
  reader.whole("--root", words.root, options.root, {"", 0, kMostProcesses});
  reader.read("--uneven", words.uneven, options.uneven, read_share);
  reader.whole("--seed", words.seed, options.seed, {"", 0, text::kMaxCount});
  return reader.error();
}

/// What single options do not show. Returns the first error, or "".
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

void add_what(CLI::App& app, Words& words, Options& options) {
  app.add_option("-o", options.folder, "Write the raw files into this new folder (default: raw)")
      ->type_name("DIR");
  app.add_flag("--append", options.appends, "Add the times as further passes to those of DIR");
  app.add_option("--functions", words.functions,
                 "Names and groups: p2p contended collective nonblocking neighbour communicator "
                 "rma local (default: all but rma and neighbour)")
      ->type_name("LIST");
  app.add_flag("--list", words.is_list, "Print the functions and what is measured, and exit");
  app.add_option("--sizes", words.sizes, "Numbers of elements (default: 1..262144*2)")
      ->type_name("LIST");
  app.add_option("--processes", words.processes,
                 "Sizes of groups, always the first ranks (default: 2, 4, 8, ... and all)")
      ->type_name("LIST");
  app.add_option("--type", words.type, "Of an element: int, float, double or byte (default: int)")
      ->type_name("TYPE");
  app.add_option("--root", words.root, "Of broadcasts, reductions and so on (default: 0)")
      ->type_name("RANK");
  app.add_option("--uneven", words.uneven,
                 "How uneven the data of the v-functions are, from 0 to 1 (default: 0)")
      ->type_name("U");
  app.add_option("--op", words.operation, "Of reductions: sum, or user, a function that adds")
      ->type_name("OP");
  app.add_option("--subgroups", words.subgroups,
                 "Collectives also in two halves at once: half, alternate or random")
      ->type_name("KIND");
}

void add_how(CLI::App& app, Words& words, Options& options) {
  app.add_option("--sync", words.sync,
                 "Start trials at an agreed time (window) or after MPI_Barrier (barrier); default: "
                 "window, unless a host has more ranks than cores")
      ->type_name("KIND");
  app.add_option("--memory", words.memory,
                 "Leave out points with larger buffers in a process (default: 256MiB)")
      ->type_name("SIZE");
  app.add_flag("--cached", options.is_cached, "Use the same buffer for all trials");
  app.add_option("--cache-size", words.cache_size,
                 "Of the memory from which buffers are taken in turn (default: twice the largest "
                 "cache, at most half of --memory)")
      ->type_name("SIZE");
  app.add_option("--error", words.error,
                 "A point is done when the error of its median is at most "
                 "this percentage of it (default: 3)")
      ->type_name("PERCENT");
  app.add_option("--min-trials", words.min_trials, "Of a point (default: 20)")->type_name("N");
  app.add_option("--max-trials", words.max_trials, "Of a point (default: 1000)")->type_name("N");
  app.add_option("--point-time", words.point_time, "Longest time of a point (default: 2s)")
      ->type_name("TIME");
  app.add_option("--passes", words.passes, "Through all points (default: 3)")->type_name("N");
  app.add_option("--time-limit", words.time_limit, "Begin no trial after this time")
      ->type_name("TIME");
  app.add_option("--seed", words.seed, "Of the order of the points (default: 1)")->type_name("N");
  app.add_flag("--keep-trials", options.keeps_trials, "Also write NAME.trials with every time");
  app.add_flag("--dry-run", options.is_dry_run, "Print the points and the estimated time");
  app.add_flag("--quiet", options.is_quiet, "No progress, and no summary");
}

std::string command_text(int argc, const char* const* argv) {
  return fmt::format("{}", fmt::join(argv, argv + argc, " "));
}

}  // namespace

std::variant<Options, Reply> parse_options(int argc, const char* const* argv) {
  Options options;
  Words words;
  CLI::App app(
      "Measures the functions of an MPI library, for 'dps datasheet'.\n"
      "Start it with mpirun: mpirun -n 16 dps-rawtiming -o raw",
      "dps-rawtiming");
  app.set_version_flag("--version", std::string("dps-rawtiming ") + dps_version());
  add_what(app, words, options);
  add_how(app, words, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Reply{0, app.help()};
  } catch (const CLI::CallForVersion&) {
    return Reply{0, app.version() + "\n"};
  } catch (const CLI::ParseError& error) {
    return Reply{2, fmt::format("dps-rawtiming: {}; try --help\n", printable(error.what()))};
  }
  if (words.is_list) {
    return Reply{0, list_functions()};
  }
  std::string error = read_words(words, options);
  if (error.empty()) {
    error = check_together(options);
  }
  if (!error.empty()) {
    return Reply{2, fmt::format("dps-rawtiming: {}\n", error)};
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
