// Reads results; to_json() writes them.
#include <algorithm>
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
#include "profiles/json/json_fields.h"
#include "profiles/json/latencies_json.h"
#include "profiles/json/mpi_json.h"
#include "profiles/json/result_json.h"
#include "profiles/json/why_json.h"

namespace dps::profiles {
namespace {

constexpr int kMostNesting = 32;  // dps writes at most 9 levels; limits the parser's recursion

void read_run(TreeReader& in, const Tree& row, const KeyPath& at, Level level, RunProfile& run) {
  in.get(row, at, "makespan_s", run.makespan_s);
  in.get(row, at, "variables", run.variables);
  if (const Tree* totals = in.find_optional(row, at, "totals")) {
    const KeyPath path{&at, "totals"};
    read_fields(in, *totals, path, run.totals.emplace());
  }
  in.list(row, at, "processes", run.processes,
          [&](const Tree& inner, const KeyPath& path, ProcessProfile& process) {
            read_row(in, inner, path, level, process);
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
  if (in.find_optional(row, at, "links") != nullptr) {
    in.list(row, at, "links", run.links,
            [&](const Tree& inner, const KeyPath& path, LinkProfile& link) {
              read_fields(in, inner, path, link);
            });
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
  if (version < kOldestResultVersion || version > kResultVersion) {
    in.fail(KeyPath{&top, "version"},
            fmt::format("the result has version {}, but this dps reads versions {} and {}", version,
                        kOldestResultVersion, kResultVersion),
            ErrorCode::kVersion);
  }
}

void read_result(TreeReader& in, const Tree& root, const KeyPath& top, RunResult& result) {
  read_format(in, root, top);
  in.get(root, top, "kind", result.kind);
  in.get(root, top, "complete", result.complete);
  read_level(in, root, top, result.level);
  if (const Tree* blueprint = in.find(root, top, "blueprint")) {
    read_fields(in, *blueprint, KeyPath{&top, "blueprint"}, result.blueprint);
  }
  if (const Tree* program = in.find_optional(root, top, "program")) {
    read_program(in, *program, KeyPath{&top, "program"}, result.program.emplace());
  }
  if (const Tree* environment = in.find(root, top, "environment")) {
    in.members(*environment, KeyPath{&top, "environment"},
               [&](const std::string& name, const Tree& value, const KeyPath&) {
                 result.environment.emplace_back(name, json_line(value));
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
  if (const Tree* slow = in.find_optional(root, top, "slow")) {
    read_slow(in, *slow, KeyPath{&top, "slow"}, result.slow.emplace());
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
  const auto text = read_text(path, kMostResultBytes);
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
