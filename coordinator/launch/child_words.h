/// Text for messages about a child's last output and its end.
#pragma once

#include <string>
#include <string_view>

namespace dps::coordinator {

/// The line without the carriage return and the blanks at its end: ssh ends its lines with "\r\n".
std::string_view without_line_end(std::string_view line);

/// The last three lines of a child's standard error, safe for a terminal, joined by "; ".
std::string last_words(const std::string& errors);

/// "signal 9 (SIGKILL)".
std::string signal_text(int signal);

}  // namespace dps::coordinator
