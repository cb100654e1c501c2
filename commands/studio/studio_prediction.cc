#include "commands/studio/studio_prediction.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/units.h"
#include "base/worker_pool.h"
#include "blueprint/reading/reader.h"
#include "commands/cli/blueprint_file.h"
#include "commands/predict/predict_options.h"
#include "commands/predict/predicted_runs.h"
#include "commands/predict/prediction_input.h"
#include "commands/predict/prediction_result.h"
#include "commands/predict/trace_prediction.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/what_if/what_if_answers.h"
#include "profiles/record_profile.h"
#include "profiles/reports/result_data.h"
#include "profiles/reports/subject.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// The options with which `dps predict` would answer the same request.
PredictOptions options_of(const StudioRequest& request) {
  PredictOptions given;
  given.common.quiet = true;
  given.blueprint.file = request.blueprint.path;
  given.blueprint.settings = request.settings;
  given.blueprint.seed = request.seed;
  given.machine.machine = request.machine.path;
  given.machine.changes = request.changes;
  given.profile.why = request.part != "summary";
  std::vector<std::string>& words = given.common.words;
  words = {"predict", request.blueprint.path, "--machine", request.machine.path};
  for (const auto& [name, value] : request.settings) {
    words.insert(words.end(), {"--set", fmt::format("{}={}", name, value)});
  }
  for (const std::string& change : request.changes) {
    words.insert(words.end(), {"--set-machine", change});
  }
  if (request.seed != 1) {
    words.insert(words.end(), {"--seed", std::to_string(request.seed)});
  }
  return given;
}

/// Reports the progress of a prediction that takes long.
class Watcher : public RunWatcher {
 public:
  explicit Watcher(std::function<void(const std::string&)> report) : report_(std::move(report)) {}

  void on_begin() override {}
  void on_progress(const predictor::PredictionProgress& progress) override {
    constexpr std::chrono::milliseconds kFirst(500);
    constexpr std::chrono::milliseconds kPause(250);
    const auto now = Clock::now();
    if (now - begun_ >= kFirst && now - reported_ >= kPause) {
      reported_ = now;
      report_(fmt::format("{} of virtual time, {} messages",
                          format_time(Seconds(profiles::seconds_of(progress.now))),
                          format_count(progress.messages)));
    }
  }
  std::optional<int> stop_signal() override { return std::nullopt; }

 private:
  std::function<void(const std::string&)> report_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point reported_ = begun_;
};

/// The machine of a request after its changes.
struct ChangedMachine {
  SourceText source;
  std::unique_ptr<machines::Machine> machine;
};

/// One request on its way to its answers.
class Answering {
 public:
  Answering(const StudioRequest& request, const SendAnswer& send)
      : request_(request), send_(send), given_(options_of(request)) {}

  void run() {
    if (!read_blueprint() || !read_machine() || !place()) {
      return;
    }
    if (request_.part == "summary") {
      summarise();
    } else if (request_.part == "why" || request_.part == "timeline") {
      explain();
    } else if (request_.part == "what_if") {
      ask();
    } else {
      fail("unknown part '" + request_.part + "'");
    }
  }

 private:
  bool read_blueprint() {
    auto file = read_blueprint_file(given_.blueprint, request_.blueprint,
                                    blueprint::ReadOptions{}.max_processes);
    if (!file) {
      return fail(file.error().message);
    }
    file_ = *std::move(file);
    if (!file_.program) {
      return fail("the text has errors", lines_of(file_.source, file_.diagnostics));
    }
    predict_native_operations(file_);
    return true;
  }

  /// Errors alone, each as "line 4, column 7: …"; without a position, in settings, as they are.
  static std::vector<std::string> lines_of(const SourceText& source,
                                           const std::vector<Diagnostic>& diagnostics) {
    constexpr std::size_t kMost = 10;
    std::vector<std::string> lines;
    for (const Diagnostic& each : diagnostics) {
      if (each.severity == Severity::kError && lines.size() < kMost) {
        lines.push_back(each.span.line == 0
                            ? each.text
                            : fmt::format("{}:{}:{}: {}", source.path, each.span.line,
                                          each.span.column, each.text));
      }
    }
    return lines;
  }

