#include "commands/surfaces/surface_input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "profiles/json/result_json.h"
#include "profiles/surfaces/named_point.h"
#include "profiles/surfaces/phase_text.h"
#include "profiles/surfaces/point_sources.h"
#include "profiles/sweeps/store/stored_point.h"

namespace dps::commands {
namespace {

/// The samples of texts, and the points whose axes are not known yet.
struct Side {
  std::vector<surfaces::Sample> samples;
  std::vector<surfaces::NamedPoint> points;
};

/// Checks that the points of a database have the same kind and the same machine.
Result<void> check_alike(const sweeps::PointName& name, const std::vector<sweeps::PointKey>& keys) {
  std::set<std::string> sorts;
  for (const sweeps::PointKey& key : keys) {
    sorts.insert(fmt::format("{}:kind={}{}{}", printable(name.path), sweeps::kind_name(key.kind),
                             key.machine.empty() ? "" : ",machine=", printable(key.machine)));
  }
  return sorts.size() == 1
             ? Result<void>()
             : failure(ErrorCode::kInput,
                       keys.empty() ? fmt::format("'{}' has no such points", printable(name.path))
                                    : fmt::format("'{}' has points of several kinds; name one of: "
                                                  "{}",
                                                  printable(name.path), fmt::join(sorts, " ")));
}

Result<void> add_sweep(const sweeps::PointName& name, Side& side) {
  auto store = sweeps::Store::open_to_read(name.path);
  if (!store) {
    return tl::unexpected(store.error());
  }
  const auto keys = sweeps::selected_keys(*store, name);
  if (!keys) {
    return tl::unexpected(keys.error());
  }
  if (auto alike = check_alike(name, *keys); !alike) {
    return alike;
  }
  for (const sweeps::PointKey& key : *keys) {
    const auto result = sweeps::read_results(*store, key);
    if (!result) {
      return with_context(result.error(), printable(name.path));
    }
    if (*result) {
      auto points = surfaces::points_of(**result);
      std::move(points.begin(), points.end(), std::back_inserter(side.points));
    }
  }
  return {};
}

Result<void> add_json(const std::string& text, Side& side) {
  Result<std::vector<surfaces::NamedPoint>> points;
  if (surfaces::is_model_table(text)) {
    points = surfaces::points_of_model_table(text);
  } else if (const auto result = profiles::parse_result(text)) {
    points = surfaces::points_of(*result);
  } else {
    return tl::unexpected(result.error());
  }
  if (!points) {
    return tl::unexpected(points.error());
  }
  std::move(points->begin(), points->end(), std::back_inserter(side.points));
  return {};
}

/// Adds an input to a side. Returns false after printing the error.
bool add_input(const std::string& word, Color color, Side& side) {
  const auto refuse = [&](const std::string& why) {
    print_error(why, ExitStatus::kInputWrong, color);
    return false;
  };
  std::error_code ignored;
  const auto point = sweeps::read_point_name(word);
  if (point && (point->selector.empty() || !std::filesystem::exists(word, ignored))) {
    const auto added = add_sweep(*point, side);
    return added || refuse(added.error().message);
  }
  const auto text = read_text(word, profiles::kMostResultBytes);
  if (!text) {
    return refuse(fmt::format("cannot read '{}': {}", printable(word), text.error().message));
  }
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (*text)[first] == '{') {
    const auto added = add_json(*text, side);
    return added ||
           refuse(fmt::format("'{}': {}", printable(input_name(word)), added.error().message));
  }
  surfaces::PhaseText read = surfaces::read_phase_text(*text);
  print_diagnostics(color, {input_name(word), *text}, read.diagnostics);
  if (has_errors(read.diagnostics)) {
    return false;
  }
  std::move(read.samples.begin(), read.samples.end(), std::back_inserter(side.samples));
  return true;
}

bool add_inputs(const std::vector<std::string>& words, Color color, Side& side) {
  bool ok = true;
  for (const std::string& word : words) {
    ok = add_input(word, color, side) && ok;
  }
  return ok;
}

Result<SurfaceInputs> resolve(Side a, Side b, surfaces::AxisNames names) {
  std::vector<surfaces::NamedPoint> all = a.points;
  all.insert(all.end(), b.points.begin(), b.points.end());
  SurfaceInputs inputs{std::move(a.samples), std::move(b.samples), {}};
  if (all.empty()) {
    return inputs;
  }
  const auto data = surfaces::data_name(all, names);
  if (!data) {
    return tl::unexpected(data.error());
  }
  names.data = *data;
  if (data->empty()) {
    inputs.notes.emplace_back(
        "no variable differs among the results besides the number of "
        "processes: the data are 0");
  }
  for (const auto& [points, samples] :
       {std::pair(&a.points, &inputs.a), std::pair(&b.points, &inputs.b)}) {
    auto more = surfaces::samples_of(*points, names);
    if (!more) {
      return tl::unexpected(more.error());
    }
    std::move(more->begin(), more->end(), std::back_inserter(*samples));
  }
  return inputs;
}

}  // namespace

std::optional<SurfaceInputs> load_surfaces(const SurfaceFiles& files, Color color) {
  Side a;
  Side b;
  const bool has_a = add_inputs(files.a, color, a);
  const bool has_b = add_inputs(files.b, color, b);
  if (!has_a || !has_b) {
    return std::nullopt;
  }
  auto inputs = resolve(std::move(a), std::move(b), {files.processes, files.data});
  if (!inputs) {
    print_error(inputs.error().message, ExitStatus::kInputWrong, color);
    return std::nullopt;
  }
  return *std::move(inputs);
}

}  // namespace dps::commands
