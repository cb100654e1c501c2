#include "commands/sweep/sweep_store.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/quantities.h"
#include "base/units.h"
#include "base/version.h"
#include "commands/cli/saved_result.h"
#include "commands/files/machine_library.h"
#include "commands/predict/prediction_input.h"
#include "profiles/json/result_json.h"
#include "profiles/record.h"
#include "profiles/sweeps/store/stored_point.h"

namespace dps::commands {
namespace {

using sweeps::Conditions;
using sweeps::OutcomeKind;

constexpr std::string_view kSuffix = ".db";

/// The hash of an input file; empty if it cannot be read (again).
std::string file_hash(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{16} << 20;
  const auto text = read_file(path, kMost);
  return text ? sha256(*text) : "";
}

/// The settings of recording, which takes time and is required for latencies.
std::string recorded_events(const SweepOptions& given) {
  const auto limits = trace_limits_of(given.trace, traces::TimeUnit::kNanoseconds);
  return records_events(given.trace, given.profile)
             ? fmt::format("at most {} of each process", limits.events)
             : "none";
}

void add_run_conditions(const SweepOptions& given, const RunTarget& target,
                        Conditions& conditions) {
  std::string hosts;
  for (const coordinator::Host& host : target.choice.hosts) {
    hosts += (hosts.empty() ? "" : ",") + host.name;
  }
  const auto add = [&](const char* name, std::string value) {
    conditions.emplace_back(name, std::move(value));
  };
  add("run: launcher", target.launcher->name());
  add("run: transport", given.hosts.transport);
  add("run: hosts", hosts.empty() ? coordinator::kThisMachine : hosts);
  add("run: waiting", given.hosts.polls() ? "spin" : "block");
  add("run: binding", given.hosts.bind_to_cores ? "core" : "none");
  add("run: warm-up runs", std::to_string(given.repetition.warmup));
  add("run: recorded events", recorded_events(given));
  for (const std::string& library : given.execution.userfuncs) {
    conditions.emplace_back("run: library " + library, file_hash(library));
  }
}

Conditions conditions_of(const SweepPlan& plan, const std::optional<RunTarget>& target) {
  const SweepOptions& given = plan.given;
  Conditions conditions{
      {"dps", dps_version()},
      {"blueprint", sha256(plan.source.text)},
      {"seed", std::to_string(given.blueprint.seed)},
      {"level", std::string(profiles::level_name(plan.level))},
      {"measured from",
       fmt::format("{} s", given.profile.measure_from.value_or(Seconds{}).count())}};
  for (const std::string& machine : given.machines) {
    conditions.emplace_back("machine " + machine, file_hash(machine_path(machine)));
  }
  if (plan.predicts()) {
    conditions.emplace_back("costs",
                            given.machine.costs.empty() ? "none" : file_hash(given.machine.costs));
    if (const auto options = machine_options(given.machine); options.has_choice()) {
      conditions.emplace_back(
          "predict: data sheet",
          fmt::format("mode {}{}, eager {}",
                      given.machine.mode.empty() ? "avg" : given.machine.mode,
                      options.contended ? ", contended" : "",
                      options.eager ? std::to_string(*options.eager) : "of the sheet"));
    }
    if (const auto options = machine_options(given.machine); options.has_parasol_choice()) {
      conditions.emplace_back(
          "predict: Parasol machine",
          fmt::format("topology {}, runtime {}", options.topology.empty() ? "-" : options.topology,
                      options.runtime.empty() ? "-" : options.runtime));
    }
    if (given.end) {
      conditions.emplace_back("predict: ends after", fmt::format("{} s", given.end->count()));
    }
    conditions.emplace_back("predict: warm-up runs", std::to_string(given.repetition.warmup));
  }
  if (target) {
    add_run_conditions(given, *target, conditions);
  }
  return conditions;
}

std::optional<std::size_t> whole(const std::string& text, std::string_view what,
                                 std::uint64_t least = 1) {
  constexpr std::uint64_t kMost = 1'000'000;
  const auto number = text::read_whole(text, {what, least, kMost});
  return number ? std::optional<std::size_t>(*number) : std::nullopt;
}

/// The place of this task in a Slurm array, whose indices begin anywhere and may have a step.
std::optional<Shard> slurm_shard() {
  const auto number = whole(environment_variable("SLURM_ARRAY_TASK_ID"), "the task", 0);
  const auto count = whole(environment_variable("SLURM_ARRAY_TASK_COUNT"), "the tasks");
  const auto first = whole(environment_variable("SLURM_ARRAY_TASK_MIN", "0"), "the task", 0);
  const auto step = whole(environment_variable("SLURM_ARRAY_TASK_STEP", "1"), "the step");
  if (!number || !count || !first || !step || *number < *first) {
    return std::nullopt;
  }
  const Shard shard{(*number - *first) / *step + 1, *count};
  return shard.number <= shard.count ? std::optional(shard) : std::nullopt;
}

}  // namespace

namespace {

/// Returns true if `a` has more than `b`: a complete point, or more runs.
bool has_more(const sweeps::StoredPoint& a, const sweeps::StoredPoint& b) {
  if ((a.outcome.status == 0) != (b.outcome.status == 0)) {
    return a.outcome.status == 0;
  }
  return a.outcome.makespans.size() > b.outcome.makespans.size();
}

/// Copies a point unless `to` has as much of it.
Result<bool> copy_point(sweeps::Store& from, sweeps::Store& to, const sweeps::PointKey& key) {
  const auto there = from.find(key);
  const auto here = to.find(key);
  if (!there || !here) {
    return tl::unexpected(there ? here.error() : there.error());
  }
  if (!*there || (*here && !has_more(**there, **here))) {
    return false;
  }
  const auto json = from.results(key);
  if (!json) {
    return tl::unexpected(json.error());
  }
  const auto saved = to.replace(key, **there, *json);
  return saved ? Result<bool>(true) : tl::unexpected(saved.error());
}

/// The conditions of each database. Errors: a database cannot be read, or two have conditions with
/// different values.
Result<std::vector<Conditions>> common_conditions(const std::vector<std::string>& paths) {
  std::vector<Conditions> read;
  for (const std::string& path : paths) {
    auto from = sweeps::Store::open_to_read(path);
    auto conditions = from ? from->conditions() : tl::unexpected(from.error());
    if (!conditions) {
      return tl::unexpected(conditions.error());
    }
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (const auto different = sweeps::differences(read[i], *conditions); !different.empty()) {
        return failure(ErrorCode::kInput,
                       fmt::format("cannot join '{}' to '{}', which belongs to another sweep:{}",
                                   printable(path), printable(paths[i]), different));
      }
    }
    read.push_back(*std::move(conditions));
  }
  return read;
}

/// True for a file that may be a database: opening it does not make a new one.
bool has_contents(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  return !error && bytes > 0;
}

/// Copies the points of a database with these conditions. Returns their number.
Result<std::size_t> merge_one(const std::string& path, const Conditions& conditions,
                              const std::string& target) {
  auto from = sweeps::Store::open_to_read(path);
  if (!from) {
    return tl::unexpected(from.error());
  }
  const auto keys = from->keys();
  if (!keys) {
    return tl::unexpected(keys.error());
  }
  auto to = sweeps::Store::open(target, conditions);
  if (!to) {
    return with_context(to.error(), "cannot join '" + printable(path) + "'");
  }
  std::size_t copied = 0;
  for (const sweeps::PointKey& key : *keys) {
    const auto is_copied = copy_point(*from, *to, key);
    if (!is_copied) {
      return tl::unexpected(is_copied.error());
    }
    copied += *is_copied ? 1 : 0;
  }
  return copied;
}

}  // namespace