  bool read_machine() {
    auto reading = machines::read_machine(request_.machine);
    if (reading.machine == nullptr) {
      return fail("the machine has errors", lines_of(request_.machine, reading.diagnostics));
    }
    machine_ = {request_.machine, std::move(reading.machine)};
    if (request_.changes.empty()) {
      return true;
    }
    auto changed = change_machine(machine_.source, request_.changes, machine_.machine.get());
    if (!changed) {
      return fail(changed.error().message);
    }
    reading = machines::read_machine(*changed);
    if (reading.machine == nullptr) {
      return fail("the changed machine has errors", lines_of(*changed, reading.diagnostics));
    }
    machine_ = {*std::move(changed), std::move(reading.machine)};
    return true;
  }

  bool place() {
    auto assignment = place_on(*file_.program, *machine_.machine);
    if (!assignment) {
      return fail(assignment.error().report);
    }
    assignment_ = *std::move(assignment);
    return true;
  }

  [[nodiscard]] PlacedProgram placed() const {
    return {*file_.program, *machine_.machine, assignment_.host_of_process};
  }

  /// One run; nullopt after a failure, which was sent.
  std::optional<PredictedRuns> predict(const predictor::PredictionOptions& options) {
    Watcher watcher([this](const std::string& text) { progress(text); });
    auto runs = predict_watched({request_.seed, {}, {}}, placed(), options, watcher);
    if (!runs) {
      fail(runs.error().message);
      return std::nullopt;
    }
    return *std::move(runs);
  }

  profiles::RunResult result_of(PredictedRuns runs) {
    return prediction_result({given_.common.words, given_.blueprint, given_.machine},
                             {file_, *machine_.machine, assignment_}, std::move(runs));
  }

  /// The result of one run, complete or not; nullopt after a failure, which was sent.
  struct Predicted {
    profiles::RunResult result;
    std::optional<coordinator::Failure> failed;
  };
  std::optional<Predicted> predict_result(const predictor::PredictionOptions& options) {
    auto runs = predict(options);
    if (!runs) {
      return std::nullopt;
    }
    auto failed = runs->failure;
    Predicted predicted{result_of(*std::move(runs)), std::move(failed)};
    predicted.result.level = options.level;
    return predicted;
  }

  void summarise() {
    if (auto predicted = predict_result({})) {
      send_data({request_.blueprint.path, std::move(predicted->result), std::nullopt, "", "", {}});
      send_failure(predicted->failed);
    }
  }

  /// With the events of the run.
  void explain() {
    predictor::PredictionOptions options;
    options.level = profiles::Level::kFunctionality;
    auto counted = predict(options);
    if (!counted || !is_small(*counted)) {
      return;
    }
    StatusLine silent(ProgressStyle::kNone);
    PredictionTrace trace(given_, placed(), {});
    if (const auto begun = trace.begin(options); !begun) {
      fail(begun.error().message);
      return;
    }
    auto predicted = predict_result(options);
    if (!predicted) {
      return;
    }
    auto& [result, failed] = *predicted;
    ExitStatus status = trace.finish(options, result, failed, silent);
    result.why = trace.explain(status, silent);
    if (status != ExitStatus::kDone) {
      fail(
          "the events could not be recorded or explained; the terminal of dps studio has the "
          "reason");
      return;
    }
    send_data({request_.blueprint.path, std::move(result), trace.take(), "", "", {}});
    send_failure(failed);
  }

  bool is_small(const PredictedRuns& runs) {
    std::uint64_t messages = 0;
    for (const auto& row : runs.predictions.back().run.messages) {
      messages += row.sent;
    }
    return messages <= kMostDetailedMessages ||
           fail(fmt::format("more than {} messages: their waits, critical path and timeline are "
                            "not made while you write; dps predict --why makes them",
                            format_count(kMostDetailedMessages)));
  }

