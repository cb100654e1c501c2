#include "predictor/datasheets/raw/raw_reader.h"

#include <map>

#include <fmt/format.h>

#include "predictor/datasheets/raw/point_of_trials.h"
#include "predictor/datasheets/raw/raw_lines.h"

namespace dps::datasheets {
namespace {

constexpr std::size_t kShortLine = 4;
constexpr std::size_t kLongLine = 11;

constexpr text::WholeNumber kProcesses{"the number of processes", 1, 1U << 30};
constexpr text::WholeNumber kElements{"the number of elements", 0, text::kMaxCount};

/// Reads the columns after the fourth.
std::optional<TrialCounts> read_counts(RawLines& lines) {
  const auto trials = lines.count(4, {"the number of trials"});
  const auto min = lines.seconds(5, "the least time");
  const auto max = lines.seconds(6, "the largest time");
  const auto late = lines.count(7, {"the number of late trials"});
  const auto outliers = lines.count(8, {"the number of outliers"});
  const auto passes = lines.count(9, {"the number of passes"});
  const auto stop = lines.stop(10);
  if (!trials || !min || !max || !late || !outliers || !passes || !stop) {
    return std::nullopt;
  }
  return TrialCounts{*trials, *min, *max, *late, *outliers, *passes, *stop};
}

/// Adds the point of the line. The error of a point must not be 0 if errors are needed.
void read_point(RawLines& lines, const RawExpectation& expected, RawFile& file) {
  const std::size_t fields = lines.fields().size();
  if (fields != kShortLine && fields != kLongLine) {
    lines.error(lines.line(),
                fmt::format("a point has 4 fields (processes, elements, median and error in "
                            "seconds) or 11, got {}",
                            fields));
    return;
  }
  const auto processes = lines.count(0, kProcesses);
  const auto elements = lines.count(1, kElements);
  const auto median = lines.seconds(2, "the median");
  const auto error = lines.seconds(3, "the error");
  if (error && *error <= 0 && expected.needs_errors) {
    lines.error(lines.fields()[3], "with --floor 0, a point needs an error above 0");
  }
  auto counts = fields == kLongLine ? read_counts(lines) : std::nullopt;
  if (processes && elements && median && error) {
    file.points.push_back({*processes, *elements, *median, *error, counts});
  }
}

bool is_too_long(const RawFile& file, RawLines& lines) {
  if (file.points.size() < kMostRawPoints) {
    return false;
  }
  lines.error(lines.line(), fmt::format("a file has at most {} points", kMostRawPoints));
  return true;
}

/// The trials of a point, and the place of the first.
struct TrialsOfPoint {
  std::uint64_t processes = 1;
  std::uint64_t elements = 0;
  text::Range place;
  std::vector<TimedTrial> trials;
};

/// Adds the trial of the line to those of its point.
void read_trial(RawLines& lines, std::vector<TrialsOfPoint>& points,
                std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t>& places) {
  const std::size_t fields = lines.fields().size();
  if (fields != 3 && fields != 4) {
    lines.error(lines.line(), fmt::format("a trial has 3 fields (processes, elements, seconds) or "
                                          "4, with the pass, got {}",
                                          fields));
    return;
  }
  const auto processes = lines.count(0, kProcesses);
  const auto elements = lines.count(1, kElements);
  const auto seconds = lines.signed_seconds(2, "the time");
  const auto pass = fields == 4 ? lines.count(3, {"the pass"}) : std::optional<std::uint64_t>(0);
  if (!processes || !elements || !seconds || !pass) {
    return;
  }
  const auto [known, is_new] = places.try_emplace({*processes, *elements}, points.size());
  if (is_new) {
    points.push_back({*processes, *elements, lines.line(), {}});
  }
  points[known->second].trials.push_back({*seconds, *pass});
}

RawReading finished(RawFile file, text::Problems& problems) {
  if (file.points.empty() && !problems.has_errors()) {
    problems.error_without_place("there is no point in this file");
  }
  const bool is_whole = !problems.has_errors();
  return {is_whole ? std::optional(std::move(file)) : std::nullopt, problems.take()};
}

}  // namespace

RawReading read_raw(std::string_view text, const RawExpectation& expected) {
  const text::SourceMap source(text);
  text::Problems problems(source, text::Repeats::kKept);
  RawLines lines(source, expected, problems);
  RawFile file;
  while (lines.next(file) && !is_too_long(file, lines)) {
    read_point(lines, expected, file);
  }
  return finished(std::move(file), problems);
}

RawReading read_trials(std::string_view text, const RawExpectation& expected) {
  const text::SourceMap source(text);
  text::Problems problems(source, text::Repeats::kKept);
  RawLines lines(source, expected, problems);
  RawFile file;
  std::vector<TrialsOfPoint> points;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> places;
  while (lines.next(file)) {
    read_trial(lines, points, places);
  }
  for (const TrialsOfPoint& point : points) {
    file.points.push_back(
        point_of_trials(point.processes, point.elements, point.trials, expected.timer_resolution));
    if (file.points.back().error <= 0 && expected.needs_errors) {
      lines.error(point.place,
                  "with --floor 0, a point needs an error above 0; the trials of this "
                  "one do not differ");
    }
  }
  return finished(std::move(file), problems);
}

}  // namespace dps::datasheets
