#include "commands/machine_command.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/options/definition_list.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/load_source.h"
#include "base/text/table.h"
#include "base/units.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/files/graph_file.h"
#include "commands/files/machine_library.h"
#include "commands/files/output_file.h"
#include "commands/options/option.h"
#include "commands/parasol_questions.h"
#include "commands/predict/prediction_input.h"
#include "commands/terminal/terminal_width.h"
#include "predictor/machines/inspection/overview.h"
#include "predictor/machines/inspection/picture.h"
#include "predictor/machines/inspection/route_answers.h"
#include "predictor/machines/inspection/route_message.h"
#include "predictor/machines/inspection/route_output.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/limits.h"

namespace dps::commands {
namespace {

using options::Definition;
using options::definition_list;
using options::paragraph;

/// The first paragraph of the comment at the head of a machine file.
std::string head_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string comment;
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
    comment += (comment.empty() ? "" : " ") + line.substr(2);
  }
  return printable(comment);
}

Result<std::string> text_of(const std::string& path) {
  auto source = text::load_source(path, "machine file", machines::kMostMachineBytes);
  return source ? Result<std::string>(std::move(source->text)) : tl::unexpected(source.error());
}

ExitStatus list(const MachineCommandOptions& given) {
  std::vector<Definition> rows;
  for (const LibraryMachine& machine : library_machines()) {
    rows.emplace_back(machine.name, head_comment(text_of(machine.path).value_or("")));
  }
  if (rows.empty()) {
    return print_error(no_library_text(), ExitStatus::kInputWrong, given.common.color);
  }
  constexpr std::size_t kWidestName = 24;
  const std::size_t width = terminal_width();
  return print_output(
      given.common, given.output,
      "Machines of the library\n" + definition_list(rows, kWidestName, width) + "\n" +
          paragraph("'dps predict BLUEPRINT --machine NAME' predicts on one; 'dps machine show "
                    "NAME' prints its file, to be changed.",
                    width),
      ExitStatus::kDone);
}

ExitStatus show(const MachineCommandOptions& given) {
  if (!given.machine.changes.empty()) {
    const auto source = open_machine_text(given.machine, given.common);
    return source ? print_output(given.common, given.output, source->text, ExitStatus::kDone)
                  : ExitStatus::kInputWrong;
  }
  const auto text = text_of(machine_path(given.machine.machine));
  return text ? print_output(given.common, given.output, *text, ExitStatus::kDone)
              : print_error(text.error().message + machine_suggestion(given.machine.machine),
                            ExitStatus::kInputWrong, given.common.color);
}

/// Prints a line for each key, with its value.
ExitStatus print_keys(const MachineCommandOptions& given) {
  const auto opened = open_machine(given.machine, given.common);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  const std::string& text = opened->source.text;
  const auto keys = machines::kind_of_machine(text).keys(text);
  std::size_t width = 0;
  for (const machines::MachineKey& key : keys) {
    width = std::max(width, printed_width(printable(key.name)));
  }
  std::string out;
  for (const machines::MachineKey& key : keys) {
    const std::string name = printable(key.name);
    out += name + std::string(width - printed_width(name), ' ') + "  " +
           (key.value.empty() ? "-" : printable(key.value)) + "\n";
  }
  return print_output(given.common, given.output, out, ExitStatus::kDone);
}

struct Part {
  std::string_view name;
  text::Table (*table)(const machines::Machine& machine);
};
constexpr std::array kParts{Part{"hosts", machines::hosts_table},
                            Part{"routers", machines::routers_table},
                            Part{"links", machines::links_table}};

