#include "commands/studio/worker_lines.h"

#include <unistd.h>

#include "base/exit_status.h"
#include "base/file_bytes.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;

/// The end of a complete line, which a killed writer does not write.
constexpr std::string_view kEndOfLine = "\x1e\n";

}  // namespace

void print_line(const Json& message) {
  std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!dps::write_all(STDOUT_FILENO, line.append(kEndOfLine))) {
    _exit(static_cast<int>(ExitStatus::kFailed));  // the studio has ended
  }
}

Json line_of(std::string_view kind, RequestKey key) {
  return {{"kind", kind}, {"id", key.id}, {"number", key.number}};
}

Json failed_line(RequestKey key, std::string_view part, const std::string& text) {
  Json line = line_of("failed", key);
  line["part"] = part;
  line["text"] = text;
  line["details"] = Json::array();
  return line;
}

}  // namespace dps::commands