ExitStatus database_status(const Error& error) {
  return error.code == ErrorCode::kInput ? ExitStatus::kInputWrong : ExitStatus::kIncomplete;
}

ExitStatus merge_databases(const SweepOptions& given) {
  std::vector<std::string> joined;
  if (has_contents(given.output.file)) {
    joined.push_back(given.output.file);
  }
  const std::size_t first = joined.size();
  joined.push_back(given.blueprint.file);
  joined.insert(joined.end(), given.databases.begin(), given.databases.end());
  const auto conditions = common_conditions(joined);
  if (!conditions) {
    return print_error(conditions.error().message, database_status(conditions.error()),
                       given.common.color);
  }
  for (std::size_t i = first; i < joined.size(); ++i) {
    const std::string& path = joined[i];
    const auto copied = merge_one(path, (*conditions)[i], given.output.file);
    if (!copied) {
      return print_error(copied.error().message, database_status(copied.error()),
                         given.common.color);
    }
    if (!given.common.quiet) {
      fmt::print(stderr, "dps: note: added {} of '{}' to '{}'\n", counted(*copied, "point"),
                 printable(path), printable(given.output.file));
    }
  }
  return ExitStatus::kDone;
}

Result<Shard> shard_of(const SweepOptions& given) {
  if (given.shard.empty()) {
    return given.output.file.empty() ? Shard{} : slurm_shard().value_or(Shard{});
  }
  const std::size_t slash = std::min(given.shard.find('/'), given.shard.size());
  const auto number = whole(given.shard.substr(0, slash), "K");
  const auto count =
      whole(slash < given.shard.size() ? given.shard.substr(slash + 1) : std::string(), "N");
  if (!number || !count || *number > *count) {
    return failure(ErrorCode::kInput,
                   fmt::format("--shard: expected K/N with K from 1 to N, such as 2/8, got '{}'",
                               printable(given.shard)));
  }
  return Shard{*number, *count};
}

