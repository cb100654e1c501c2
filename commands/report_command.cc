#include "commands/report_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/letter_case.h"
#include "base/printable.h"
#include "commands/cli/saved_result.h"
#include "commands/files/graphviz.h"
#include "commands/files/output_file.h"
#include "commands/options/option.h"
#include "profiles/causes/named_why.h"
#include "profiles/latency_figures.h"
#include "profiles/reports/page.h"
#include "profiles/reports/same_run.h"
#include "profiles/reports/shape.h"
#include "profiles/reports/swept_points.h"
#include "profiles/reports/trace_result.h"
#include "profiles/sweeps/store/stored_point.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/trace_file.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

using reports::ReportSubject;

/// Returns true for a trace; standard input counts as a result.
bool is_trace_file(const std::string& path) {
  std::array<char, traces::kTraceMagic.size()> beginning{};
  std::ifstream file(path, std::ios::binary);
  return path != kStandardStream && file.read(beginning.data(), beginning.size()) &&
         traces::is_trace({beginning.data(), beginning.size()});
}

/// Adds the trace to the first result of its run that has none, or as a result of its own. Errors:
/// those of result_of().
Result<void> add_trace(const ReportOptions& given, const std::string& path, traces::Trace trace,
                       std::vector<ReportSubject>& subjects) {
  const auto found =
      std::find_if(subjects.begin(), subjects.end(), [&](const ReportSubject& subject) {
        return !subject.trace && reports::is_same_run(subject.result, trace.head());
      });
  if (found != subjects.end()) {
    found->name += " + " + printable(path);
    found->trace = std::move(trace);
    return {};
  }
  auto result = reports::result_of(trace);
  if (!result) {
    return tl::unexpected(result.error());
  }
  if (!subjects.empty()) {
    print_warning(
        given.common,
        fmt::format("the trace '{}' belongs to none of these results; the page shows it as "
                    "a separate result",
                    printable(path)));
  }
  subjects.push_back({printable(path), std::move(*result), std::move(trace), "", "", {}});
  return {};
}

/// Reads all results, then all traces, so that each trace finds its result. Errors: those of
/// open_result(), open_trace() and EventCursor.
Result<std::vector<ReportSubject>> read_subjects(const ReportOptions& given) {
  std::vector<std::string> paths = given.files;
  const auto first_trace = std::stable_partition(
      paths.begin(), paths.end(), [](const std::string& path) { return !is_trace_file(path); });
  std::vector<ReportSubject> subjects;
  subjects.reserve(paths.size());
  for (auto path = paths.begin(); path != first_trace; ++path) {
    auto result = open_result(*path);
    if (!result) {
      return tl::unexpected(result.error());
    }
    subjects.push_back(
        {input_name(printable(*path)), std::move(*result), std::nullopt, "", "", {}});
  }
  for (auto path = first_trace; path != paths.end(); ++path) {
    auto trace = traces::open_trace(*path);
    if (!trace) {
      return tl::unexpected(trace.error());
    }
    if (auto added = add_trace(given, *path, std::move(*trace), subjects); !added) {
      return tl::unexpected(added.error());
    }
  }
  return subjects;
}

/// Adds the analysis of the events, if there are any: the reasons for the time of the run, and
/// latencies, which the results of runs lack. Errors: those of EventCursor.
Result<void> explain(ReportSubject& subject) {
  if (subject.trace && !profiles::merged_latencies(subject.result)) {
    auto latencies = traces::latencies_of(*subject.trace);
    if (!latencies) {
      return tl::unexpected(latencies.error());
    }
    subject.result.runs[profiles::shown_run(subject.result)].latencies = std::move(*latencies);
  }
  if (subject.trace && !subject.result.why) {
    auto why = profiles::why_of(*subject.trace);
    if (!why) {
      return tl::unexpected(why.error());
    }
    subject.result.why = std::move(*why);
  }
  return {};
}

void lay_out(ReportSubject& subject) {
  if (subject.result.runs.empty()) {
    return;
  }
  const auto& run = subject.result.runs[profiles::shown_run(subject.result)];
  const reports::ProgramShape shape = reports::shape_of(run);
  if (shape.groups.size() > reports::kMostDrawnGroups ||
      shape.edges.size() > reports::kMostDrawnEdges) {
    subject.no_layout =
        fmt::format("Programs of more than {} P lines or {} kinds of messages are not drawn.",
                    reports::kMostDrawnGroups, reports::kMostDrawnEdges);
    return;
  }
  auto layout = draw_graph(reports::graph_of(shape), "plain");
  if (layout) {
    subject.layout = std::move(*layout);
  } else {
    subject.no_layout =
        "There is no picture: the program dot of Graphviz, which computes the layout, did not run "
        "where this page was made. The table has the same figures.";
  }
}

