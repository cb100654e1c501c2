#include "commands/parasol_questions.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/cli/command_output.h"
#include "commands/files/machine_library.h"
#include "commands/predict/prediction_input.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/kinds/parasol/file/answers/machine_answer.h"
#include "predictor/machines/kinds/parasol/file/answers/routes_answer.h"
#include "predictor/machines/kinds/parasol/file/answers/values_answer.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/limits.h"

namespace dps::commands {
namespace {

ExitStatus wrong(const MachineQuestion& given, const std::string& text) {
  return print_error(text, ExitStatus::kInputWrong, given.common.color);
}

parasol::AnswerFormat format_of(const MachineQuestion& given) {
  return given.output.format == Format::kJson  ? parasol::AnswerFormat::kJson
         : given.output.format == Format::kCsv ? parasol::AnswerFormat::kCsv
                                               : parasol::AnswerFormat::kText;
}

/// A Parasol file with the choices of the command line.
struct OpenedParasol {
  std::shared_ptr<const parasol::ParasolFile> file;
  parasol::MachineModel model;
};

/// Opens the file; nullopt after printing the errors.
std::optional<OpenedParasol> open_parasol(const MachineQuestion& given, SourceText source) {
  if (!given.machine.changes.empty()) {
    auto changed = change_machine(source, given.machine.changes);
    if (!changed) {
      wrong(given, changed.error().message);
      return std::nullopt;
    }
    source = *std::move(changed);
  }
  auto reading = parasol::parse_parasol_file(source);
  print_diagnostics(given.common, source, reading.diagnostics,
                    given.action == "check" ? kAllDiagnostics : RenderOptions{}.limit);
  if (reading.file == nullptr) {
    return std::nullopt;
  }
  auto model = parasol::machine_model(reading.file, machine_options(given.machine));
  if (!model) {
    wrong(given, model.error().message);
    return std::nullopt;
  }
  return OpenedParasol{std::move(reading.file), *std::move(model)};
}

ExitStatus print_values(const MachineQuestion& given, const OpenedParasol& opened) {
  parasol::Arguments arguments;
  for (const std::string& definition : given.definitions) {
    if (const auto defined = parasol::define_argument(definition, arguments); !defined) {
      return wrong(given, "--define: " + defined.error());
    }
  }
  const auto values = parasol::values_of(*opened.file, given.question, arguments);
  if (!values) {
    for (const parasol::WrongText& text : values.error()) {
      print_diagnostics(given.common, text.source, text.diagnostics);
    }
    return ExitStatus::kInputWrong;
  }
  return print_output(given.common, given.output, parasol::print_values(*values, format_of(given)),
                      ExitStatus::kDone);
}

ExitStatus print_routes(const MachineQuestion& given, const OpenedParasol& opened) {
  if (opened.model.topology == nullptr) {
    return wrong(given, "the machine has no topology");
  }
  const std::uint32_t processors = opened.model.mapping == nullptr
                                       ? opened.model.topology->processors
                                       : opened.model.mapping->processors;
  std::vector<parasol::ProcessorMessage> messages;
  for (const std::string& text : given.question) {
    const auto message = parasol::parse_route_message(text, processors);
    if (!message) {
      return wrong(given, message.error());
    }
    messages.push_back(*message);
  }
  return print_output(
      given.common, given.output,
      parasol::print_routes(parasol::routes_of(opened.model, messages), format_of(given)),
      ExitStatus::kDone);
}

ExitStatus print_description(const MachineQuestion& given, const OpenedParasol& opened) {
  std::vector<std::string> notes;
  for (const machines::MachineNote& note : parasol::ParasolMachine(opened.model).summary().notes) {
    notes.push_back(note.text);
  }
  const auto text =
      parasol::describe(*opened.file, opened.model, notes,
                        given.question.empty() ? "" : given.question.front(), format_of(given));
  return text ? print_output(given.common, given.output, *text, ExitStatus::kDone)
              : wrong(given, text.error().message);
}

}  // namespace

std::optional<ExitStatus> answer_about_parasol(const MachineQuestion& given) {
  const bool asks = given.action == "check" || given.action == "describe" ||
                    given.action == "route" || given.action == "eval";
  if (!asks) {
    return std::nullopt;
  }
  auto source = text::load_source(machine_path(given.machine.machine), "machine file",
                                  machines::kMostMachineBytes);
  if (!source) {
    return wrong(given, source.error().message + machine_suggestion(given.machine.machine));
  }
  const std::string_view kind = machines::kind_of_machine(source->text).name;
  if (kind != "parasol") {
    return given.action != "eval"
               ? std::nullopt
               : std::optional(wrong(
                     given, fmt::format("dps machine eval is about Parasol machines; '{}' is a "
                                        "machine of the kind '{}'",
                                        printable(source->path), kind)));
  }
  const auto opened = open_parasol(given, *std::move(source));
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  return given.action == "eval"    ? print_values(given, *opened)
         : given.action == "route" ? print_routes(given, *opened)
                                   : print_description(given, *opened);
}

}  // namespace dps::commands
