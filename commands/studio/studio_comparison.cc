#include "commands/studio/studio_comparison.h"

#include <utility>
#include <vector>

#include "commands/studio/requested_prediction.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/compare_designs.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/designs_output.h"
#include "profiles/json/result_json.h"
#include "profiles/reports/result_data.h"
#include "profiles/reports/subject.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;
using profiles::NamedResult;

/// The results of the request; nullopt after a failure, which was sent.
std::optional<std::vector<NamedResult>> read_others(const StudioRequest& request,
                                                    const Answers& answers) {
  std::vector<NamedResult> others;
  for (const SavedResult& each : request.others) {
    auto result = profiles::parse_result(each.text);
    if (!result) {
      answers.fail("'" + each.name + "': " + result.error().message);
      return std::nullopt;
    }
    others.push_back({each.name, *std::move(result)});
  }
  return others;
}

/// The verdict on two designs, and the reason for the difference.
Json verdict_on(const NamedResult& other, const profiles::RunResult& present) {
  const auto pair = profiles::compare_designs({other, {kPresent, present}}, {});
  return {{"name", other.name},
          {"verdict", pair.verdict},
          {"explanation", pair.designs.back().explanation}};
}

void send_comparison(std::vector<NamedResult> others, profiles::RunResult present,
                     const Answers& answers) {
  Json answer = answers.begin("result");
  answer["verdicts"] = Json::array();
  for (const NamedResult& other : others) {
    answer["verdicts"].push_back(verdict_on(other, present));
  }
  others.push_back({kPresent, std::move(present)});
  const auto comparison = profiles::compare_designs(std::move(others), {});
  answer["comparison"] = Json::parse(profiles::designs_json(comparison));
  answers.send(answer);
}

/// A result in the form that the page shows, without a timeline.
std::optional<Json> data_of(NamedResult of, const Answers& answers) {
  auto data =
      reports::data_of({std::move(of.name), std::move(of.result), std::nullopt, "", "", {}}, 0);
  if (!data) {
    answers.fail(data.error().message);
    return std::nullopt;
  }
  return *std::move(data);
}

/// Sends the comparison, in which the run is A, the reference.
void send_measured(NamedResult run, NamedResult predicted, const Answers& answers) {
  profiles::ComparisonOptions options;
  options.a_name = run.name;
  options.b_name = predicted.name;
  const auto comparison = profiles::compare(run.result, predicted.result, options);
  if (!comparison) {
    answers.fail(comparison.error().message);
    return;
  }
  auto measured = data_of(std::move(run), answers);
  auto data = measured ? data_of(std::move(predicted), answers) : std::nullopt;
  if (!data) {
    return;
  }
  Json answer = answers.begin("result");
  answer["comparison"] = Json::parse(profiles::comparison_json(*comparison));
  answer["text"] = profiles::comparison_text(*comparison, false);
  answer["data"] = *std::move(measured);
  answer["predicted"] = *std::move(data);
  answers.send(answer);
}

}  // namespace

void answer_with_result(const StudioRequest& request, const Answers& answers) {
  RequestedPrediction prediction(request, answers);
  const bool is_measured = request.part == "measured";
  const bool is_fine = is_measured || request.part == "result_file";
  if (!is_fine) {
    std::vector<std::string>& words = prediction.options().common.words;
    words.insert(words.end(), {"--level", "process"});
  }
  auto others = read_others(request, answers);
  if (!others || !prediction.prepare()) {
    return;
  }
  predictor::PredictionOptions options;
  options.level = is_fine ? profiles::Level::kFunctionality : profiles::Level::kProcess;
  auto predicted = prediction.predict_result(options);
  if (!predicted || answers.send_failure(predicted->failed)) {
    return;
  }
  if (is_measured) {
    send_measured(std::move(others->front()), {"the prediction", std::move(predicted->result)},
                  answers);
    return;
  }
  if (request.part == "compare") {
    send_comparison(*std::move(others), std::move(predicted->result), answers);
    return;
  }
  Json answer = answers.begin("result");
  answer[is_fine ? "file" : "saved"] = profiles::to_json(predicted->result);
  answers.send(answer);
}

}  // namespace dps::commands
