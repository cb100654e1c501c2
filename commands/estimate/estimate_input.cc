#include "commands/estimate/estimate_input.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/value_list.h"
#include "commands/cli/command_output.h"
#include "commands/files/file_kind.h"
#include "commands/predict/prediction_input.h"
#include "predictor/estimator/streams/stream_reader.h"

namespace dps::commands {
namespace {

constexpr const char* kUsualNumbers = "1..16";

/// The numbers of processors of -n. Errors (kInput).
Result<std::vector<std::uint32_t>> numbers_of(const std::string& given) {
  const auto list =
      text::parse_values(given.empty() ? kUsualNumbers : given, estimator::kMostProcessors);
  if (!list) {
    return failure(ErrorCode::kInput, "-n: " + list.error().text);
  }
  std::vector<std::uint32_t> numbers;
  for (const double value : text::expand(*list)) {
    if (value != std::floor(value) || value < 1 || value > estimator::kMostProcessors) {
      return failure(ErrorCode::kInput,
                     fmt::format("-n: a number of processors is a whole number from 1 to {}, got "
                                 "{}",
                                 estimator::kMostProcessors, text::number_text(value)));
    }
    numbers.push_back(static_cast<std::uint32_t>(value));
  }
  return numbers;
}

Result<EstimateInput> source_input(const EstimateOptions& given, estimator::Language language) {
  auto numbers = numbers_of(given.numbers);
  if (!numbers) {
    return tl::unexpected(numbers.error());
  }
  auto flags = estimator::split_flags(given.flags);
  if (!flags) {
    return with_context(flags.error(), "--flags");
  }
  return EstimateInput{
      estimator::SpmdSource{given.file, language, given.entry, given.defines, *std::move(flags)},
      std::nullopt, *std::move(numbers)};
}

/// The given option that is valid only for sources; "" if there is none.
std::string source_option(const EstimateOptions& given) {
  return !given.numbers.empty()   ? "-n"
         : given.entry != "spmd"  ? "--entry"
         : !given.defines.empty() ? "--define"
         : !given.flags.empty()   ? "--flags"
                                  : "";
}

Result<SourceText> load_streams(const EstimateOptions& given) {
  auto text = read_text(given.file, estimator::kMostStreamBytes);
  const std::string name = input_name(given.file);
  return text ? Result<SourceText>(SourceText{name, *std::move(text)})
              : with_context(text.error(), "cannot read '" + printable(name) + "'");
}

std::optional<EstimateInput> streams_input(const EstimateOptions& given) {
  const auto refuse = [&](const std::string& why) {
    print_error(why, ExitStatus::kInputWrong, given.common.color);
    return std::nullopt;
  };
  auto text = load_streams(given);
  if (!text) {
    return refuse(text.error().message);
  }
  if (kind_of(text->text) == FileKind::kSpmdSource) {
    return refuse(fmt::format(
        "'{}' is an SPMD source, but its name does not end in .c, .f or .f90, which names the "
        "language of a source; C++ is not read",
        printable(text->path)));
  }
  if (const std::string other = wrong_kind(*text, FileKind::kStreams); !other.empty()) {
    return refuse(other);
  }
  if (const std::string option = source_option(given); !option.empty()) {
    return refuse(
        fmt::format("{} goes with sources, whose names end in .c, .f or .f90; '{}' is "
                    "read as a streams file",
                    option, printable(text->path)));
  }
  auto reading = estimator::read_streams(*text);
  print_diagnostics(given.common, *text, reading.diagnostics);
  if (has_errors(reading.diagnostics)) {
    return std::nullopt;
  }
  const auto processors = static_cast<std::uint32_t>(reading.streams.processors());
  return EstimateInput{
      std::nullopt, OpenedStreams{*std::move(text), std::move(reading.streams)}, {processors}};
}

}  // namespace

std::optional<EstimateInput> open_estimate_input(const EstimateOptions& given) {
  const auto language = estimator::language_of(given.file);
  if (!language) {
    return streams_input(given);
  }
  auto input = source_input(given, *language);
  if (!input) {
    print_error(input.error().message, ExitStatus::kInputWrong, given.common.color);
    return std::nullopt;
  }
  return *std::move(input);
}

std::optional<machines::ArchitectureDescription> open_architecture(const EstimateOptions& given) {
  const auto opened = open_machine(given.machine, given.common);
  if (!opened) {
    return std::nullopt;
  }
  const auto* architecture =
      dynamic_cast<const machines::ArchitectureMachine*>(opened->machine.get());
  if (architecture == nullptr) {
    print_error(fmt::format("'{0}' is not an architecture file, which 'dps estimate' needs; "
                            "--to-blueprint FILE writes a blueprint, and 'dps predict FILE "
                            "--machine {0}' predicts it",
                            printable(given.machine.machine)),
                ExitStatus::kInputWrong, given.common.color);
    return std::nullopt;
  }
  return architecture->description();
}

}  // namespace dps::commands
