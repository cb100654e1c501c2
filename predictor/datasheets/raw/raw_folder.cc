#include "predictor/datasheets/raw/raw_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/raw/raw_reader.h"

namespace dps::datasheets {
namespace {

namespace fs = std::filesystem;
using machines::FunctionClass;
using machines::FunctionPath;

enum class RawKind : std::uint8_t { kWhole, kSmall, kLarge, kTrials };

struct RawName {
  std::string function;
  FunctionPath path = FunctionPath::kAny;
  RawKind kind = RawKind::kWhole;
};

bool ends_name(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix);
}

/// Splits a file name such as "send.host.data"; nullopt for other files.
std::optional<RawName> raw_name(std::string_view file) {
  constexpr std::array<std::pair<std::string_view, RawKind>, 4> kSuffixes{
      {{".data", RawKind::kWhole},
       {".data_s", RawKind::kSmall},
       {".data_l", RawKind::kLarge},
       {".trials", RawKind::kTrials}}};
  for (const auto& [suffix, kind] : kSuffixes) {
    if (!ends_name(file, suffix)) {
      continue;
    }
    std::string_view name = file.substr(0, file.size() - suffix.size());
    constexpr std::string_view kHost = ".host";
    const bool is_on_host = ends_name(name, kHost);
    name.remove_suffix(is_on_host ? kHost.size() : 0);
    return RawName{std::string(name), is_on_host ? FunctionPath::kHost : FunctionPath::kAny, kind};
  }
  return std::nullopt;
}

/// True for a name that a function may have. Source: docs/datasheets.md, "Sheets".
bool is_function_name(std::string_view name) {
  return !name.empty() && is_utf8(name) && std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '#';
  });
}

/// The files of a function on one path, by their kinds.
using FilesOfFunction = std::map<RawKind, RawFile>;
using Key = std::pair<std::string, FunctionPath>;

class Reader {
 public:
  Reader(std::string folder, const FolderOptions& options)
      : folder_(std::move(folder)), options_(options) {}

  Result<FolderReading> read() {
    std::vector<std::pair<std::string, RawName>> files;
    if (auto listed = list(files); !listed) {
      return tl::unexpected(listed.error());
    }
    if (auto facts = read_facts(); !facts) {
      return tl::unexpected(facts.error());
    }
    for (const auto& [file, name] : files) {
      if (auto read = read_one(file, name); !read) {
        return tl::unexpected(read.error());
      }
    }
    if (reading_.bad.empty()) {
      if (auto joined = join(); !joined) {
        return tl::unexpected(joined.error());
      }
    }
    return std::move(reading_);
  }

