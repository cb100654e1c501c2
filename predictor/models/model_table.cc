#include "predictor/models/model_table.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "predictor/models/compiled_model.h"
#include "predictor/models/model_reader.h"
#include "predictor/models/point_evaluator.h"

namespace dps::models {
namespace {

/// Describes a point: "p = 4, d = 64".
std::string point_text(const ResolvedQuestion& plan, std::span<const double> values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", plan.axes[i].name, values[i]);
  }
  return text;
}

/// Computes the points of a table.
class TableMaker {
 public:
  TableMaker(CompiledModel& model, const ResolvedQuestion& plan, const Question& question,
             SheetFunctions* sheet)
      : plan_(plan),
        question_(question),
        sheet_(sheet),
        evaluator_(model, plan),
        units_per_second_(model.model.units_per_second) {}

  /// Computes all points. Errors: the first mistake, with its point.
  tl::expected<std::vector<ModelPoint>, expression::Mistake> points();

 private:
  using Checked = tl::expected<void, expression::Mistake>;

  Checked compute(ModelPoint& point);
  Checked compute_parts(ModelPoint& point);
  Checked compute_bounds(ModelPoint& point);
  Checked compute_speedup(ModelPoint& point, std::size_t index);
  tl::expected<double, expression::Mistake> time_here();
  tl::expected<double, expression::Mistake> time_of_base(const ModelPoint& point);
  tl::expected<double, expression::Mistake> time_at(const ModelPoint& point, Bound bound);
  [[nodiscard]] std::size_t base_index(std::size_t index) const;
  void keep_best(std::vector<ModelPoint>& points) const;
  [[nodiscard]] std::size_t stride_of(std::size_t axis) const;

  const ResolvedQuestion& plan_;
  const Question& question_;
  SheetFunctions* sheet_;
  PointEvaluator evaluator_;
  double units_per_second_;
  std::unordered_map<std::size_t, double> base_times_;  // by base_index()
};

tl::expected<std::vector<ModelPoint>, expression::Mistake> TableMaker::points() {
  std::size_t count = 1;
  for (const VariedName& axis : plan_.axes) {
    count *= axis.values.size();
  }
  std::vector<ModelPoint> points(count);
  for (std::size_t index = 0; index < count; ++index) {
    ModelPoint& point = points[index];
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
      const auto& values = plan_.axes[axis].values;
      point.values.push_back(values[index / stride_of(axis) % values.size()]);
    }
    Checked done = compute(point);
    if (done && plan_.speedup_slot) {
      done = compute_speedup(point, index);
    }
    if (!done) {
      const std::string where = point_text(plan_, point.values);
      expression::Mistake mistake = done.error();
      mistake.text += where.empty() ? "" : ", at " + where;
      return tl::unexpected(std::move(mistake));
    }
  }
  keep_best(points);
  return points;
}

/// The distance of points that differ in the next value of this axis; the last axis varies fastest.
std::size_t TableMaker::stride_of(std::size_t axis) const {
  std::size_t stride = 1;
  for (std::size_t i = axis + 1; i < plan_.axes.size(); ++i) {
    stride *= plan_.axes[i].values.size();
  }
  return stride;
}

TableMaker::Checked TableMaker::compute(ModelPoint& point) {
  const auto time = time_at(point, Bound::kAverage);
  if (!time) {
    return tl::unexpected(time.error());
  }
  point.time = *time;
  if (Checked done = compute_parts(point); !done) {
    return done;
  }
  return question_.bounds ? compute_bounds(point) : Checked{};
}

/// The parts at the evaluator's present point.
TableMaker::Checked TableMaker::compute_parts(ModelPoint& point) {
  point.parts.reserve(plan_.parts.size());
  for (const SumTerm& part : plan_.parts) {
    const auto value = evaluator_.value(part.call);
    if (!value) {
      return tl::unexpected(value.error());
    }
    point.parts.push_back((part.is_subtracted ? -*value : *value) / units_per_second_);
  }
  return {};
}

TableMaker::Checked TableMaker::compute_bounds(ModelPoint& point) {
  const auto min = time_at(point, Bound::kMin);
  const auto max = min ? time_at(point, Bound::kMax) : min;
  if (!max) {
    return tl::unexpected(max.error());
  }
  point.min = *min;
  point.max = *max;
  return {};
}

TableMaker::Checked TableMaker::compute_speedup(ModelPoint& point, std::size_t index) {
  const auto [known, is_new] = base_times_.emplace(base_index(index), 0);
  if (is_new) {
    const auto base = time_of_base(point);
    if (!base) {
      return tl::unexpected(base.error());
    }
    known->second = *base;
  }
  if (point.time != 0) {
    point.speedup = known->second / point.time;
  }
  return {};
}

tl::expected<double, expression::Mistake> TableMaker::time_at(const ModelPoint& point,
                                                              Bound bound) {
  if (sheet_ != nullptr) {
    sheet_->set_bound(bound);
  }
  const auto arrived = evaluator_.go_to(point.values);
  return arrived ? time_here() : tl::unexpected(arrived.error());
}

