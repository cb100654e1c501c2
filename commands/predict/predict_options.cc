#include "commands/predict/predict_options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/progress_options.h"

namespace dps::commands {
namespace {

Option what_if_option(std::vector<std::string>& questions) {
  return {
      "--what-if",
      "",
      {"all|NAME*=FACTOR[,...]"},
      "Also predict with each line and each value of the machine 10 % better (all), or with one "
      "changed: C:Work.c*=0.5, O:Job.o*=0.9 or network.latency*=0.1; ranked by the makespan; "
      "may be repeated",
      append_to(questions),
      true};
}

/// R of "measured:R"; nullopt: it is no positive number.
std::optional<double> ratio_of(const std::string& text) {
  double ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  constexpr double kMostRatio = 1e6;
  const bool is_right =
      error == std::errc() && end == text.data() + text.size() && ratio > 0 && ratio <= kMostRatio;
  return is_right ? std::optional(ratio) : std::nullopt;
}

Option compute_option(std::string& compute, double& ratio) {
  return {"--compute",
          "",
          {"HOW"},
          "How an MPI program's computing takes time: zero, not at all; annotated, as its calls of "
          "dps_compute() say (the default); measured, its CPU time here; measured:R, R times that",
          [&](const std::string& value) -> std::string {
            constexpr std::string_view kMeasured = "measured:";
            compute = value;
            if (value.starts_with(kMeasured)) {
              const auto given = ratio_of(value.substr(kMeasured.size()));
              ratio = given.value_or(1);
              return given ? ""
                           : "--compute: expected a factor such as 2 behind measured:, got '" +
                                 printable(value) + "'";
            }
            return value == "zero" || value == "annotated" || value == "measured"
                       ? ""
                       : "--compute: expected zero, annotated, measured or measured:R, got '" +
                             printable(value) + "'";
          }};
}

Option step_option(std::optional<std::int64_t>& step) {
  return {"--step",
          "",
          {"TIME"},
          "The time of dps_compute(1) of an MPI program; else that of the sheet's function "
          "'compute', or 1us",
          [&step](const std::string& value) -> std::string {
            const auto time = text::parse_time(value);
            constexpr double kMostSeconds = 1e6;
            const bool has_unit = value.find_last_of("smh") != std::string::npos;
            if (!time || !has_unit || time->count() > kMostSeconds) {
              return "--step: expected a time such as 1us or 0.5ns, got '" + printable(value) + "'";
            }
            step = std::llround(time->count() * 1e12);
            return "";
          }};
}

Option poll_limit_option(std::optional<std::uint64_t>& limit) {
  return {
      "--poll-limit",
      "",
      {"N"},
      "After N tests or probes in a row that find nothing, an MPI program's loop is taken to go "
      "on as before until it finds something; 0 is no limit; the default is 10000",
      [&limit](const std::string& value) -> std::string {
        std::uint64_t number = 0;
        const char* const end = value.data() + value.size();
        const auto read = std::from_chars(value.data(), end, number);
        if (read.ec != std::errc() || read.ptr != end) {
          return "--poll-limit: expected a number, 0 for no limit, got '" + printable(value) + "'";
        }
        limit = number;
        return "";
      }};
}

}  // namespace

Syntax PredictOptions::syntax() {
  static constexpr std::array<std::string_view, 27> kProgramOptions{
      "--machine",     "--set-machine", "--mode",        "--contended",
      "--eager",       "--compute",     "--step",        "-o",
      "--level",       "--only",        "--format",      "--quiet",
      "--timeout",     "--color",       "--sites",       "--trace",
      "--trace-limit", "--trace-keep",  "--trace-from",  "--trace-to",
      "--progress",    "--latencies",   "--trace-level", "--digits",
      "--why",         "--force",       "--poll-limit"};
  Syntax syntax;
  syntax.program = &program;
  syntax.program_options = kProgramOptions;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax.add({machine_option(machine), set_machine_option(machine.changes)})
      .add(data_sheet_options(machine))
      .add(parasol_options(machine))
      .add({costs_option(machine), set_option(blueprint), level_option(profile),
            only_option(profile), latencies_option(profile), format_option(output),
            result_output_option(output), expect_option(profile), measure_from_option(profile),
            for_option(end), timeout_option(timeout), runs_option(repetition)})
      .add(until_error_and_warmup(repetition))
      .add({seed_option(blueprint), why_option(profile), what_if_option(what_if)})
      .add(all_trace_options(trace))
      .add({progress_option(progress), compute_option(compute, compute_ratio), step_option(step),
            poll_limit_option(poll_limit), sites_option(profile)});
  return syntax;
}

std::string PredictOptions::check() {
  add_companions(trace.files, "--trace", common);
  return machine.machine.empty()
             ? "predict needs --machine FILE|NAME: 'dps machine list' lists the machines that come "
               "with dps, and 'dps calibrate -o FILE' measures these hosts"
         : program.empty() && (!compute.empty() || step || poll_limit)
             ? "--compute, --step and --poll-limit go with an MPI program: dps predict --machine "
               "NAME -- mpirun …"
         : end && !what_if.empty()
             ? "--what-if compares makespans, and with --for they are all the same"
             : contradiction_in(trace, false, "--trace FILE");
}

}  // namespace dps::commands
