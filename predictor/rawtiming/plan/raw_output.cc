#include "predictor/rawtiming/plan/raw_output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/replace_file.h"
#include "base/text/exact_quantities.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/datasheets/raw/run_facts.h"

namespace dps::rawtiming {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRunFile = "run.toml";

tl::unexpected<Error> cannot(std::string_view what, const fs::path& path) {
  return failure(ErrorCode::kSystem, fmt::format("cannot {} '{}': {}", what,
                                                 printable(path.string()), std::strerror(errno)));
}

/// Replaces a file whole or not at all.
Result<void> replace(const fs::path& path, std::string_view text, bool is_flushed) {
  return replace_file({path.string(), path.string(), is_flushed}, [&](int fd) {
    return write_all(fd, text) ? Result<void>() : failure(ErrorCode::kSystem, std::strerror(errno));
  });
}

std::string file_name(const Series& series) {
  return datasheets::full_name(series.name(), series.path);
}

std::string ranks_text(const std::vector<std::uint32_t>& ranks) {
  const bool is_range = ranks.size() > 2 && ranks.back() - ranks.front() + 1 == ranks.size();
  return is_range ? fmt::format("{}-{}", ranks.front(), ranks.back())
                  : fmt::format("{}", fmt::join(ranks, ","));
}

/// Calls `visit(point, samples)` for the points of a series that have a trial.
template <typename Visit>
void for_each_point(const RawMeasurement& measured, std::uint32_t series, const Visit& visit) {
  for (std::size_t i = 0; i < measured.plan.points.size(); ++i) {
    const Point& point = measured.plan.points[i];
    if (point.series == series && !measured.samples[i].trials.empty()) {
      visit(point, measured.samples[i]);
    }
  }
}

datasheets::RawFile file_of(const RawMeasurement& measured, std::uint32_t series) {
  datasheets::RawFile file;
  const MeasurementPlan& plan = measured.plan;
  std::vector<std::uint32_t> ranks;
  for_each_point(measured, series, [&](const Point& point, const Samples& samples) {
    file.points.push_back(
        samples.point(point.processes, point.elements, measured.timer_resolution));
    const auto& cast = plan.casts[point.cast];
    ranks = cast.size() > ranks.size() ? cast : ranks;
  });
  const Series& of = plan.series[series];
  file.function = of.name();
  file.function_class = of.function->function_class;
  file.element_bytes = bytes_of(measured.options.type);
  file.ranks = ranks_text(ranks);
  return file;
}

std::string trials_of(const RawMeasurement& measured, std::uint32_t series) {
  std::string text;
  for_each_point(measured, series, [&](const Point& point, const Samples& samples) {
    for (const datasheets::TimedTrial& trial : samples.trials) {
      fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", point.processes, point.elements,
                     trial.seconds, trial.pass);
    }
  });
  return text;
}

/// The lines of points of a file, or of trials: all that are no comments.
std::string lines_with_points(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (!text.starts_with('#')) {
      lines += text.substr(0, end);
    }
    text.remove_prefix(end);
  }
  return lines;
}

const std::string* find_text(const EarlierFiles& earlier, const std::string& name) {
  const auto found = std::find_if(earlier.files.begin(), earlier.files.end(),
                                  [&](const auto& file) { return file.first == name; });
  return found == earlier.files.end() ? nullptr : &found->second;
}

/// The new text with the points of the earlier file.
std::string with_earlier(const EarlierFiles& earlier, const std::string& name,
                         const std::string& text) {
  const std::string* old = find_text(earlier, name);
  return old == nullptr ? text : text + lines_with_points(*old);
}

/// The facts of all measurements; the keys of the second one end with "_2".
Facts all_facts(const EarlierFiles& earlier, const Facts& facts) {
  Facts all = earlier.facts;
  std::set<std::string> keys;
  for (const auto& [key, text] : all) {
    keys.insert(key);
  }
  for (const auto& [key, text] : facts) {
    std::string name = key;
    for (int number = 2; !keys.insert(name).second; ++number) {
      name = fmt::format("{}_{}", key, number);
    }
    all.emplace_back(name, text);
  }
  return all;
}

Result<EarlierFiles> read_earlier(const Options& options) {
  const auto reading = datasheets::read_raw_folder(options.folder, {});
  if (!reading) {
    return tl::unexpected(reading.error());
  }
  if (!reading->bad.empty()) {
    return failure(
        ErrorCode::kInput,
        fmt::format("--append: '{}' has mistakes, which 'dps datasheet {}' lists",
                    printable(reading->bad.front().source.path), printable(options.folder)));
  }
  const std::uint64_t bytes = reading->folder.facts.element_bytes;
  if (bytes != bytes_of(options.type)) {
    return failure(ErrorCode::kInput,
                   fmt::format("--append: the elements in '{}' have {}, those of --type {} have {}",
                               printable(options.folder), text::write_bytes(bytes),
                               name_of(options.type), text::write_bytes(bytes_of(options.type))));
  }
  EarlierFiles earlier{reading->folder.facts.measured, {}};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.folder, error)) {
    const std::string extension = entry.path().extension();
    if (extension != ".data" && extension != ".trials") {
      continue;
    }
    auto text = read_text(entry.path(), datasheets::kMostRawBytes);
    if (!text) {
      return with_context(text.error(), printable(entry.path().string()));
    }
    earlier.files.emplace_back(entry.path().filename(), std::move(*text));
  }
  return earlier;
}

}  // namespace

Result<EarlierFiles> open_folder(const Options& options) {
  std::error_code error;
  if (fs::exists(options.folder, error)) {
    if (options.appends) {
      return read_earlier(options);
    }
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' exists; choose another folder with -o, or add to it with "
                               "--append",
                               printable(options.folder)));
  }
  if (options.appends) {
    return failure(ErrorCode::kInput,
                   fmt::format("--append: there is no folder '{}'", printable(options.folder)));
  }
  if (::mkdir(options.folder.c_str(), 0777) != 0) {
    auto refused = cannot("make the folder", options.folder);
    refused.value().code = ErrorCode::kInput;
    return refused;
  }
  return EarlierFiles{};
}

Result<void> write_folder(const RawMeasurement& measured, const EarlierFiles& earlier) {
  const fs::path folder = measured.options.folder;
  // The most important files first: there may be no time for all.
  Result<void> written = replace(
      folder / kRunFile,
      datasheets::write_run_facts({bytes_of(measured.options.type), measured.timer_resolution,
                                   all_facts(earlier, measured.facts)}),
      measured.is_flushed);
  for (std::uint32_t series = 0; written && series < measured.plan.series.size(); ++series) {
    const auto file = file_of(measured, series);
    if (!file.points.empty()) {
      const std::string name = file_name(measured.plan.series[series]) + ".data";
      written = replace(folder / name, with_earlier(earlier, name, datasheets::write_raw(file)),
                        measured.is_flushed);
    }
  }
  for (std::uint32_t series = 0;
       written && measured.options.keeps_trials && series < measured.plan.series.size(); ++series) {
    const std::string text = trials_of(measured, series);
    if (!text.empty()) {
      const std::string name = file_name(measured.plan.series[series]) + ".trials";
      written = replace(folder / name, with_earlier(earlier, name, text), measured.is_flushed);
    }
  }
  return written;
}

}  // namespace dps::rawtiming
