#include "commands/surfaces/surface_input.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/file_identity.h"
#include "base/printable.h"
#include "commands/terminal/messages.h"
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
  std::map<std::string, std::string> kinds;  ///< of results, with the first input of each kind
  std::set<surfaces::Origin> origins;        ///< of results

  void add(const profiles::RunResult& result, const std::string& word);
};

void Side::add(const profiles::RunResult& result, const std::string& word) {
  kinds.emplace(surfaces::kind_of(result), word);
  origins.insert(surfaces::origin_of(result));
  auto more = surfaces::points_of(result);
  std::move(more.begin(), more.end(), std::back_inserter(points));
}

/// "sweep.db:kind=predict,machine=laptop": selects the points of this kind and machine.
std::string selector_of(const sweeps::PointName& name, const sweeps::PointKey& key) {
  return fmt::format("{}:kind={}{}{}", printable(name.path), sweeps::kind_name(key.kind),
                     key.machine.empty() ? "" : ",machine=", printable(plain_path(key.machine)));
}

/// The selectors of the points of a database, and their origins.
struct Selected {
  std::set<std::string> selectors;
  std::set<surfaces::Origin> origins;

  void add(const sweeps::PointName& name, const sweeps::PointKey& key,
           const std::string& settings) {
    selectors.insert(selector_of(name, key) + settings);
    origins.insert({std::string(sweeps::kind_name(key.kind)), plain_path(key.machine), settings});
  }
};

/// Refuses points of a database that several selectors would select.
Result<void> check_alike(const sweeps::PointName& name, const Selected& selected) {
  const std::set<std::string>& selectors = selected.selectors;
  constexpr std::size_t kMostNamed = 8;
  if (selectors.size() <= 1) {
    return {};
  }
  const std::size_t count = std::min(selectors.size(), kMostNamed);
  const std::vector<std::string> named(
      selectors.begin(), std::next(selectors.begin(), static_cast<std::ptrdiff_t>(count)));
  return failure(ErrorCode::kInput,
                 fmt::format("'{}' has points that {}; name one of: {}{}", printable(name.path),
                             surfaces::difference_of(selected.origins), fmt::join(named, " "),
                             selectors.size() > count
                                 ? fmt::format(" ... and {} more", selectors.size() - count)
                                 : ""));
}

/// ",network.latency=10us": the settings of a point that are not variables of its program, and
/// therefore change its machine.
std::string machine_settings(const sweeps::PointKey& key, const sweeps::StoredPoint& point) {
  std::string settings;
  for (const std::string& item : sweeps::setting_items(key.variables)) {
    const std::string name = item.substr(0, item.find('='));
    const bool is_variable = std::any_of(point.variables.begin(), point.variables.end(),
                                         [&](const auto& each) { return each.first == name; });
    settings += is_variable ? "" : "," + printable(item);
  }
  return settings;
}

Result<void> add_sweep(const sweeps::PointName& name, const std::string& word, Side& side) {
  auto store = sweeps::Store::open_to_read(name.path);
  if (!store) {
    return tl::unexpected(store.error());
  }
  const auto keys = sweeps::selected_keys(*store, name);
  if (!keys) {
    return tl::unexpected(keys.error());
  }
  if (keys->empty()) {
    return failure(ErrorCode::kInput, fmt::format("'{}' has no such points", printable(name.path)));
  }
  Selected unread;
  for (const sweeps::PointKey& key : *keys) {
    unread.add(name, key, "");
  }
  if (auto alike = check_alike(name, unread); !alike) {
    return alike;
  }
  Selected selected;
  for (const sweeps::PointKey& key : *keys) {
    auto result = sweeps::read_results(*store, key);
    if (!result) {
      return with_context(result.error(), printable(name.path));
    }
    const auto point = store->find(key);
    if (!point) {
      return tl::unexpected(point.error());
    }
    if (*point && *result) {
      selected.add(name, key, machine_settings(key, **point));
      if ((*result)->program) {
        (*result)->blueprint.variables = (*point)->variables;
      }
      side.add(**result, word);
    }
  }
  return check_alike(name, selected);
}