/// The source around the calls of an MPI program, from --sources, the folders of the inputs, and
/// the current folder.
void add_sources(const ReportOptions& given, ReportSubject& subject) {
  if (subject.result.runs.empty()) {
    return;
  }
  const auto& run = subject.result.runs[profiles::shown_run(subject.result)];
  if (!run.mpi) {
    return;
  }
  std::vector<std::string> folders = given.sources;
  for (const std::string& file : given.files) {
    folders.push_back(std::filesystem::path(file).parent_path().string());
  }
  folders.emplace_back();
  subject.sources = reports::source_excerpts(*run.mpi, folders);
}

/// The page of the points that the only input selects from the file of a sweep; nullopt if it does
/// not select several. Errors: those of sweeps::Store and of swept_points().
Result<std::optional<std::string>> sweep_page(const ReportOptions& given) {
  const auto name =
      given.files.size() == 1 ? sweeps::named_point(given.files.front()) : std::nullopt;
  if (!name) {
    return std::nullopt;
  }
  auto store = sweeps::Store::open_to_read(name->path);
  const auto keys = store ? sweeps::selected_keys(*store, *name) : tl::unexpected(store.error());
  if (!keys) {
    return tl::unexpected(keys.error());
  }
  if (keys->size() < 2) {
    return std::nullopt;
  }
  auto points = reports::swept_points(*store, *keys);
  if (!points) {
    return with_context(points.error(), fmt::format("'{}'", printable(name->path)));
  }
  return reports::page_of_sweep(printable(given.files.front()), *std::move(points));
}

/// The page of results and traces. Errors: those of read_subjects(), explain() and page_of().
Result<std::string> result_page(const ReportOptions& given) {
  auto subjects = read_subjects(given);
  if (!subjects) {
    return tl::unexpected(subjects.error());
  }
  for (ReportSubject& subject : *subjects) {
    if (auto explained = explain(subject); !explained) {
      return tl::unexpected(explained.error());
    }
    lay_out(subject);
    add_sources(given, subject);
  }
  return reports::page_of(*subjects);
}

/// Returns true for FILE.html, standard output, and a pipe or a device, whose name is free.
bool may_be_page(const std::string& path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  std::error_code ignored;
  return names_stdout(path) || ending == ".html" || ending == ".htm" ||
         std::filesystem::is_other(path, ignored);
}

ExitStatus make_report(const ReportOptions& given) {
  if (!may_be_page(given.output.file)) {
    return print_error(
        fmt::format("-o: expected FILE.html, got '{}'", printable(given.output.file)),
        ExitStatus::kInputWrong, given.common.color);
  }
  auto output =
      create_output(given.common, given.output, marked_kind("page", MarkComment::kMarkup));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto swept = sweep_page(given);
  if (!swept) {
    return print_error(swept.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto page = *swept ? Result<std::string>(**swept) : result_page(given);
  return page ? save(*output, *page)
              : print_error(page.error().message, ExitStatus::kInputWrong, given.common.color);
}

}  // namespace

Syntax ReportOptions::syntax() {
  Syntax syntax;
  syntax.operands = {
      {{"RESULT|TRACE...", ValueKind::kInput, "the input"},
       "a result of run or predict, a trace, or a point of a sweep, FILE.db:n=10; any number. Or "
       "FILE.db alone: a sweep",
       append_to(files),
       false,
       true}};
  syntax.add(
      {output_option(output,
                     "The page, FILE.html, that a browser opens from the disk; with -, stdout"),
       {"--sources",
        "",
        {"DIR", ValueKind::kInput, "the folder"},
        "A folder with the source of an MPI program; may be repeated",
        append_to(sources),
        true}});
  return syntax;
}

std::string ReportOptions::check() {
  common.inputs_differ = true;
  return output.file.empty() ? "report needs -o FILE.html: the page that a browser opens" : "";
}

Command report_command() {
  return {"report",
          CommandGroup::kResults,
          "Show results and traces on a page for a browser",
          prepare<ReportOptions, make_report>,
          {{"dps report run.json run.dpstrace -o run.html", "a run with its events"},
           {"dps report run.json prediction.json -o both.html", "one beside the other"},
           {"dps report sweep.db -o sweep.html", "all points of a sweep"}},
          {"html", "page", "visualise", "visualize", "dashboard"},
          "-o"};
}

}  // namespace dps::commands
