#include "profiles/json/result_json.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "profiles/environment.h"
#include "profiles/json/json_fields.h"
#include "profiles/json/latencies_json.h"
#include "profiles/json/mpi_json.h"
#include "profiles/json/why_json.h"
#include "profiles/run_statistics.h"
#include "profiles/run_totals.h"

namespace dps::profiles {
namespace {

/// The tags of the row, and its figures over the runs. The levels below its own have no tag.
OrderedJson row_of(const RowStatistics& row) {
  OrderedJson object = {{"ptag", row.process}};
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
                             {"mean", json_value(of.mean)},
                             {"half_width", json_value(of.half_width.value_or(kUnknown))},
                             {"median", json_value(of.median)},
                             {"min", json_value(of.min)},
                             {"max", json_value(of.max)}};
    }
  }
  return object;
}

/// The member "latencies" of a run; "" if it has none.
std::string latencies_text(const RunProfile& run) {
  if (!run.latencies) {
    return "";
  }
  const statistics::Latencies& of = *run.latencies;
  const auto line = [&](const auto& row) { return json_line(json_of(row, of)); };
  std::string limits = of.from == 0 ? "" : fmt::format(" \"from\": {},", of.from);
  limits += of.left_out == 0 ? "" : fmt::format(" \"left_out\": {},", of.left_out);
  const std::string requests =
      of.requests.empty()
          ? ""
          : fmt::format(",\n   \"requests\": {}", json_lines(of.requests, "   ", line));
  const std::string windows = of.windows.empty() ? ""
                                                 : fmt::format(",\n   \"windows\": {}",
                                                               json_lines(of.windows, "   ", line));
  const std::string collectives =
      of.collectives.empty()
          ? ""
          : fmt::format(",\n   \"collectives\": {}", json_lines(of.collectives, "   ", line));
  return fmt::format(
      ",\n  \"latencies\": {{\"unit\": \"{}\",{}\n   \"messages\": {},\n   "
      "\"functionalities\": {}{}{}{}}}",
      unit_of(of), limits, json_lines(of.messages, "   ", line),
      json_lines(of.functionalities, "   ", line), requests, windows, collectives);
}

/// The member "links" of a run; "" if it has none.
std::string links_text(const RunProfile& run) {
  const auto line = [](const LinkProfile& row) { return json_line(fields_object(row)); };
  return run.links.empty() ? ""
                           : fmt::format(",\n  \"links\": {}", json_lines(run.links, "  ", line));
}

std::string run_text(const RunProfile& run, Level level) {
  const auto process = [&](const ProcessProfile& row) { return json_line(row_object(row, level)); };
  const auto message = [](const MessageProfile& row) { return json_line(fields_object(row)); };
  return fmt::format(
      "{{\"makespan_s\": {}, \"variables\": {},\n  \"totals\": {},\n  \"processes\": {},\n"
      "  \"messages\": {}{}{}{}}}",
      json_line(json_value(run.makespan_s)), json_line(json_value(run.variables)),
      json_line(fields_object(totals_of(run))), json_lines(run.processes, "  ", process),
      json_lines(run.messages, "  ", message), latencies_text(run),
      run.mpi ? ",\n  \"mpi\": " + mpi_json(*run.mpi) : "", links_text(run));
}

std::string environment_text(const RunResult& result) {
  std::string out;
  for (const auto& [name, value] : result.environment) {
    const std::string json = OrderedJson::accept(value) ? value : json_form(value);
    out += fmt::format("{}  {}: {}", out.empty() ? "\n" : ",\n", json_form(name), json);
  }
  return out.empty() ? "{}" : fmt::format("{{{}\n }}", out);
}

}  // namespace

std::string to_json(const RunResult& result) {
  const auto statistics = [](const RowStatistics& row) { return json_line(row_of(row)); };
  const auto host = [](const HostProfile& row) { return json_line(fields_object(row)); };
  const auto run = [&](const RunProfile& row) { return run_text(row, result.level); };
  const auto note = [](const std::string& row) { return json_form(row); };
  const std::string_view level = level_name(result.level);
  std::string out = fmt::format(
      "{{\"format\": \"dps-result\", \"version\": {}, \"kind\": {},\n"
      " \"complete\": {}, \"level\": \"{}\",\n \"blueprint\": {},\n",
      kResultVersion, json_form(result.kind), result.complete, level,
      json_line(fields_object(result.blueprint)));
  if (result.program) {
    out += fmt::format(" \"program\": {},\n", program_json(*result.program));
  }
  out += fmt::format(" \"environment\": {},\n", environment_text(result));
  out += fmt::format(" \"hosts\": {},\n", json_lines(result.hosts, " ", host));
  out += fmt::format(" \"runs\": {},\n", json_lines(result.runs, " ", run));
  if (result.runs.size() > 1) {
    out += fmt::format(" \"statistics\": {},\n",
                       json_lines(statistics_of_runs(result), " ", statistics));
  }
  if (result.why) {
    out += fmt::format(" \"why\": {},\n", why_json(*result.why));
  }
  if (result.slow) {
    out += fmt::format(" \"slow\": {},\n", slow_json(*result.slow));
  }
  out += fmt::format(" \"notes\": {}}}\n", json_lines(result.notes, " ", note));
  return out;
}

}  // namespace dps::profiles
