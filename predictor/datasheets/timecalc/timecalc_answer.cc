#include "predictor/datasheets/timecalc/timecalc_answer.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/exact_quantities.h"
#include "base/text/quantities.h"
#include "predictor/machines/kinds/datasheet/poor_fit.h"

namespace dps::datasheets {
namespace {

using Json = nlohmann::ordered_json;  // keeps the keys in insertion order

using machines::DataForm;
using machines::Datasheet;
using machines::Equation;
using machines::FunctionClass;
using machines::FunctionPath;
using machines::MeasuredRange;
using machines::SheetFunction;
using machines::SheetRange;
using machines::StartForm;

constexpr double kMostNumber = 0x1p53;
constexpr int kTimecalcVersion = 1;

/// The numbers of a question as written; null if not given.
struct WrittenNumbers {
  const std::string* processes = nullptr;
  const std::string* elements = nullptr;
};

Error unknown_function(const Datasheet& sheet, std::string_view sheet_name,
                       const std::string& name) {
  std::vector<std::string> names;
  for (const SheetFunction& function : sheet.functions) {
    names.push_back(function.name);
  }
  for (const auto& [alias, function] : sheet.aliases) {
    names.push_back(alias);
  }
  return {ErrorCode::kInput, fmt::format("no function '{}' in '{}'{}", printable(name),
                                         printable(sheet_name), did_you_mean(name, names))};
}

bool has_data(const SheetFunction& function) {
  return function.function_class == FunctionClass::kCollective ||
         function.function_class == FunctionClass::kPointToPoint ||
         std::any_of(function.ranges.begin(), function.ranges.end(),
                     [](const SheetRange& range) { return range.equation.data_form.has_value(); });
}

/// The arguments for messages: "P D" and so on.
std::string_view usage_of(const SheetFunction& function) {
  switch (function.function_class) {
    case FunctionClass::kCollective:
      return " P D";
    case FunctionClass::kBarrier:
      return " P [D]";
    default:
      return has_data(function) ? " [P] D" : "";
  }
}

Result<WrittenNumbers> numbers_of(const SheetFunction& function,
                                  std::span<const std::string> words) {
  const std::size_t given = words.size() - 1;
  const bool is_barrier = function.function_class == FunctionClass::kBarrier;
  const bool is_collective = function.function_class == FunctionClass::kCollective;
  const std::size_t least = is_collective ? 2 : is_barrier || has_data(function) ? 1 : 0;
  if (given < least || given > 2) {
    return failure(ErrorCode::kInput,
                   fmt::format("expected '{}{}', with P processes and D elements, got '{}'",
                               printable(words[0]), usage_of(function),
                               printable(fmt::format("{}", fmt::join(words, " ")))));
  }
  if (given == 2) {
    return WrittenNumbers{&words[1], &words[2]};
  }
  if (given == 0) {
    return WrittenNumbers{};
  }
  return is_barrier ? WrittenNumbers{&words[1], nullptr} : WrittenNumbers{nullptr, &words[1]};
}

/// A number from `least` to 2^53.
Result<double> number_of(const std::string& word, std::string_view what, double least) {
  const auto number = text::read_real(word, what);
  if (!number) {
    return failure(ErrorCode::kInput, number.error());
  }
  if (*number < least || *number > kMostNumber) {
    return failure(ErrorCode::kInput,
                   fmt::format("{} is from {} to 2^53, got '{}'", what, least, printable(word)));
  }
  return *number;
}

/// A number of elements, or of bytes such as "64KiB".
Result<double> elements_of(const std::string& word, std::uint64_t element_bytes) {
  if (!word.ends_with('B')) {
    return number_of(word, "the number of elements", 0);
  }
  const auto bytes = text::read_bytes(word);
  if (!bytes) {
    return failure(ErrorCode::kInput, bytes.error());
  }
  return static_cast<double>(*bytes) / static_cast<double>(element_bytes);
}

bool is_outside(const std::optional<MeasuredRange>& range, std::optional<double> number) {
  return range && number &&
         (*number < static_cast<double>(range->least) ||
          *number > static_cast<double>(range->most));
}

void add_notes(const SheetFunction& function, const SheetRange& range, TimecalcAnswer& answer) {
  const auto note = [&](std::string text) { answer.notes.push_back(std::move(text)); };
  if (function.name != answer.function) {
    note(fmt::format("'{}' has no equation of its own: this is that of '{}'",
                     printable(answer.function), printable(function.name)));
  }
  if (!range.equation.errors) {
    note("the sheet has no errors of this equation: min and max are the average");
  }
  if (is_outside(range.processes, answer.processes)) {
    note(fmt::format("{:g} processes are outside the measured range {}..{}", *answer.processes,
                     range.processes->least, range.processes->most));
  }
  if (is_outside(range.elements, answer.elements)) {
    note(fmt::format("{:g} elements are outside the measured range {}..{}", *answer.elements,
                     range.elements->least, range.elements->most));
  }
  const bool is_of_group = function.function_class == FunctionClass::kCollective ||
                           function.function_class == FunctionClass::kBarrier;
  if (is_of_group && answer.processes == 1) {
    note("one process sends nothing, but the equation has a time for it");
  }
}

std::string_view factor_of(std::optional<StartForm> form) {
  if (!form) {
    return "";
  }
  switch (*form) {
    case StartForm::kProcesses:
      return "*nprocs";
    case StartForm::kLogProcesses:
      return "*log(nprocs)";
    case StartForm::kSquare:
      return "*nprocs^2";
  }
  return "";
}

std::string_view factor_of(std::optional<DataForm> form) {
  if (!form) {
    return "";
  }
  switch (*form) {
    case DataForm::kData:
      return "*ndata";
    case DataForm::kProcessesData:
      return "*nprocs*ndata";
    case DataForm::kLogProcessesData:
      return "*log(nprocs)*ndata";
    case DataForm::kSquareData:
      return "*nprocs^2*ndata";
  }
  return "";
}

std::string equation_text(const Equation& equation) {
  std::vector<std::string> terms;
  const auto add = [&](Attoseconds machines::Coefficients::*member, std::string_view factor) {
    if (equation.value.*member == Attoseconds{}) {
      return;
    }
    const std::string error =
        equation.errors ? fmt::format(" +/- {:g}", seconds_of((*equation.errors).*member)) : "";
    terms.push_back(fmt::format("({:g}{}){}", seconds_of(equation.value.*member), error, factor));
  };
  add(&machines::Coefficients::constant, "");
  add(&machines::Coefficients::start, factor_of(equation.start_form));
  add(&machines::Coefficients::data, factor_of(equation.data_form));
  return fmt::format("# t = {}\n",
                     terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " +\n#     ")));
}

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(std::move(word));
  }
  return words;
}

