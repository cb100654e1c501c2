/// The table of a model: the times of a function at many points.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/diagnostic.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/models/model_text.h"
#include "predictor/models/question.h"

namespace dps::models {

/// Times are in seconds.
struct ModelPoint {
  std::vector<double> values;  ///< the values by variable
  double time = 0;
  double min = 0;  ///< with --bounds, the time for the sheet's equations less and plus their errors
  double max = 0;
  std::optional<double> speedup{};  ///< with --speedup; nullopt: the time is 0
  std::vector<double> parts{};      ///< with --parts; their sum is the time
};

struct ModelVariable {
  std::string name;
  std::vector<double> values;
};

struct ModelTable {
  std::vector<std::string> files;
  std::string machine;  ///< name of the sheet; empty: there is none
  std::string of;       ///< the function
  std::vector<ModelVariable> variables;
  std::vector<std::pair<std::string, std::string>> fixed;  ///< other settings, as written
  std::vector<std::string> parts;                          ///< names
  bool has_bounds = false;
  std::string speedup;  ///< variable; empty: there is no speed-up
  std::string best;     ///< the variable of which each row has the best value; empty: all points
  std::vector<ModelPoint> points;
  std::vector<std::string> notes;
  std::string poor_fits{};  ///< a warning; empty: none
};

/// Reads and evaluates a model. `sheet` may be null. Errors: all mistakes in the files and in the
/// question; the first mistake in evaluating, with its point.
/// Source: docs/models.md.
tl::expected<ModelTable, std::vector<PartDiagnostics>> make_table(std::span<const SourceText> files,
                                                                  const machines::Datasheet* sheet,
                                                                  const Question& question);

}  // namespace dps::models
