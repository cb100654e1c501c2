#include "commands/studio/studio_prediction.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/units.h"
#include "base/worker_pool.h"
#include "commands/predict/predicted_runs.h"
#include "commands/predict/trace_prediction.h"
#include "commands/studio/machine_answers.h"
#include "commands/studio/requested_prediction.h"
#include "commands/studio/run_plan.h"
#include "commands/studio/studio_comparison.h"
#include "commands/studio/studio_sweep.h"
#include "predictor/what_if/what_if_answers.h"
#include "profiles/reports/page.h"
#include "profiles/reports/result_data.h"
#include "profiles/reports/subject.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;

/// The processing of one request.
class Answering {
 public:
  Answering(const StudioRequest& request, const Answers& answers)
      : request_(request), answers_(answers), prediction_(request, answers) {
    prediction_.options().profile.why = request.part != "summary";
  }

  void run() {
    if (!prediction_.prepare()) {
      return;
    }
    if (request_.part == "summary") {
      summarise();
    } else if (request_.part != "what_if") {
      explain();
    } else {
      ask();
    }
  }

 private:
  void summarise() {
    if (auto predicted = prediction_.predict_result({})) {
      send_data({request_.blueprint.path, std::move(predicted->result), std::nullopt, "", "", {}});
      answers_.send_failure(predicted->failed);
    }
  }

  /// Predicts with recorded events, and sends the reasons and the timeline.
  void explain() {
    predictor::PredictionOptions options;
    options.level = profiles::Level::kFunctionality;
    StatusLine silent(ProgressStyle::kNone);
    PredictionTrace trace(prediction_.options(), prediction_.placed(), {});
    if (const auto begun = trace.begin(options); !begun) {
      answers_.fail(begun.error().message);
      return;
    }
    auto predicted = prediction_.predict_result(options, kMostDetailedMessages);
    if (!predicted) {
      return;
    }
    auto& [result, failed] = *predicted;
    ExitStatus status = trace.finish(options, result, failed, silent);
    result.why = trace.explain(status, silent);
    if (status != ExitStatus::kDone) {
      answers_.fail(
          "the events could not be recorded or explained; the terminal of dps studio has the "
          "reason");
      return;
    }
    send_data({request_.blueprint.path, std::move(result), trace.take(), "", "", {}});
    answers_.send_failure(failed);
  }

  void ask() {
    auto questions = predictor::what_if_questions({"all"}, *prediction_.file().program,
                                                  prediction_.machine_text());
    if (!questions) {
      answers_.fail(questions.error().message);
      return;
    }
    predictor::PredictionOptions options;
    auto runs = prediction_.predict(options);
    if (!runs) {
      return;
    }
    if (answers_.send_failure(runs->failure)) {
      return;
    }
    const std::vector<engine::Chance> chances{chance_of({request_.seed, {}, {}}, 0)};
    const predictor::WhatIfSubject subject{*prediction_.file().program,
                                           prediction_.machine_text(),
                                           prediction_.machine(),
                                           prediction_.placed().host_of_process,
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

  void send_what_if(double makespan_s, std::size_t questions,
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
    Json answer = answers_.begin("result");
    answer["what_if"] = {
        {"makespan_s", makespan_s}, {"asked", questions}, {"rows", std::move(list)}};
    answers_.send(answer);
  }

  void send_file(const std::string& text) {
    Json answer = answers_.begin("result");
    answer["file"] = text;
    answers_.send(answer);
  }

  void send_data(const reports::ReportSubject& subject) {
    if (request_.part == "report") {
      const auto page = reports::page_of({&subject, 1});
      page ? send_file(*page) : static_cast<void>(answers_.fail(page.error().message));
      return;
    }
    auto data = reports::data_of(subject, request_.part == "timeline" ? kMostSentEvents : 0);
    if (!data) {
      answers_.fail(data.error().message);
      return;
    }
    Json answer = answers_.begin("result");
    answer["variables"] = variables();
    answer["data"] = *std::move(data);
    answers_.send(answer);
  }

  [[nodiscard]] Json variables() const {
    Json list = Json::array();
    for (const blueprint::DescribedVariable& each : prediction_.file().variables) {
      list.push_back({{"name", each.name},
                      {"value", each.value},
                      {"expression", each.expression},
                      {"text", each.text}});
    }
    return list;
  }

  const StudioRequest& request_;  // borrowed, like answers_
  const Answers& answers_;
  RequestedPrediction prediction_;
};

}  // namespace

void answer_request(const StudioRequest& request, const SendAnswer& send) {
  static constexpr std::array<std::string_view, 5> kParts{"summary", "why", "timeline", "what_if",
                                                          "report"};
  const Answers answers(request, send);
  if (request.part == "saved" || request.part == "compare" || request.part == "measured" ||
      request.part == "result_file") {
    answer_with_result(request, answers);
  } else if (request.part == "run_plan") {
    answer_run_plan(request, answers);
  } else if (request.part == "machine_keys") {
    answer_machine_keys(request, answers);
  } else if (request.part == "machine_file") {
    answer_machine_file(request, answers);
  } else if (request.part == "sweep") {
    answer_sweep(request, answers);
  } else if (std::find(kParts.begin(), kParts.end(), request.part) != kParts.end()) {
    Answering(request, answers).run();
  } else {
    answers.fail("unknown part '" + request.part + "'");
  }
}

}  // namespace dps::commands
