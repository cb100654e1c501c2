/// The answers of `dps machine check` and `describe`: the meaning of a file.
/// Source: docs/parasol.md, "Questions".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/machines/kinds/parasol/file/answers/answer_format.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"

namespace dps::parasol {

/// A summary, or one part: "processors", "timings", "topologies", "links", "routes", "formulas", or
/// one processor or topology, such as "pt(1)" and "tl(1)". Errors (kInput): there is no such part.
Result<std::string> describe(const ParasolFile& file, const MachineModel& model,
                             const std::vector<std::string>& notes, const std::string& part,
                             AnswerFormat format);

/// The summary for human readers: processor types, topologies, and formulas with their values.
std::string summary_text(const ParasolFile& file);

}  // namespace dps::parasol