Result<void> add_json(const std::string& text, const std::string& word, Side& side) {
  if (!surfaces::is_model_table(text)) {
    const auto result = profiles::parse_result(text);
    if (!result) {
      return tl::unexpected(result.error());
    }
    side.add(*result, word);
    return {};
  }
  auto points = surfaces::points_of_model_table(text);
  if (!points) {
    return tl::unexpected(points.error());
  }
  std::move(points->begin(), points->end(), std::back_inserter(side.points));
  return {};
}

/// Adds an input to a side. Returns false after printing the error.
bool add_input(const std::string& word, const CommonOptions& common, Side& side) {
  const auto refuse = [&](const std::string& why) {
    print_error(why, ExitStatus::kInputWrong, common.color);
    return false;
  };
  if (const auto point = sweeps::named_point(word)) {
    const auto added = add_sweep(*point, word, side);
    return added || refuse(added.error().message);
  }
  const auto text = read_text(word, profiles::kMostResultBytes);
  if (!text) {
    return refuse(fmt::format("cannot read '{}': {}", printable(word), text.error().message));
  }
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (*text)[first] == '{') {
    const auto added = add_json(*text, word, side);
    return added ||
           refuse(fmt::format("'{}': {}", printable(input_name(word)), added.error().message));
  }
  surfaces::PhaseText read = surfaces::read_phase_text(*text);
  print_diagnostics(common, {input_name(word), *text}, read.diagnostics);
  if (has_errors(read.diagnostics)) {
    return false;
  }
  std::move(read.samples.begin(), read.samples.end(), std::back_inserter(side.samples));
  return true;
}

/// The error for results of several kinds or machines; "" if they have both in common.
std::string mixture_in(const Side& side) {
  std::vector<std::string> inputs;
  for (const auto& [kind, word] : side.kinds) {
    inputs.push_back(fmt::format("'{}' has {}", printable(input_name(word)), kind));
  }
  return inputs.size() <= 1
             ? ""
             : fmt::format("the inputs have points that {}, which --against compares: {}",
                           surfaces::difference_of(side.origins), fmt::join(inputs, ", "));
}

/// Adds the inputs to a side. Returns false after printing the errors.
bool add_inputs(const std::vector<std::string>& words, const CommonOptions& common, Side& side) {
  bool ok = true;
  for (const std::string& word : words) {
    ok = add_input(word, common, side) && ok;
  }
  const std::string mixture = ok ? mixture_in(side) : "";
  if (!mixture.empty()) {
    print_error(mixture, ExitStatus::kInputWrong, common.color);
  }
  return ok && mixture.empty();
}

Result<SurfaceInputs> resolve(Side a, Side b, surfaces::AxisNames names) {
  std::vector<surfaces::NamedPoint> all = a.points;
  all.insert(all.end(), b.points.begin(), b.points.end());
  SurfaceInputs inputs{std::move(a.samples), std::move(b.samples), {}};
  if (all.empty()) {
    if (!names.processes.empty() || !names.data.empty()) {
      return failure(ErrorCode::kInput, fmt::format("{} goes with results, sweeps and tables of "
                                                    "models: texts have no variables",
                                                    names.data.empty() ? "--processes" : "--data"));
    }
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

std::optional<SurfaceInputs> load_surfaces(const SurfaceFiles& files, const CommonOptions& common) {
  Side a;
  Side b;
  const bool has_a = add_inputs(files.a, common, a);
  const bool has_b = add_inputs(files.b, common, b);
  if (!has_a || !has_b) {
    return std::nullopt;
  }
  auto inputs = resolve(std::move(a), std::move(b), {files.processes, files.data});
  if (!inputs) {
    print_error(inputs.error().message, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  return *std::move(inputs);
}

}  // namespace dps::commands
