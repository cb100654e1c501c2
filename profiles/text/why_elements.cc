#include "profiles/text/why_elements.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/call_name.h"
#include "profiles/text/computing_table.h"

namespace dps::profiles {
namespace {

std::string in_line(std::uint64_t line) {
  return line == 0 ? "" : fmt::format(" (line {})", line);
}

}  // namespace

bool has_calls(const Why& why) {
  return std::any_of(why.shares.begin(), why.shares.end(), [](const PathShare& share) {
    return share.kind == "receive" || share.tag.find(kCallPrefix) != std::string::npos;
  });
}

std::string element_text(const Meanwhile& element, std::string_view who) {
  const std::string tag = printable(element.tag) + in_line(element.line);
  const std::string mtag = printable(element.mtag);
  const std::string& verb = element.kind.empty() ? element.what : element.kind;
  if (element.what == "send" && is_call(element.tag)) {
    return fmt::format("{} sends in {}", who, printable(element.tag));
  }
  if (element.what == "compute" || element.what == "send") {
    return fmt::format("{} {}s {}", who, verb, tag);
  }
  if (element.what == "pack") {
    return fmt::format("{} packs {}", who, tag);
  }
  if (element.what == "take") {
    return fmt::format("{} {}s {}", who, verb, mtag);
  }
  if (element.what == "wait") {
    return fmt::format("{} waits for {} from {}", who, mtag, printable(element.peer));
  }
  if (element.what == "wake_up") {
    return fmt::format("{} wakes up for {}", who, mtag);
  }
  if (element.what == "timer") {
    return fmt::format("{} waits for the timer of {}", who, tag);
  }
  if (element.what == "held") {
    return fmt::format("{} is held in {} by the full buffer to {}", who, tag,
                       printable(element.peer));
  }
  if (element.what == "under_way") {
    return fmt::format("{} of {} is under way to {}", mtag, tag, who);
  }
  if (element.what == "call") {
    return fmt::format("{} is in {}", who, printable(element.tag));
  }
  if (element.what == "start") {
    return fmt::format("{} has not begun", who);
  }
  return element.what == "end" ? fmt::format("{} waits, and no message comes", who)
                               : fmt::format("{} is between its steps", who);
}

std::string share_text(const PathShare& share) {
  constexpr double kAll = 0.999;
  constexpr double kMost = 0.5;
  const bool is_one = share.main_s >= kAll * share.path_s;
  const std::string who = printable(is_one ? share.main_ptag : share.ptag);
  const std::string text =
      share.what == "core"
          ? fmt::format("{} waits for a core: {} has it for {}{}", who, printable(share.peer),
                        printable(share.other_tag), in_line(share.other_line))
      : share.what == "link"
          ? fmt::format("{} of {} shares {} with {}{} of {}", printable(share.mtag),
                        printable(share.tag) + in_line(share.line), printable(share.link),
                        printable(share.other_tag), in_line(share.other_line),
                        printable(share.peer))
          : element_text({share.what, share.tag, share.line, share.mtag, share.peer, share.path_s,
                          share.kind},
                         who);
  return !is_one && share.main_s > kMost * share.path_s
             ? fmt::format("{}, mostly {}", text, printable(share.main_ptag))
             : text;
}

std::string functions_text(const Why& why, const PathShare& share) {
  std::string text;
  bool is_else = false;
  for (const RegionFunction& of : why.functions) {
    if (share.what == "compute" && of.ptag == share.main_ptag && of.tag == share.tag) {
      const bool is_off = of.function.empty() && of.module.empty();
      text += fmt::format(
          "{} {:.0f}%{} {}", is_else ? ", else" : ",", 100 * of.share, text.empty() ? " of it" : "",
          is_off ? "off its core" : "in " + function_text(of.function, of.place, of.module));
      is_else = is_off;
    }
  }
  return text;
}

std::string share_line(double share, std::string_view text) {
  return text::wrapped(text::right_aligned(text::percent_text(share), 6) + "  ", text, 2);
}

}  // namespace dps::profiles
