/// The question that a table of a model answers: the function and the values of its variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "predictor/models/compiled_model.h"
#include "predictor/models/model_text.h"

namespace dps::models {

/// NAME=VALUES of --vary or --set.
struct Setting {
  std::string option;  ///< "--vary" or "--set"
  std::string name;
  std::string values;  ///< as for text::parse_values(); for --set also an expression
};

/// The options as written; empty texts if they are not given.
struct Question {
  std::vector<Setting> settings;  ///< in the order of the command line
  std::string of;
  std::string speedup;
  std::string best;
  bool parts = false;
  bool bounds = false;
};

/// The places of the options in the text of the model.
struct QuestionPlaces {
  struct SettingPlace {
    text::Range name;
    text::Range values;
  };
  std::vector<SettingPlace> settings;
  text::Range of;
  text::Range speedup;
  text::Range best;
};
QuestionPlaces add_to(ModelText& text, const Question& question);

/// A name with a list of values.
struct VariedName {
  std::string name;
  std::vector<double> values;
  std::uint32_t slot = 0;
};

/// A term of the function's sum.
struct SumTerm {
  std::string name;
  expression::Expression call;  ///< of the term, with the arguments of the function
  bool is_subtracted = false;
};

/// The question, resolved.
struct ResolvedQuestion {
  std::string of;
  std::vector<VariedName> axes;
  expression::Expression target;  ///< a call of the function
  std::vector<SumTerm> parts;
  std::vector<std::uint32_t> slots;  ///< the slots needed, each after those that it needs
  std::optional<std::uint32_t> speedup_slot;
  std::optional<std::size_t> best_axis;
  std::vector<std::pair<std::string, std::string>> fixed;  ///< settings with one value
};

/// Resolves the question. It adds to the model: slots for arguments, and functions for parts.
/// Errors: added to the problems; then the plan is incomplete.
ResolvedQuestion make_plan(const Question& question, const QuestionPlaces& places,
                           const text::SourceMap& source, CompiledModel& model,
                           text::Problems& problems);

}  // namespace dps::models
