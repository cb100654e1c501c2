#include "commands/studio/answers.h"

#include <fmt/format.h>

namespace dps::commands {

using Json = nlohmann::ordered_json;

Json Answers::begin(std::string_view kind) const {
  return {{"kind", kind},
          {"id", request_.key.id},
          {"number", request_.key.number},
          {"part", request_.part}};
}

void Answers::progress(const std::string& text) const {
  Json answer = begin("progress");
  answer["text"] = text;
  send_(answer);
}

bool Answers::fail(const std::string& text, const std::vector<std::string>& details) const {
  Json answer = begin("failed");
  answer["text"] = text;
  answer["details"] = details;
  send_(answer);
  return false;
}

bool Answers::fail_with(const std::string& text, const SourceText& source,
                        const std::vector<Diagnostic>& diagnostics) const {
  constexpr std::size_t kMost = 10;
  std::vector<std::string> lines;
  for (const Diagnostic& each : diagnostics) {
    if (each.severity == Severity::kError && lines.size() < kMost) {
      lines.push_back(each.span.line == 0 ? each.text
                                          : fmt::format("{}:{}:{}: {}", source.path, each.span.line,
                                                        each.span.column, each.text));
    }
  }
  return fail(text, lines);
}

bool Answers::send_failure(const std::optional<coordinator::Failure>& failed) const {
  if (failed) {
    fail(failed->reason, failed->details);
  }
  return failed.has_value();
}

}  // namespace dps::commands
