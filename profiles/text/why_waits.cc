#include "profiles/text/why_waits.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/call_name.h"
#include "profiles/text/why_elements.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostWaits = 3;
/// Shorter waits, as a share of the makespan, are not listed.
constexpr double kLeastWait = 0.02;
/// Smaller parts, as a share of a wait, are not listed.
constexpr double kLeastWaitPart = 0.05;

/// The process that these wait for: the sender of a message, or the receiver that makes room.
const std::string& partner_of(const WaitState& wait) {
  return wait.receiver.empty() ? wait.sender : wait.receiver;
}

/// The longest waits of these processes for these messages, or holds of these messages.
const WaitState* longest_waits(const Why& why, const std::string& ptag, const Meanwhile& element) {
  const bool is_hold = element.what == "held";
  if (!is_hold && element.what != "wait") {
    return nullptr;
  }
  const auto found = std::find_if(why.waits.begin(), why.waits.end(), [&](const WaitState& wait) {
    return wait.ptag == ptag && wait.mtag == element.mtag && partner_of(wait) == element.peer &&
           wait.receiver.empty() != is_hold;
  });
  return found == why.waits.end() ? nullptr : &*found;
}

/// The longest activity of the late sender, or of the receiver without room, and its share if there
/// are others: "Second.p computes slow.c (line 5) for 60.0% of it". If it waited itself, the text
/// continues with the reason for that.
std::string cause_of(const Why& why, const WaitState& wait) {
  constexpr double kMostOfIt = 0.5;
  constexpr double kNearlyAll = 0.9;
  std::set<const WaitState*> seen;
  std::string text;
  for (const WaitState* at = &wait; at != nullptr && seen.insert(at).second;) {
    const bool is_late = at == &wait || at->late_s + at->held_s >= kMostOfIt * at->total_s();
    if (at->meanwhile.empty() || !is_late) {
      const bool is_slow = at->sending_s + at->under_way_s > kMostOfIt * at->total_s();
      return text + (is_slow && at != &wait ? ", which is under way" : "");
    }
    const Meanwhile& longest = at->meanwhile.front();
    text += (text.empty() ? "" : ", while ") + element_text(longest, printable(partner_of(*at)));
    const double share = longest.time_s / (at->late_s + at->held_s);
    text += share < kNearlyAll ? fmt::format(" for {} of it", text::percent_text(share)) : "";
    at = longest_waits(why, partner_of(*at), longest);
  }
  return text;
}

std::string wait_parts(const Why& why, const WaitState& wait) {
  using Part = std::pair<double, std::string>;
  const bool is_collective = is_call(wait.mtag);
  std::array<Part, 7> parts{Part{wait.late_s, is_collective ? "it has not come" : "not sent yet"},
                            Part{wait.sending_s, "being sent"},
                            Part{wait.under_way_s, "under way"},
                            Part{wait.wake_up_s, "wake-up"},
                            Part{wait.timer_s, "timer not due"},
                            Part{wait.idle_s, "no message came"},
                            Part{wait.unknown_s, "its send was not recorded"}};
  if (const std::string cause = cause_of(why, wait); !cause.empty()) {
    parts[0].second += ", while " + cause;
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.first > b.first; });
  std::vector<std::string> texts;
  for (const auto& [time, name] : parts) {
    if (time >= kLeastWaitPart * wait.total_s()) {
      texts.push_back(fmt::format("{} {}", text::percent_text(time / wait.total_s()), name));
    }
  }
  return text::joined(texts, "; ");
}

/// "Source.p is held 40% in emit.f by full buffers, for Data.m to Sink.p, while Sink.p computes …".
std::string held_text(const Why& why, const WaitState& wait, double share) {
  const std::string receiver = printable(wait.receiver);
  const std::string cause = cause_of(why, wait);
  const std::string meanwhile = cause.empty() ? "" : ", while " + cause;
  if (is_call(wait.ftag)) {
    return fmt::format("{} is held {} in {}, until {} posts the receive of {}{}",
                       printable(wait.ptag), text::percent_text(share), printable(wait.ftag),
                       receiver, printable(wait.mtag), meanwhile);
  }
  return fmt::format("{} is held {}{} by full buffers, for {} to {}{}", printable(wait.ptag),
                     text::percent_text(share),
                     wait.ftag.empty() ? "" : " in " + printable(wait.ftag), printable(wait.mtag),
                     receiver, meanwhile);
}

}  // namespace

std::vector<std::string> wait_texts(const Why& why) {
  std::vector<std::string> texts;
  for (const WaitState& wait : why.waits) {
    const double share = wait.total_s() / (why.path_s * static_cast<double>(wait.clones));
    if (share < kLeastWait || texts.size() == kMostWaits) {
      break;
    }
    if (wait.mtag.empty()) {  // an idle server, or a deadlock, which has a report of its own
      continue;
    }
    if (!wait.receiver.empty()) {
      texts.push_back(text::wrapped("", held_text(why, wait, share), 2));
      continue;
    }
    const char* word = is_call(wait.ftag) ? " in " : " before ";
    const std::string before = wait.ftag.empty() ? "" : word + printable(wait.ftag);
    texts.push_back(
        text::wrapped("",
                      fmt::format("{} waits {}{} for {} from {}: {}", printable(wait.ptag),
                                  text::percent_text(share), before, printable(wait.mtag),
                                  printable(wait.sender), wait_parts(why, wait)),
                      2));
  }
  return texts;
}

}  // namespace dps::profiles
