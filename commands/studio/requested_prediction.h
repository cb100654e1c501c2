/// The prediction for a request of the studio: its blueprint on its machine.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/terrain/assignment.h"
#include "commands/cli/blueprint_file.h"
#include "commands/predict/predict_options.h"
#include "commands/predict/predicted_runs.h"
#include "commands/studio/answers.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/predictor.h"
#include "profiles/result.h"

namespace dps::commands {

/// A result of one run, complete or not.
struct RequestedResult {
  profiles::RunResult result;
  std::optional<coordinator::Failure> failed;
};

class RequestedPrediction {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  /// Both are borrowed.
  RequestedPrediction(const StudioRequest& request, const Answers& answers);

  /// Reads the blueprint and the machine, and places the processes. Sends a failure and returns
  /// false if there is one; predict() and predict_result() send their failures, too.
  bool prepare();
  /// Predicts one run, and reports its progress. A run with more messages than this fails.
  std::optional<PredictedRuns> predict(const predictor::PredictionOptions& options,
                                       std::uint64_t most_messages = kNoLimit) const;
  std::optional<RequestedResult> predict_result(const predictor::PredictionOptions& options,
                                                std::uint64_t most_messages = kNoLimit) const;

  /// The options with which `dps predict` would answer the same request.
  [[nodiscard]] PredictOptions& options() { return given_; }
  [[nodiscard]] const BlueprintFile& file() const { return file_; }
  /// The text of the machine after the changes of the request.
  [[nodiscard]] const SourceText& machine_text() const { return machine_text_; }
  [[nodiscard]] const machines::Machine& machine() const { return *machine_; }
  [[nodiscard]] PlacedProgram placed() const {
    return {*file_.program, *machine_, assignment_.host_of_process};
  }

 private:
  bool read_blueprint();
  bool read_machine();
  bool place();

  const StudioRequest& request_;
  const Answers& answers_;
  PredictOptions given_;
  BlueprintFile file_;
  SourceText machine_text_;
  std::unique_ptr<machines::Machine> machine_;
  terrain::Assignment assignment_;
};

}  // namespace dps::commands
