#include "profiles/json/result_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "profiles/environment.h"
#include "profiles/json/latencies_json.h"
#include "profiles/json/mpi_json.h"
#include "profiles/json/tree_reader.h"
#include "profiles/json/why_json.h"
#include "profiles/result_fields.h"
#include "profiles/run_statistics.h"
#include "profiles/run_totals.h"

namespace dps::profiles {
namespace {

using Json = nlohmann::ordered_json;  // for writing: keeps the keys in insertion order

constexpr std::uint64_t kResultVersion = 2;
constexpr std::uint64_t kOldestVersion = 1;
constexpr int kMostNesting = 32;  // dps writes at most 9 levels; limits the parser's recursion

// --- writing ------------------------------------------------------------------------------------

double finite_figure(double figure) {
  return std::isfinite(figure) ? figure : 0;
}

template <typename Value>
std::string dump(const Value& value) {
  return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

Json object_of(const std::vector<std::pair<std::string, double>>& variables) {
  Json object = Json::object();
  for (const auto& [name, value] : variables) {
    const bool is_whole = std::abs(value) < 0x1p53 && std::trunc(value) == value;
    object[name] = is_whole ? Json(static_cast<std::int64_t>(value)) : Json(finite_figure(value));
  }
  return object;
}

/// An unknown figure is null.
Json value_of(double figure) {
  return std::isfinite(figure) ? Json(figure) : Json();
}

template <typename Value>
Json value_of(const Value& value) {
  return value;
}

template <typename Row>
Json fields_of(const Row& row) {
  Json object = Json::object();
  visit_fields(row, [&](const char* key, const auto& value) { object[key] = value_of(value); });
  return object;
}

/// With null for the counts that are unknown.
template <typename Row>
Json counted_fields_of(const Row& row) {
  Json object = fields_of(row);
  for (const auto& [key, value] : object.items()) {
    if (!is_known_count(row.counted, key)) {
      object[key] = Json();
    }
  }
  return object;
}

Json row_of(const UnitProfile& unit, Level level) {
  Json row = fields_of(unit);
  if (level == Level::kFunctionality) {
    Json& functionalities = row["functionalities"] = Json::array();
    for (const FunctionalityProfile& functionality : unit.functionalities) {
      functionalities.push_back(fields_of(functionality));
    }
  }
  return row;
}

Json row_of(const ProcessProfile& process, Level level) {
  Json row = counted_fields_of(process);
  if (level != Level::kProcess) {
    Json& units = row["units"] = Json::array();
    for (const UnitProfile& unit : process.units) {
      units.push_back(row_of(unit, level));
    }
  }
  return row;
}

/// The tags of the row, and its figures over the runs. The levels below its own have no tag.
Json row_of(const RowStatistics& row) {
  Json object = {{"ptag", row.process}};
  if (row.level != Level::kProcess) {
    object["futag"] = row.futag;
  }
  if (row.level == Level::kFunctionality) {
    object["ftag"] = row.ftag;
  }
  for (const FigureStatistics& figure : row.figures) {
    const Statistics& of = figure.over_runs;
    if (of.count > 0) {
      object[figure.name] = {{"runs", of.count},
                             {"mean", value_of(of.mean)},
                             {"half_width", value_of(of.half_width.value_or(kUnknown))},
                             {"median", value_of(of.median)},
                             {"min", value_of(of.min)},
                             {"max", value_of(of.max)}};
    }
  }
  return object;
}

/// A JSON array with one line per element, indented by one blank more than `indent`.
template <typename Row, typename Write>
std::string lines_of(const std::vector<Row>& rows, std::string_view indent, Write write) {
  std::string out = "[";
  for (const Row& row : rows) {
    out += out.size() > 1 ? ",\n" : "\n";
    out += fmt::format("{} {}", indent, write(row));
  }
  return rows.empty() ? "[]" : fmt::format("{}\n{}]", out, indent);
}

/// The member "latencies" of a run; "" if it has none.
std::string latencies_text(const RunProfile& run) {
  if (!run.latencies) {
    return "";
  }
  const statistics::Latencies& of = *run.latencies;
  const auto line = [&](const auto& row) { return dump(json_of(row, of)); };
  const std::string left_out =
      of.left_out == 0 ? "" : fmt::format(" \"left_out\": {},", of.left_out);
  return fmt::format(
      ",\n  \"latencies\": {{\"unit\": \"{}\",{}\n   \"messages\": {},\n   "
      "\"functionalities\": {}}}",
      unit_of(of), left_out, lines_of(of.messages, "   ", line),
      lines_of(of.functionalities, "   ", line));
}

/// The member "mpi" of a run; "" if it has none.
std::string mpi_text(const RunProfile& run) {
  if (!run.mpi) {
    return "";
  }
  const auto line = [](const auto& row) { return dump(json_of(row)); };
  return fmt::format(
      ",\n  \"mpi\": {{\"sites\": {},\n   \"collectives\": {},\n   \"functions\": {}}}",
      lines_of(run.mpi->sites, "   ", line), lines_of(run.mpi->collectives, "   ", line),
      lines_of(run.mpi->functions, "   ", line));
}

std::string run_text(const RunProfile& run, Level level) {
  const auto process = [&](const ProcessProfile& row) { return dump(row_of(row, level)); };
  const auto message = [](const MessageProfile& row) { return dump(fields_of(row)); };
  return fmt::format(
      "{{\"makespan_s\": {}, \"variables\": {},\n  \"totals\": {},\n  \"processes\": {},\n"
      "  \"messages\": {}{}{}}}",
      dump(value_of(run.makespan_s)), dump(object_of(run.variables)),
      dump(counted_fields_of(totals_of(run))), lines_of(run.processes, "  ", process),
      lines_of(run.messages, "  ", message), latencies_text(run), mpi_text(run));
}

Json blueprint_of(const RunResult& result) {
  return {{"path", result.blueprint.path},
          {"sha256", result.blueprint.sha256},
          {"text", result.blueprint.text},
          {"variables", object_of(result.blueprint.variables)}};
}

std::string environment_text(const RunResult& result) {
  std::string out;
  for (const auto& [name, value] : result.environment) {
    const std::string json = Json::accept(value) ? value : json_form(value);
    out += fmt::format("{}  {}: {}", out.empty() ? "\n" : ",\n", json_form(name), json);
  }
  return out.empty() ? "{}" : fmt::format("{{{}\n }}", out);
}

// --- reading ------------------------------------------------------------------------------------

/// Version 1 does not have these times: they are unknown.
bool is_since_version_2(std::string_view key) {
  return key == "sleep_s" || key == "pack_s" || key == "idle_s" || key == "waited_s";
}

bool is_null(TreeReader& in, const Tree& object, const KeyPath& at, std::string_view key) {
  const Tree* value = in.find_optional(object, at, key);
  return value != nullptr && value->is_null();
}

/// Which counts are not null.
Counted read_counted(TreeReader& in, const Tree& object, const KeyPath& at) {
  if (is_null(in, object, at, "msgs_out")) {
    return Counted::kNothing;
  }
  return is_null(in, object, at, "bytes_out") ? Counted::kMessages : Counted::kAll;
}

template <typename Row>
void read_fields(TreeReader& in, const Tree& object, const KeyPath& at, Row& row) {
  visit_fields(row, [&](const char* key, auto& value) {
    if constexpr (requires { row.counted; }) {
      if (!is_known_count(row.counted, key)) {
        return;
      }
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
      if (is_since_version_2(key) && in.find_optional(object, at, key) == nullptr) {
        value = kUnknown;
        return;
      }
    }
    in.get(object, at, key, value);
  });
}

void read_unit(TreeReader& in, const Tree& row, const KeyPath& at, Level level, UnitProfile& unit) {
  read_fields(in, row, at, unit);
  if (level == Level::kFunctionality) {
    in.list(row, at, "functionalities", unit.functionalities,
            [&](const Tree& inner, const KeyPath& path, FunctionalityProfile& functionality) {
              read_fields(in, inner, path, functionality);
            });
  }
}

void read_process(TreeReader& in, const Tree& row, const KeyPath& at, Level level,
                  ProcessProfile& p) {
  p.counted = read_counted(in, row, at);
  read_fields(in, row, at, p);
  if (level != Level::kProcess) {
    in.list(row, at, "units", p.units, [&](const Tree& inner, const KeyPath& path, UnitProfile& u) {
      read_unit(in, inner, path, level, u);
    });
  }
}

void read_run(TreeReader& in, const Tree& row, const KeyPath& at, Level level, RunProfile& run) {
  in.get(row, at, "makespan_s", run.makespan_s);
  in.get(row, at, "variables", run.variables);
  if (const Tree* totals = in.find_optional(row, at, "totals")) {
    const KeyPath path{&at, "totals"};
    run.totals.emplace().counted = read_counted(in, *totals, path);
    read_fields(in, *totals, path, *run.totals);
  }
  in.list(row, at, "processes", run.processes,
          [&](const Tree& inner, const KeyPath& path, ProcessProfile& process) {
            read_process(in, inner, path, level, process);
          });
  in.list(row, at, "messages", run.messages,
          [&](const Tree& inner, const KeyPath& path, MessageProfile& message) {
            read_fields(in, inner, path, message);
          });
  if (const Tree* latencies = in.find_optional(row, at, "latencies")) {
    read_latencies(in, *latencies, KeyPath{&at, "latencies"}, run.latencies.emplace());
  }
  if (const Tree* mpi = in.find_optional(row, at, "mpi")) {
    read_mpi(in, *mpi, KeyPath{&at, "mpi"}, run.mpi.emplace());
  }
}

/// The latencies of all runs are added up.
void check_units(TreeReader& in, const KeyPath& top, const RunResult& result) {
  std::optional<std::uint64_t> unit;
  for (const RunProfile& run : result.runs) {
    if (run.latencies &&
        unit.value_or(run.latencies->ticks_per_second) != run.latencies->ticks_per_second) {
      in.fail(KeyPath{&top, "runs"}, "the latencies of the runs have different units");
    }
    unit = run.latencies ? run.latencies->ticks_per_second : unit;
  }
}

void read_level(TreeReader& in, const Tree& root, const KeyPath& top, Level& level) {
  std::string text;
  in.get(root, top, "level", text);
  for (std::size_t i = 0; i < kLevelNames.size(); ++i) {
    if (text == kLevelNames[i]) {
      level = static_cast<Level>(i);
      return;
    }
  }
  const std::vector<std::string> candidates(kLevelNames.begin(), kLevelNames.end());
  in.fail(KeyPath{&top, "level"},
          fmt::format("unknown level '{}'{}", printable(text), did_you_mean(text, candidates)));
}

/// Checks the format's name and version before anything else is read.
void read_format(TreeReader& in, const Tree& root, const KeyPath& top) {
  std::string format;
  std::uint64_t version = 0;
  in.get(root, top, "format", format);
  if (format != "dps-result") {
    in.fail(KeyPath{&top, "format"},
            fmt::format("expected 'dps-result', got '{}'", printable(format)));
  }
  in.get(root, top, "version", version);
  if (version < kOldestVersion || version > kResultVersion) {
    in.fail(KeyPath{&top, "version"},
            fmt::format("the result has version {}, but this dps reads versions {} and {}", version,
                        kOldestVersion, kResultVersion),
            ErrorCode::kVersion);
  }
}

void read_result(TreeReader& in, const Tree& root, const KeyPath& top, RunResult& result) {
  read_format(in, root, top);
  in.get(root, top, "kind", result.kind);
  in.get(root, top, "complete", result.complete);
  read_level(in, root, top, result.level);
  if (const Tree* blueprint = in.find(root, top, "blueprint")) {
    const KeyPath path{&top, "blueprint"};
    in.get(*blueprint, path, "path", result.blueprint.path);
    in.get(*blueprint, path, "sha256", result.blueprint.sha256);
    in.get(*blueprint, path, "text", result.blueprint.text);
    in.get(*blueprint, path, "variables", result.blueprint.variables);
  }
  if (const Tree* program = in.find_optional(root, top, "program")) {
    read_program(in, *program, KeyPath{&top, "program"}, result.program.emplace());
  }
  if (const Tree* environment = in.find(root, top, "environment")) {
    in.members(*environment, KeyPath{&top, "environment"},
               [&](const std::string& name, const Tree& value, const KeyPath&) {
                 result.environment.emplace_back(name, dump(value));
               });
  }
  in.list(root, top, "hosts", result.hosts,
          [&](const Tree& row, const KeyPath& at, HostProfile& h) { read_fields(in, row, at, h); });
  in.list(root, top, "runs", result.runs, [&](const Tree& row, const KeyPath& at, RunProfile& run) {
    read_run(in, row, at, result.level, run);
  });
  check_units(in, top, result);
  in.get(root, top, "notes", result.notes);
  if (const Tree* why = in.find_optional(root, top, "why")) {
    read_why(in, *why, KeyPath{&top, "why"}, result.why.emplace());
  }
}

/// Returns the nesting depth of objects and arrays in a JSON text. For other text the value has no
/// meaning; the parser rejects it.
int nesting_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

/// Removes nlohmann's prefix "[json.exception.parse_error.101] parse error at " from a message.
std::string without_prefix(std::string_view what) {
  constexpr std::string_view kPrefix = "parse error at ";
  const std::size_t at = what.find(kPrefix);
  return printable(at == std::string_view::npos ? what : what.substr(at + kPrefix.size()));
}

}  // namespace

std::string to_json(const RunResult& result) {
  const auto statistics = [](const RowStatistics& row) { return dump(row_of(row)); };
  const auto host = [](const HostProfile& row) { return dump(fields_of(row)); };
  const auto run = [&](const RunProfile& row) { return run_text(row, result.level); };
  const auto note = [](const std::string& row) { return json_form(row); };
  const std::string_view level = level_name(result.level);
  std::string out = fmt::format(
      "{{\"format\": \"dps-result\", \"version\": {}, \"kind\": {},\n"
      " \"complete\": {}, \"level\": \"{}\",\n \"blueprint\": {},\n",
      kResultVersion, json_form(result.kind), result.complete, level, dump(blueprint_of(result)));
  if (result.program) {
    out += fmt::format(" \"program\": {},\n", dump(json_of(*result.program)));
  }
  out += fmt::format(" \"environment\": {},\n", environment_text(result));
  out += fmt::format(" \"hosts\": {},\n", lines_of(result.hosts, " ", host));
  out += fmt::format(" \"runs\": {},\n", lines_of(result.runs, " ", run));
  if (result.runs.size() > 1) {
    out += fmt::format(" \"statistics\": {},\n",
                       lines_of(statistics_of_runs(result), " ", statistics));
  }
  if (result.why) {
    out += fmt::format(" \"why\": {},\n", why_json(*result.why));
  }
  out += fmt::format(" \"notes\": {}}}\n", lines_of(result.notes, " ", note));
  return out;
}

Result<RunResult> parse_result(std::string_view text) {
  if (nesting_of(text) > kMostNesting) {
    return failure(ErrorCode::kLimit,
                   fmt::format("not a result: nested more than {} levels deep", kMostNesting));
  }
  try {
    const Tree root = Tree::parse(text);
    RunResult result;
    TreeReader in;
    read_result(in, root, KeyPath{}, result);
    if (in.error()) {
      return tl::unexpected(*in.error());
    }
    return result;
  } catch (const Tree::exception& exception) {
    return failure(ErrorCode::kInput, "not JSON: " + without_prefix(exception.what()));
  } catch (const std::bad_alloc&) {
    return failure(ErrorCode::kLimit, "the result does not fit into memory");
  }
}

Result<RunResult> load_result(const std::string& path) {
  const std::string name = printable(input_name(path));
  const auto text = read_file(path, kMostResultBytes);
  if (!text) {
    return with_context(text.error(), name);
  }
  auto result = parse_result(*text);
  if (!result) {
    Error error = result.error();
    if (error.code == ErrorCode::kInput) {
      error.message +=
          "; expected a result written by 'dps run … -o FILE' or 'dps predict … -o FILE'";
    }
    return with_context(error, name);
  }
  return result;
}

}  // namespace dps::profiles