  void ask() {
    auto questions = predictor::what_if_questions({"all"}, *file_.program, machine_.source);
    if (!questions) {
      fail(questions.error().message);
      return;
    }
    predictor::PredictionOptions options;
    auto runs = predict(options);
    if (!runs) {
      return;
    }
    if (send_failure(runs->failure)) {
      return;
    }
    const std::vector<engine::Chance> chances{chance_of({request_.seed, {}, {}}, 0)};
    const predictor::WhatIfSubject subject{*file_.program,
                                           machine_.source,
                                           *machine_.machine,
                                           assignment_.host_of_process,
                                           {},
                                           chances,
                                           {runs->predictions.back().run.makespan_s},
                                           nullptr};
    send_rows(subject, *questions);
  }

  /// Sends all rows so far after each few answers.
  void send_rows(const predictor::WhatIfSubject& subject,
                 const std::vector<predictor::WhatIfQuestion>& questions) {
    const std::size_t step = 2 * prediction_threads();
    std::vector<profiles::WhatIfRow> rows;
    const std::span<const predictor::WhatIfQuestion> all(questions);
    for (std::size_t at = 0; at < all.size() || at == 0; at += step) {
      auto answers =
          predictor::answer_what_if(subject, all.subspan(at, std::min(step, all.size() - at)),
                                    prediction_threads(), [](std::size_t /*done*/) {});
      std::move(answers.what_if.rows.begin(), answers.what_if.rows.end(), std::back_inserter(rows));
      std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.problem.empty() != b.problem.empty() ? a.problem.empty() : a.change_s < b.change_s;
      });
      send_what_if(subject.makespans.front(), questions.size(), rows);
    }
  }

  void send_what_if(double makespan_s, std::size_t asked,
                    const std::vector<profiles::WhatIfRow>& rows) {
    Json list = Json::array();
    for (const profiles::WhatIfRow& row : rows) {
      Json one{{"name", row.name}, {"line", row.line}, {"factor", row.factor}};
      if (row.problem.empty()) {
        one["makespan_s"] = row.makespan_s;
        one["change_s"] = row.change_s;
      } else {
        one["problem"] = row.problem;
      }
      list.push_back(std::move(one));
    }
    Json answer = answer_of("result");
    answer["what_if"] = {{"makespan_s", makespan_s}, {"asked", asked}, {"rows", std::move(list)}};
    send_(answer);
  }

  void send_data(const reports::Subject& subject) {
    auto data = reports::data_of(subject, request_.part == "timeline" ? kMostSentEvents : 0);
    if (!data) {
      fail(data.error().message);
      return;
    }
    Json answer = answer_of("result");
    answer["variables"] = variables();
    answer["data"] = *std::move(data);
    send_(answer);
  }

  [[nodiscard]] Json variables() const {
    Json list = Json::array();
    for (const blueprint::DescribedVariable& each : file_.variables) {
      list.push_back({{"name", each.name},
                      {"value", each.value},
                      {"expression", each.expression},
                      {"text", each.text}});
    }
    return list;
  }

  [[nodiscard]] Json answer_of(std::string_view kind) const {
    return {{"kind", kind},
            {"id", request_.key.id},
            {"number", request_.key.number},
            {"part", request_.part}};
  }

  void progress(const std::string& text) {
    Json answer = answer_of("progress");
    answer["text"] = text;
    send_(answer);
  }

  /// True if there was a failure.
  bool send_failure(const std::optional<coordinator::Failure>& failed) {
    if (failed) {
      fail(failed->reason, failed->details);
    }
    return failed.has_value();
  }

  /// Always false.
  bool fail(const std::string& text, const std::vector<std::string>& details = {}) {
    Json answer = answer_of("failed");
    answer["text"] = text;
    answer["details"] = details;
    send_(answer);
    return false;
  }

  const StudioRequest& request_;  // borrowed, as send_
  const SendAnswer& send_;
  PredictOptions given_;
  BlueprintFile file_;
  ChangedMachine machine_;
  terrain::Assignment assignment_;
};

}  // namespace

void answer_request(const StudioRequest& request, const SendAnswer& send) {
  Answering(request, send).run();
}

}  // namespace dps::commands
