/// The machine of the worked example in docs/programs.md.
#pragma once

#include <string>

namespace dps::test {

/// The text of the machine; `more` is added to [cost].
inline std::string worked_machine(const std::string& hosts, const std::string& more = "") {
  return R"(name = "lab"
[[host]]
name = ")" +
         hosts + R"("
[network]
kind = "switch"
bandwidth = "100Mbit/s"
latency = "50us"
[local]
bandwidth = "2GB/s"
latency = "5us"
[cost]
send = "5us"
receive = "4us"
wakeup = "3us"
poll = "1us"
)" + more;
}

}  // namespace dps::test
