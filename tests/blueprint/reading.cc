#include "reading.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dps::blueprint {

Program program_of(std::string_view text, const ReadOptions& options) {
  const SourceText source{"blueprint.txt", std::string(text)};
  ParsedBlueprint parsed = read_blueprint(source, options);
  EXPECT_FALSE(has_errors(parsed.diagnostics)) << render(source, parsed.diagnostics);
  EXPECT_TRUE(parsed.program.has_value());
  return parsed.program.value_or(Program{});
}

std::vector<std::string> diagnostics_of(std::string_view text, const ReadOptions& options) {
  std::vector<std::string> out;
  const ParsedBlueprint parsed = read_blueprint({"blueprint.txt", std::string(text)}, options);
  EXPECT_EQ(parsed.program.has_value(), !has_errors(parsed.diagnostics));
  for (const Diagnostic& each : parsed.diagnostics) {
    out.push_back(fmt::format("{}:{}: {}: {}", each.span.line, each.span.column,
                              each.severity == Severity::kError ? "error" : "warning", each.text));
  }
  return out;
}

std::string rendered(std::string_view text, const ReadOptions& options) {
  const SourceText source{"blueprint.txt", std::string(text)};
  return render(source, read_blueprint(source, options).diagnostics);
}

std::string with(std::string_view lines) {
  return "P One.p 1 one.fu\nU one.fu start.f end.f\nF start.f NULL NULL tell.o SAME\n"
         "F end.f told.i NULL NULL NULL\nI told.i 1 Told.m\nO tell.o One.p -t Told.m\n" +
         std::string(lines);
}

}  // namespace dps::blueprint
