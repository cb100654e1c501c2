#include "commands/options/common_options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kColors{"auto", "always", "never"};

constexpr std::size_t kCommon = 2;

}  // namespace

void print_diagnostics(const CommonOptions& given, const SourceText& source,
                       const std::vector<Diagnostic>& diagnostics, std::size_t limit) {
  std::vector<Diagnostic> shown;
  std::copy_if(
      diagnostics.begin(), diagnostics.end(), std::back_inserter(shown),
      [&](const Diagnostic& each) { return !given.quiet || each.severity == Severity::kError; });
  fmt::print(stderr, "{}", render(source, shown, {limit, use_color(given.color, STDERR_FILENO)}));
}

void print_warning(const CommonOptions& given, std::string_view text) {
  if (!given.quiet) {
    fmt::print(stderr, "{}", warning_line(text, given.color));
  }
}

std::vector<Option> color_and_quiet(CommonOptions& given) {
  return {{"--color",
           "",
           {"WHEN", ValueKind::kText, "", kColors},
           "auto (the default), always or never",
           choice_into(given.color, kColors)},
          {"--quiet", "-q", {}, "No progress, warnings or notes on stderr", into(given.quiet)}};
}

Option force_option(CommonOptions& given) {
  return {"--force",
          "",
          {},
          "Replace a file even if it is of another kind, or was changed after dps wrote it",
          [&given](const std::string& /*value*/) {
            given.replaced = Existing::kAny;
            return std::string();
          }};
}

std::span<const Option> own_options(const Syntax& syntax) {
  return std::span(syntax.options).first(syntax.options.size() - kCommon);
}

std::span<const Option> common_options(const Syntax& syntax) {
  return std::span(syntax.options).last(kCommon);
}

}  // namespace dps::commands