std::string shard_path(const std::string& path, const Shard& shard) {
  if (shard.count == 1) {
    return path;
  }
  const bool has_suffix = path.ends_with(kSuffix);
  return fmt::format("{}.{}{}", path.substr(0, path.size() - (has_suffix ? kSuffix.size() : 0)),
                     shard.number, kSuffix);
}

Result<SweepStore> SweepStore::open(const SweepPlan& plan, const Shard& shard,
                                    const std::optional<RunTarget>& target) {
  if (plan.given.output.file.empty()) {
    return SweepStore(plan, std::nullopt);
  }
  auto store =
      sweeps::Store::open(shard_path(plan.given.output.file, shard), conditions_of(plan, target));
  if (!store) {
    return tl::unexpected(store.error());
  }
  return SweepStore(plan, *std::move(store));
}

sweeps::PointKey SweepStore::key(OutcomeKind kind, std::size_t point) const {
  const sweeps::Point& at = plan_->points[point];
  auto settings = sweeps::settings_of(plan_->axes, at);
  if (kind == OutcomeKind::kRun) {
    return {kind, "", sweeps::variables_key(std::move(settings))};
  }
  for (const std::string& change : sweeps::machine_changes_of(plan_->axes, at)) {
    const std::size_t equals = change.find('=');
    settings.emplace_back(change.substr(0, equals), change.substr(equals + 1));
  }
  return {kind, sweeps::machine_of(plan_->axes, at), sweeps::variables_key(std::move(settings))};
}

Result<std::optional<sweeps::StoredPoint>> SweepStore::find(OutcomeKind kind, std::size_t point) {
  return store_ ? store_->find(key(kind, point))
                : Result<std::optional<sweeps::StoredPoint>>(std::nullopt);
}

Result<std::optional<profiles::RunResult>> SweepStore::results(OutcomeKind kind,
                                                               std::size_t point) {
  return store_ ? sweeps::read_results(*store_, key(kind, point))
                : Result<std::optional<profiles::RunResult>>(std::nullopt);
}

Result<bool> SweepStore::claim(OutcomeKind kind, std::size_t point) {
  return store_ ? store_->claim(key(kind, point)) : Result<bool>(true);
}

Result<void> SweepStore::save(OutcomeKind kind, const FinishedPoint& finished) {
  if (!store_) {
    return {};
  }
  std::vector<std::string> json;
  if (finished.result && (kind == OutcomeKind::kPredict || finished.outcome.status == 0)) {
    json.push_back(profiles::to_json(*finished.result));
  }
  return store_->save(key(kind, finished.point), {finished.outcome, finished.variables}, json);
}

void SweepStore::release(OutcomeKind kind, std::size_t point) {
  if (store_) {
    store_->release(key(kind, point));
  }
}

}  // namespace dps::commands