/// The summary, with the rows of a part if it is not null.
std::string description(const machines::Machine& machine, const Part* part, Format format) {
  if (format == Format::kJson) {
    nlohmann::ordered_json object = machines::overview_json(machine);
    if (part != nullptr) {
      object[std::string(part->name)] = text::json_rows(part->table(machine));
    }
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  if (format == Format::kCsv) {
    return text::csv_of(part == nullptr ? machines::overview_table(machine) : part->table(machine),
                        text::LineEnd::kLineFeed);
  }
  return part == nullptr ? machines::overview_text(machine)
                         : text::grid_of(part->table(machine)).text();
}

/// Prints every mistake in the file, and a summary of the machine.
ExitStatus check_file(const MachineCommandOptions& given) {
  const auto opened = open_machine(given.machine, given.common, kAllDiagnostics);
  return opened ? print_output(given.common, given.output,
                               description(*opened->machine, nullptr, given.output.format),
                               ExitStatus::kDone)
                : ExitStatus::kInputWrong;
}

/// The shares of the links of --load; empty without it.
Result<machines::LinkShares> loaded_shares(const MachineCommandOptions& given) {
  machines::LinkShares shares;
  if (given.load.empty()) {
    return shares;
  }
  const auto result = open_result(given.load);
  if (!result) {
    return tl::unexpected(result.error());
  }
  for (const profiles::RunProfile& run : result->runs) {
    for (const profiles::LinkProfile& link : run.links) {
      double& share = shares[link.name];
      share = std::max(share, run.makespan_s > 0 ? link.busy_s / run.makespan_s : 0);
    }
  }
  if (shares.empty()) {
    return failure(ErrorCode::kInput, "'" + printable(given.load) +
                                          "' is not a prediction on a graph: it has no links");
  }
  return shares;
}

/// Draws the network into the file of --plot.
ExitStatus draw(const MachineCommandOptions& given, const machines::Machine& machine) {
  const Color color = given.common.color;
  const auto format = graph_format_of(given.plot);
  if (!format) {
    return print_error("--plot: expected FILE.svg, FILE.pdf, FILE.png or FILE.dot, got '" +
                           printable(given.plot) + "'",
                       ExitStatus::kInputWrong, color);
  }
  const auto shares = loaded_shares(given);
  const auto picture = shares ? machines::network_picture(machine, *shares)
                              : Result<std::string>(tl::unexpected(shares.error()));
  auto file = OutputFile::create(given.plot, picture_kind(given.plot), given.common.replaced);
  if (!picture || !file) {
    return print_error(picture ? file.error().message : picture.error().message,
                       ExitStatus::kInputWrong, color);
  }
  const auto written = write_graph(*file, *picture, *format);
  return written ? ExitStatus::kDone
                 : print_error(written.error().message, ExitStatus::kFailed, color);
}

ExitStatus describe(const MachineCommandOptions& given) {
  const Part* part = nullptr;
  if (!given.question.empty()) {
    part = std::find_if(kParts.begin(), kParts.end(),
                        [&](const Part& one) { return one.name == given.question.front(); });
    if (part == kParts.end()) {
      const std::vector<std::string> names{"hosts", "routers", "links"};
      return print_error(
          fmt::format("dps machine describe: expected hosts, routers or links, got '{}'{}",
                      printable(given.question.front()),
                      did_you_mean(given.question.front(), names)),
          ExitStatus::kInputWrong, given.common.color);
    }
  }
  const auto opened = open_machine(given.machine, given.common);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  const ExitStatus drawn = given.plot.empty() ? ExitStatus::kDone : draw(given, *opened->machine);
  return drawn == ExitStatus::kDone
             ? print_output(given.common, given.output,
                            description(*opened->machine, part, given.output.format), drawn)
             : drawn;
}

/// Prints the routes, and an error if messages block one another for ever.
ExitStatus print_routes(const MachineCommandOptions& given, const machines::RouteAnswers& answers) {
  const text::Table table = machines::routes_table(answers.routes);
  const Format format = given.output.format;
  const ExitStatus status =
      print_output(given.common, given.output,
                   format == Format::kJson  ? machines::routes_json(answers.routes)
                   : format == Format::kCsv ? text::csv_of(table, text::LineEnd::kLineFeed)
                                            : text::grid_of(table).text(),
                   ExitStatus::kDone);
  return answers.deadlock.empty() || status != ExitStatus::kDone
             ? status
             : print_error(fmt::format("{}", fmt::join(answers.deadlock, "\n")),
                           ExitStatus::kDeadlock, given.common.color);
}

ExitStatus route(const MachineCommandOptions& given) {
  const auto opened = open_machine(given.machine, given.common);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  const auto messages = machines::read_route_messages(given.question, *opened->machine);
  if (!messages) {
    return print_error(messages.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  if (const std::string lacks = opened->machine->summary().lacks; !lacks.empty()) {
    return print_error(lacks, ExitStatus::kInputWrong, given.common.color);
  }
  const auto answers = machines::answer_routes(*opened->machine, *messages);
  if (!answers) {
    return print_error(answers.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  return print_routes(given, *answers);
}

struct Action {
  std::string_view name;
  ExitStatus (*run)(const MachineCommandOptions& given);
};
constexpr std::array kActions{Action{"list", list},         Action{"show", show},
                              Action{"keys", print_keys},   Action{"check", check_file},
                              Action{"describe", describe}, Action{"route", route}};

ExitStatus answer(const MachineCommandOptions& given) {
  const MachineQuestion question{given.action,      given.machine, given.question,
                                 given.definitions, given.common,  given.output};
  if (const auto answered = answer_about_parasol(question)) {
    return *answered;
  }
  const auto* action = std::find_if(kActions.begin(), kActions.end(),
                                    [&](const Action& one) { return one.name == given.action; });
  return action == kActions.end() ? list(given) : action->run(given);
}

/// The error in the words after the machine; "" if there is none.
std::string wrong_question(const MachineCommandOptions& given) {
  const bool asks = given.action == "route" || given.action == "eval";
  if (asks && given.question.empty()) {
    return given.action == "eval"
               ? "dps machine eval needs an expression, such as 'po(1).ia_spd'"
               : "dps machine route needs MESSAGE: FROM,TO[,BYTES[,START]], such as n0,n5,64KiB";
  }
  if (!asks && given.question.size() > (given.action == "describe" ? 1U : 0U)) {
    return fmt::format("dps machine {}: unexpected '{}'", given.action,
                       printable(given.question.back()));
  }
  if (given.action != "eval" && !given.definitions.empty()) {
    return "--define goes with 'dps machine eval'";
  }
  if (given.action != "describe" && !(given.plot.empty() && given.load.empty())) {
    return "--plot and --load go with 'dps machine describe'";
  }
  if (given.plot.empty() && !given.load.empty()) {
    return "--load goes with --plot FILE: it colours the links";
  }
  const bool has_form = asks || given.action == "describe" || given.action == "check";
  return given.output.format != Format::kText && !has_form
             ? "--format goes with 'dps machine check', 'describe', 'route' and 'eval'"
             : "";
}

}  // namespace

Syntax MachineCommandOptions::syntax() {
  static constexpr std::array<std::string_view, 7> kWords{"list",     "show",  "keys", "check",
                                                          "describe", "route", "eval"};
  Syntax syntax;
  syntax.operands = {{{"ACTION", ValueKind::kText, "", kWords},
                      "list: the machines (the default); show: the file of one; keys: the keys for "
                      "--set-machine; check: mistakes of a file; describe: a summary of one; "
                      "route: routes and times of messages; eval: values of expressions",
                      into(action),
                      true},
                     {kMachineFile, "the machine", into(machine.machine), true},
                     {{"PART|MESSAGE|EXPR"},
                      "describe: a part, such as hosts or links; route: messages "
                      "FROM,TO[,BYTES[,START]]; eval: expressions",
                      append_to(question),
                      true,
                      true,
                      true}};
  syntax.add({set_machine_option(machine.changes),
              format_option(output),
              {"--define",
               "",
               {"NAME=NUMBER"},
               "eval: the size, count or hops of a message, for formulas that have them; may be "
               "repeated",
               append_to(definitions),
               true},
              {"--plot",
               "",
               {"FILE", ValueKind::kOutput, "--plot"},
               "describe: also draw the network with Graphviz: FILE.svg, FILE.pdf, FILE.png or "
               "FILE.dot",
               into(plot)},
              {"--load",
               "",
               {"RESULT", ValueKind::kInput, "--load"},
               "With --plot: colour the links by their loads in the result of a prediction",
               into(load)},
              text_output_option(output)});
  syntax.add(parasol_options(machine));
  return syntax;
}

std::string MachineCommandOptions::check() {
  const bool is_list = action.empty() || action == "list";
  if (!is_list && machine.machine.empty()) {
    return fmt::format("dps machine {} needs NAME; 'dps machine list' lists the names", action);
  }
  if (is_list && !machine.machine.empty()) {
    return "dps machine list takes no name; 'dps machine show NAME' prints one";
  }
  if (is_list && !machine.changes.empty()) {
    return "--set-machine goes with a machine, as in 'dps machine show NAME'";
  }
  const bool has_choice = machine_options(machine).has_parasol_choice();
  if (is_list && has_choice) {
    return "--topology and --runtime go with a Parasol machine, as in 'dps machine check gcel'";
  }
  if ((action == "show" || action == "keys") && has_choice) {
    return fmt::format(
        "--topology and --runtime go with a Parasol machine and check, describe, route or eval; "
        "'dps machine {}' prints all topologies and sections",
        action);
  }
  return wrong_question(*this);
}

Command machine_command() {
  return {
      "machine",
      CommandGroup::kMachines,
      "List the machines that come with dps; print the file of one, or answer questions about it",
      prepare<MachineCommandOptions, answer>,
      {{"dps machine list", "dps machines does the same"},
       {"dps machine keys laptop", "the keys for --set-machine"},
       {"dps machine show laptop -o mine.toml", "a machine file to change"},
       {"dps machine route torus_8x8x4 n0,n5,64KiB", "the links and the time of a message"},
       {"dps machine eval gcel 'po(1).ia_spd'", "the value of an expression"}},
      {"library"}};
}

}  // namespace dps::commands
