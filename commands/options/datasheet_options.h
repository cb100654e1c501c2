/// The options of dps datasheet. Source: docs/dps.1.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "commands/options/option.h"
#include "commands/options/option_setters.h"

namespace dps::coordinator::options {

inline constexpr std::array<std::string_view, 1> kBreakpoints{"auto"};
inline constexpr std::array<std::string_view, 4> kTimeUnits{"s", "ms", "us", "ns"};

// Each returns the error, or "".
std::string set_sheet_name(CommandLine& line, const std::string& value);
std::string set_tex(CommandLine& line, const std::string& value);
std::string set_html(CommandLine& line, const std::string& value);
std::string set_plots(CommandLine& line, const std::string& value);
std::string set_floor(CommandLine& line, const std::string& value);
std::string set_split(CommandLine& line, const std::string& value);
std::string set_breakpoints(CommandLine& line, const std::string& value);
std::string set_digits(CommandLine& line, const std::string& value);
std::string set_order_of_magnitude(CommandLine& line, const std::string& value);
std::string set_time_unit(CommandLine& line, const std::string& value);
std::string set_points(CommandLine& line, const std::string& value);
std::string set_guidelines(CommandLine& line, const std::string& value);

/// The error for options of dps datasheet that exclude one another; "" if there is none.
std::string datasheet_contradiction(const CommandLine& line);

inline constexpr Option kSheetOutput{
    "-o",
    "",
    {"FILE", ValueKind::kOutput, "-o"},
    "Write the data sheet to this file instead of printing its tables",
    set_output};
inline constexpr Option kTex{"--tex",
                             "",
                             {"FILE", ValueKind::kOutput, "--tex"},
                             "Write a document for LaTeX, and its pictures into a folder beside it",
                             set_tex};
inline constexpr Option kHtml{"--html",
                              "",
                              {"FILE", ValueKind::kOutput, "--html"},
                              "Write the document as a page for a browser",
                              set_html};
inline constexpr Option kPlots{
    "--plots",
    "",
    {"DIR"},
    "Keep the scripts and data of the pictures in this folder, for gnuplot",
    set_plots};
inline constexpr Option kSheetName{
    "--name", "", {"NAME"}, "The name of the sheet, by default that of the folder", set_sheet_name};
inline constexpr Option kSheetFunctions{
    "--functions",
    "",
    {"NAME[,NAME]..."},
    "Only these functions, or groups: p2p, contended, collective, nonblocking, neighbour, "
    "communicator, rma, local",
    set_only,
    true};
inline constexpr Option kFloor{
    "--floor",
    "",
    {"PERCENT"},
    "The error that each point has at least in the fit, 5 unless given; 0: only the "
    "measured errors",
    set_floor};
inline constexpr Option kSplit{
    "--split",
    "",
    {"ELEMENTS"},
    "The size that ends the small messages and begins the large ones, 32 unless given",
    set_split};
inline constexpr Option kSheetBreakpoints{
    "--breakpoints",
    "",
    {"auto", ValueKind::kText, "", kBreakpoints},
    "Find the sizes at which the equations change, up to 5 ranges",
    set_breakpoints};
inline constexpr Option kDigits{"--digits",
                                "",
                                {"N"},
                                "Significant digits of the coefficients in tables, 2 unless given",
                                set_digits};
inline constexpr Option kOrderOfMagnitude{"--order-of-magnitude",
                                          "",
                                          {},
                                          "Coefficients in tables are powers of 10",
                                          set_order_of_magnitude};
inline constexpr Option kTimeUnit{"--unit",
                                  "",
                                  {"UNIT", ValueKind::kText, "", kTimeUnits},
                                  "The unit of times in tables: s, ms, us (the default) or ns",
                                  set_time_unit};
inline constexpr Option kPoints{
    "--points",
    "",
    {},
    "Print every measured point with the time of its equation, as CSV or JSON",
    set_points};
inline constexpr Option kGuidelines{
    "--check",
    "",
    {},
    "Print where a function is slower than others that do the same, as CSV or JSON",
    set_guidelines};

}  // namespace dps::coordinator::options
