/// The functions of expressions.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "predictor/machines/kinds/parasol/file/expression/value.h"

namespace dps::parasol {

struct FunctionName {
  std::string_view name;
  Operator op = Operator::kAbs;
};

inline std::span<const FunctionName> function_names() {
  static constexpr std::array<FunctionName, 19> kFunctions{{{"abs", Operator::kAbs},
                                                            {"acos", Operator::kAcos},
                                                            {"asin", Operator::kAsin},
                                                            {"atan", Operator::kAtan},
                                                            {"cos", Operator::kCos},
                                                            {"cosh", Operator::kCosh},
                                                            {"double", Operator::kDouble},
                                                            {"exp", Operator::kExp},
                                                            {"floor", Operator::kFloor},
                                                            {"int", Operator::kInt},
                                                            {"log", Operator::kLog},
                                                            {"log10", Operator::kLog10},
                                                            {"round", Operator::kRound},
                                                            {"sgn", Operator::kSgn},
                                                            {"sin", Operator::kSin},
                                                            {"sinh", Operator::kSinh},
                                                            {"sqrt", Operator::kSqrt},
                                                            {"tan", Operator::kTan},
                                                            {"tanh", Operator::kTanh}}};
  return kFunctions;
}

inline const FunctionName* find_function(std::string_view name) {
  for (const FunctionName& function : function_names()) {
    if (function.name == name) {
      return &function;
    }
  }
  return nullptr;
}

}  // namespace dps::parasol