 private:
  /// Lists the raw files that are to be read, by name: trials only without a file of points.
  Result<void> list(std::vector<std::pair<std::string, RawName>>& files) {
    std::error_code error;
    fs::directory_iterator entries(folder_, error);
    std::set<std::string> names;
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
      names.insert(entries->path().filename().string());
    }
    if (error) {
      return failure(ErrorCode::kInput, fmt::format("cannot read the folder '{}': {}",
                                                    printable(folder_), error.message()));
    }
    std::size_t found = 0;
    for (const std::string& file : names) {
      const auto name = raw_name(file);
      found += name ? 1 : 0;
      const bool is_double = name && name->kind == RawKind::kTrials &&
                             std::any_of(names.begin(), names.end(), [&](const std::string& other) {
                               const auto beside = raw_name(other);
                               return beside && beside->kind != RawKind::kTrials &&
                                      beside->function == name->function &&
                                      beside->path == name->path;
                             });
      if (name && !is_double && options_.takes(name->function)) {
        files.emplace_back(file, *name);
      }
    }
    if (found == 0) {
      return failure(
          ErrorCode::kInput,
          fmt::format("there is no raw file in '{}'; raw files are named like bcast.data, "
                      "send.host.data, bcast.data_s, bcast.data_l and bcast.trials",
                      printable(folder_)));
    }
    return {};
  }

  Result<std::string> text_of(const std::string& path) {
    auto text = read_text(path, kMostRawBytes);
    if (!text) {
      return with_context(text.error(), "cannot read '" + printable(path) + "'");
    }
    reading_.folder.files.push_back(path);
    return text;
  }

  Result<void> read_facts() {
    const std::string path = (fs::path(folder_) / "run.toml").string();
    std::error_code error;
    if (!fs::exists(path, error)) {
      return {};
    }
    auto text = text_of(path);
    if (!text) {
      return tl::unexpected(text.error());
    }
    RunFactsReading facts = read_run_facts(*text);
    if (!facts.facts) {
      reading_.bad.push_back({{path, std::move(*text)}, std::move(facts.diagnostics)});
      return {};
    }
    reading_.folder.facts = std::move(*facts.facts);
    return {};
  }

  Result<void> read_one(const std::string& file, const RawName& name) {
    const std::string path = (fs::path(folder_) / file).string();
    if (!is_function_name(name.function)) {
      return failure(
          ErrorCode::kInput,
          fmt::format("'{}': the name of a function is one word without '#'", printable(path)));
    }
    auto text = text_of(path);
    if (!text) {
      return tl::unexpected(text.error());
    }
    const RawExpectation expected{name.function, options_.needs_errors,
                                  reading_.folder.facts.timer_resolution};
    RawReading raw =
        name.kind == RawKind::kTrials ? read_trials(*text, expected) : read_raw(*text, expected);
    if (!raw.file) {
      reading_.bad.push_back({{path, std::move(*text)}, std::move(raw.diagnostics)});
      return {};
    }
    if (auto agreed = agree_on_element(path, raw.file->element_bytes); !agreed) {
      return agreed;
    }
    files_[{name.function, name.path}].emplace(name.kind, std::move(*raw.file));
    return {};
  }

  /// Checks that all files have the same size of elements, since a sheet has only one.
  Result<void> agree_on_element(const std::string& path, std::optional<std::uint64_t> bytes) {
    std::uint64_t& known = reading_.folder.facts.element_bytes;
    if (bytes && known != 0 && *bytes != known) {
      return failure(
          ErrorCode::kInput,
          fmt::format("'{}' has elements of {} B, and {} has elements of {} B; make a "
                      "sheet for each size",
                      printable(path), *bytes,
                      element_owner_.empty() ? "run.toml" : "'" + element_owner_ + "'", known));
    }
    if (bytes && known == 0) {
      known = *bytes;
      element_owner_ = printable(path);
    }
    return {};
  }

  /// Makes a series of the files of each function.
  Result<void> join() {
    for (auto& [key, kinds] : files_) {
      const auto& [name, path] = key;
      const bool is_split = kinds.contains(RawKind::kSmall) || kinds.contains(RawKind::kLarge);
      if (kinds.contains(RawKind::kWhole) && is_split) {
        return failure(ErrorCode::kInput,
                       fmt::format("'{0}' has {1}.data, and also {1}.data_s or {1}.data_l; the "
                                   "ranges of the fit would overlap. Remove one of them",
                                   printable(folder_), full_name(name, path)));
      }
      reading_.folder.series.push_back(series_of(key, kinds));
    }
    std::sort(reading_.folder.series.begin(), reading_.folder.series.end(),
              [](const RawSeries& one, const RawSeries& other) {
                return one.name == other.name ? one.path < other.path
                                              : is_before(one.name, other.name);
              });
    return {};
  }

  static RawSeries series_of(const Key& key, FilesOfFunction& kinds);

  std::string folder_;
  const FolderOptions& options_;
  std::map<Key, FilesOfFunction> files_;
  std::string element_owner_;
  FolderReading reading_;
};

void sort_points(std::vector<RawPoint>& points) {
  std::stable_sort(points.begin(), points.end(), [](const RawPoint& one, const RawPoint& other) {
    return std::tuple(one.elements, one.processes) < std::tuple(other.elements, other.processes);
  });
}

/// The class of a function that is given neither by its file nor by dps.
FunctionClass guessed_class(const std::vector<const RawFile*>& files) {
  std::set<std::uint64_t> processes;
  std::set<std::uint64_t> elements;
  for (const RawFile* file : files) {
    for (const RawPoint& point : file->points) {
      processes.insert(point.processes);
      elements.insert(point.elements);
    }
  }
  return processes.size() == 1  ? FunctionClass::kPointToPoint
         : elements.size() == 1 ? FunctionClass::kBarrier
                                : FunctionClass::kCollective;
}

FunctionClass class_of(const std::string& name, const std::vector<const RawFile*>& files) {
  for (const RawFile* file : files) {
    if (file->function_class) {
      return *file->function_class;
    }
  }
  const KnownFunction* known = find_known(name);
  return known != nullptr ? known->function_class : guessed_class(files);
}

RawSeries Reader::series_of(const Key& key, FilesOfFunction& kinds) {
  std::vector<const RawFile*> files;
  files.reserve(kinds.size());
  for (const auto& [kind, file] : kinds) {
    files.push_back(&file);
  }
  RawSeries series{key.first, key.second, class_of(key.first, files), {}, std::nullopt};
  for (auto& [kind, file] : kinds) {
    sort_points(file.points);
    if (kind == RawKind::kLarge && !series.points.empty()) {
      series.large = std::move(file.points);
    } else {
      series.points = std::move(file.points);
    }
  }
  return series;
}

}  // namespace

std::string full_name(std::string_view name, FunctionPath path) {
  return std::string(name) + (path == FunctionPath::kHost ? ".host" : "");
}

Result<FolderReading> read_raw_folder(const std::string& path, const FolderOptions& options) {
  return Reader(path, options).read();
}

}  // namespace dps::datasheets