/// The time at the same point with one process.
tl::expected<double, expression::Mistake> TableMaker::time_of_base(const ModelPoint& point) {
  if (sheet_ != nullptr) {
    sheet_->set_bound(Bound::kAverage);
  }
  const auto arrived = evaluator_.go_to(point.values, std::pair(*plan_.speedup_slot, 1.0));
  auto time = arrived ? time_here() : tl::unexpected(arrived.error());
  if (!time) {
    time.error().text += fmt::format(", for the speed-up, with {} = 1", question_.speedup);
  }
  return time;
}

tl::expected<double, expression::Mistake> TableMaker::time_here() {
  return evaluator_.value(plan_.target).map([this](double value) {
    return value / units_per_second_;
  });
}

/// The index of the base for all points that differ only in the variable of --speedup.
std::size_t TableMaker::base_index(std::size_t index) const {
  for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
    if (plan_.axes[axis].slot == *plan_.speedup_slot) {
      const std::size_t stride = stride_of(axis);
      return index - index / stride % plan_.axes[axis].values.size() * stride;
    }
  }
  return index;
}

/// Keeps the fastest of the points that differ only in the variable of --best; of equally fast
/// points, the one with the least value.
void TableMaker::keep_best(std::vector<ModelPoint>& points) const {
  if (!plan_.best_axis) {
    return;
  }
  const std::size_t axis = *plan_.best_axis;
  const std::size_t stride = stride_of(axis);
  const std::size_t count = plan_.axes[axis].values.size();
  std::vector<ModelPoint> best;
  best.reserve(points.size() / count);
  for (std::size_t block = 0; block < points.size(); block += stride * count) {
    for (std::size_t first = block; first < block + stride; ++first) {
      std::size_t least = first;
      for (std::size_t i = first; i < first + stride * count; i += stride) {
        const auto key = [&](std::size_t point) {
          return std::pair(points[point].time, points[point].values[axis]);
        };
        least = key(i) < key(least) ? i : least;
      }
      best.push_back(std::move(points[least]));
    }
  }
  points = std::move(best);
}

/// The mistake if the files are larger than a model may be.
std::optional<std::vector<PartDiagnostics>> refuse_size(std::span<const SourceText> files) {
  std::size_t bytes = 0;
  for (const SourceText& file : files) {
    bytes += file.text.size();
    if (bytes > kMostBytes) {
      const Diagnostic mistake{
          Severity::kError, Span{}, "the files of a model have at most 1 MiB together", {}};
      return std::vector<PartDiagnostics>{{{file.path, ""}, {mistake}}};
    }
  }
  return std::nullopt;
}

ModelTable described(std::span<const SourceText> files, const machines::Datasheet* sheet,
                     const Question& question, const ResolvedQuestion& plan) {
  ModelTable table;
  for (const SourceText& file : files) {
    table.files.push_back(file.path);
  }
  table.machine = sheet != nullptr ? sheet->name : "";
  table.of = plan.of;
  for (const VariedName& axis : plan.axes) {
    table.variables.push_back({axis.name, axis.values});
  }
  table.fixed = plan.fixed;
  for (const SumTerm& part : plan.parts) {
    table.parts.push_back(part.name);
  }
  table.has_bounds = question.bounds;
  table.speedup = question.speedup;
  table.best = question.best;
  return table;
}

}  // namespace

tl::expected<ModelTable, std::vector<PartDiagnostics>> make_table(std::span<const SourceText> files,
                                                                  const machines::Datasheet* sheet,
                                                                  const Question& question) {
  if (auto refused = refuse_size(files)) {
    return tl::unexpected(*std::move(refused));
  }
  ModelText text;
  std::vector<text::Range> places_of_files;
  for (const SourceText& file : files) {
    places_of_files.push_back(text.add(file));
  }
  const QuestionPlaces places = add_to(text, question);
  const text::SourceMap source(text.text());
  text::Problems problems(source);
  const auto mistakes = [&] { return tl::unexpected(text.by_part(problems.take())); };

  Model definitions = read_model(source, places_of_files, problems);
  std::optional<SheetFunctions> functions;
  if (sheet != nullptr) {
    functions.emplace(*sheet, definitions.units_per_second);
  }
  SheetFunctions* known = functions ? &*functions : nullptr;
  CompiledModel model = compile_model(source, std::move(definitions), known, problems);
  const ResolvedQuestion plan = make_plan(question, places, source, model, problems);
  if (problems.has_errors()) {
    return mistakes();
  }
  auto points = TableMaker(model, plan, question, known).points();
  if (!points) {
    problems.error(points.error().place, points.error().text);
    return mistakes();
  }
  ModelTable table = described(files, sheet, question, plan);
  table.points = *std::move(points);
  if (functions) {
    table.notes = functions->notes();
    table.poor_fits = functions->poor_fits();
  }
  return table;
}

}  // namespace dps::models
