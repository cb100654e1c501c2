#include "predictor/machines/kinds/parasol/file/formula_checks.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "predictor/machines/kinds/parasol/file/lookup.h"

namespace dps::parasol {
namespace {

bool is_of_network(const Reference& reference) {
  return reference.kind >= ReferenceKind::kTopologyId &&
         reference.kind < ReferenceKind::kVirtualId && reference.kind != ReferenceKind::kType;
}

void warn_of_network(const Formula& formula, text::Problems& problems) {
  for (const ExpressionStep& step : formula.expression.steps) {
    const auto* reference = std::get_if<Reference>(&step.act);
    if (reference != nullptr && is_of_network(*reference)) {
      problems.warning(step.place, fmt::format("{} has a value of the network, whose times a "
                                               "prediction adds anyway",
                                               text_of(formula.name)));
      return;
    }
  }
}

/// Finds cycles with a depth-first search that has a stack of its own.
class FormulaCycleSearch {
 public:
  FormulaCycleSearch(const ParasolFile& file, text::Problems& problems)
      : file_(file), problems_(problems), states_(file.formulas.size()) {}

  void run() {
    for (std::size_t i = 0; i < file_.formulas.size(); ++i) {
      if (states_[i] == State::kNew) {
        visit(i);
      }
    }
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  struct Frame {
    std::size_t formula;
    std::size_t step = 0;
  };

  void visit(std::size_t first) {
    path_.push_back({first});
    states_[first] = State::kOpen;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      const auto& steps = file_.formulas[frame.formula].expression.steps;
      if (frame.step == steps.size()) {
        states_[frame.formula] = State::kDone;
        path_.pop_back();
        continue;
      }
      follow(steps[frame.step++]);
    }
  }

  void follow(const ExpressionStep& step) {
    const auto* reference = std::get_if<Reference>(&step.act);
    const Formula* needed = reference != nullptr && reference->kind == ReferenceKind::kFormula
                                ? file_.find(reference->formula())
                                : nullptr;
    if (needed == nullptr) {
      return;
    }
    const auto index = static_cast<std::size_t>(needed - file_.formulas.data());
    if (states_[index] == State::kOpen) {
      report(index, step.place);
    } else if (states_[index] == State::kNew) {
      states_[index] = State::kOpen;
      path_.push_back({index});
    }
  }

  void report(std::size_t first, text::Range place) {
    constexpr std::size_t kMostNames = 20;
    const auto begin = std::find_if(path_.begin(), path_.end(),
                                    [&](const Frame& frame) { return frame.formula == first; });
    std::vector<std::string> names;
    for (auto frame = begin; frame != path_.end() && names.size() < kMostNames; ++frame) {
      names.push_back(text_of(file_.formulas[frame->formula].name));
    }
    if (static_cast<std::size_t>(path_.end() - begin) > kMostNames) {
      names.emplace_back("...");
    }
    names.push_back(names.front());
    problems_.error(place,
                    "this formula needs itself: " + fmt::format("{}", fmt::join(names, " -> ")));
  }

  const ParasolFile& file_;   // borrowed
  text::Problems& problems_;  // borrowed
  std::vector<State> states_;
  std::vector<Frame> path_;
};

}  // namespace

void check_references(const ParasolFile& file, const ParasolExpression& expression,
                      text::Problems& problems) {
  for (const ExpressionStep& step : expression.steps) {
    if (const auto* reference = std::get_if<Reference>(&step.act)) {
      if (auto missing = missing_part(file, *reference); !missing.empty()) {
        problems.error(step.place, std::move(missing));
      }
    }
  }
}

void check_formulas(const ParasolFile& file, text::Problems& problems) {
  for (const Formula& formula : file.formulas) {
    check_references(file, formula.expression, problems);
    if (is_run_time(formula.name.section)) {
      warn_of_network(formula, problems);
    }
  }
  FormulaCycleSearch(file, problems).run();
}

}  // namespace dps::parasol