Result<TimecalcAnswer> answer_of(const Datasheet& sheet, std::string_view sheet_name,
                                 FunctionPath path, std::span<const std::string> words) {
  const auto found = machines::find_function(sheet, words[0], path);
  if (found.function == nullptr) {
    return tl::unexpected(unknown_function(sheet, sheet_name, words[0]));
  }
  const auto written = numbers_of(*found.function, words);
  if (!written) {
    return tl::unexpected(written.error());
  }
  TimecalcAnswer answer;
  answer.function = words[0];
  if (written->processes != nullptr) {
    const auto number = number_of(*written->processes, "the number of processes", 1);
    if (!number) {
      return tl::unexpected(number.error());
    }
    answer.processes = *number;
  }
  if (written->elements != nullptr) {
    const auto number = elements_of(*written->elements, sheet.element_bytes);
    if (!number) {
      return tl::unexpected(number.error());
    }
    answer.elements = *number;
  }
  const double processes = answer.processes.value_or(1);
  const double elements = answer.elements.value_or(0);
  const SheetRange& range = machines::range_for(*found.function, elements);
  answer.equation = range.equation;
  answer.times = machines::times_of(range.equation, processes, elements);
  if (const auto half = machines::confidence(range.equation, processes, elements)) {
    answer.interval = {answer.times.average - *half, answer.times.average + *half};
  }
  if (machines::is_poor(range)) {
    answer.warning = machines::poor_names_warning({found.function->name});
    answer.scale = machines::error_scale(range);
  }
  if (answer.scale) {
    const Equation scaled = machines::with_scaled_errors(range.equation, *answer.scale);
    answer.scaled_times = machines::times_of(scaled, processes, elements);
    if (const auto half = machines::confidence(scaled, processes, elements)) {
      answer.scaled_interval = {answer.times.average - *half, answer.times.average + *half};
    }
  }
  add_notes(*found.function, range, answer);
  return answer;
}

std::string text_of(const TimecalcAnswer& answer) {
  std::string text = equation_text(answer.equation);
  text += fmt::format("Times (s): min={:g} avg={:g} max={:g}\n", answer.times.min,
                      answer.times.average, answer.times.max);
  if (answer.interval) {
    text += fmt::format("95% interval (s): {:g}..{:g}\n", answer.interval->first,
                        answer.interval->second);
  }
  if (answer.scale) {
    text += fmt::format("With errors times {:.3g} (s): min={:g} max={:g}{}\n", *answer.scale,
                        answer.scaled_times.min, answer.scaled_times.max,
                        answer.scaled_interval ? fmt::format(", 95% interval {:g}..{:g}",
                                                             answer.scaled_interval->first,
                                                             answer.scaled_interval->second)
                                               : "");
  }
  for (const std::string& note : answer.notes) {
    text += "# note: " + note + "\n";
  }
  return text;
}

std::string json_of(const TimecalcAnswer& answer, bool is_indented) {
  const auto number = [](std::optional<double> value) {
    const bool is_whole = value && *value == std::trunc(*value);
    return is_whole ? Json(static_cast<std::uint64_t>(*value)) : value ? Json(*value) : Json();
  };
  Json object{{"format", "dps-timecalc"},
              {"version", kTimecalcVersion},
              {"function", printable(answer.function)},
              {"processes", number(answer.processes)},
              {"elements", number(answer.elements)},
              {"min_s", answer.times.min},
              {"avg_s", answer.times.average},
              {"max_s", answer.times.max},
              {"interval_s", Json()},
              {"notes", answer.notes}};
  if (answer.interval) {
    object["interval_s"] = Json::array({answer.interval->first, answer.interval->second});
  }
  if (answer.scale) {
    Json& scaled = object["scaled"] = Json{{"factor", *answer.scale},
                                           {"min_s", answer.scaled_times.min},
                                           {"max_s", answer.scaled_times.max},
                                           {"interval_s", Json()}};
    if (answer.scaled_interval) {
      scaled["interval_s"] =
          Json::array({answer.scaled_interval->first, answer.scaled_interval->second});
    }
  }
  constexpr int kIndent = 2;
  return object.dump(is_indented ? kIndent : -1) + "\n";
}

}  // namespace dps::datasheets
