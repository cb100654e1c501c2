/// A run or a prediction that a report shows, with all its data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiles/reports/source_excerpts.h"
#include "profiles/result.h"
#include "profiles/traces/trace.h"

namespace dps::reports {

struct ReportSubject {
  std::string name;                    ///< of its files, as the user wrote them
  profiles::RunResult result;          ///< read, or made from the trace
  std::optional<traces::Trace> trace;  ///< of the run that is printed
  std::string layout;                  ///< of its shape, by `dot -Tplain`; empty: there is none
  std::string no_layout;               ///< why there is none
  std::vector<SourceExcerpt> sources;  ///< of an MPI program
};

}  // namespace dps::reports
