/// Evaluates the texts of models in tests to tables or mistakes.
#pragma once

#include <string>
#include <vector>

#include "predictor/models/model_table.h"

namespace dps::models {

/// The mistakes in printed form, file after file.
inline std::string printed(const std::vector<PartDiagnostics>& mistakes) {
  std::string text;
  for (const PartDiagnostics& part : mistakes) {
    text += render(part.source, part.diagnostics);
  }
  return text;
}

/// The mistakes of a model; "" if it has none.
inline std::string mistakes_in(const std::string& text, const Question& question = {},
                               const machines::Datasheet* sheet = nullptr) {
  const std::vector<SourceText> files{{"a.model", text}};
  const auto table = make_table(files, sheet, question);
  return table ? "" : printed(table.error());
}

}  // namespace dps::models
