/// Answers what-if questions: predicts again, with one element changed, on all cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/engine/engine.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/machine_options.h"
#include "predictor/what_if/what_if_questions.h"
#include "profiles/what_if.h"
#include "profiles/why.h"

namespace dps::predictor {

/// A prediction to which the questions refer; all borrowed.
struct WhatIfSubject {
  const blueprint::Program& program;
  const SourceText& source;  ///< the machine file
  const machines::Machine& machine;
  const std::vector<std::uint32_t>& host_of_process;
  std::span<const machines::ComponentCost> costs;
  std::span<const engine::Chance> chances;  ///< the draws of the runs
  std::vector<double> makespans;            ///< one for each of these draws, in seconds
  const profiles::Why* why;                 ///< for one of the runs; null: unknown
  machines::MachineOptions machine_options = {};
};

struct WhatIfAnswers {
  profiles::WhatIf what_if;    ///< with the questions that were answered, ranked
  std::optional<int> stopped;  ///< the signal that ended the predictions
};

/// Called several times a second with the number of answers so far.
using OnAnswers = std::function<void(std::size_t answers)>;

/// Answers each question with the draws and the placement of the runs. The answers do not depend on
/// the number of threads.
WhatIfAnswers answer_what_if(const WhatIfSubject& subject,
                             std::span<const WhatIfQuestion> questions, std::size_t threads,
                             const OnAnswers& on_answers);

}  // namespace dps::predictor
