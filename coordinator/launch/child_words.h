/// Text for messages about a child's last output and its end.
#pragma once

#include <string>

namespace dps::coordinator {

/// The last three lines of a child's standard error, safe for a terminal, joined by "; ".
std::string last_words(const std::string& errors);

/// "signal 9 (SIGKILL)".
std::string signal_text(int signal);

}  // namespace dps::coordinator
