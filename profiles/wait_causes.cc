#include "profiles/wait_causes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dps::profiles {
namespace {

/// The time spent waiting for messages of one type from the clones of one group.
struct Wait {
  std::string_view operation;
  double waited_s = 0;
  std::map<std::string_view, double> by_sender;
};

/// The sender with more than half of the time, and clearly more than its part; or else the group.
std::pair<std::string_view, double> main_sender(std::string_view group, const Wait& wait) {
  const auto senders = static_cast<double>(wait.by_sender.size());
  const double least_s = senders == 1 ? 0 : wait.waited_s * std::max(0.5, 1.5 / senders);
  for (const auto& [sender, waited_s] : wait.by_sender) {
    if (waited_s > least_s) {
      return {sender, waited_s};
    }
  }
  return {group, wait.waited_s};
}

double idle_time(const ProcessRow& row) {
  double sum_s = 0;
  for (const ProcessProfile* process : row.members) {
    sum_s += is_known(process->idle_s) ? process->idle_s : 0;
  }
  return sum_s;
}

}  // namespace

WaitCauses::WaitCauses(const RunProfile& run) {
  for (const MessageProfile& message : run.messages) {
    if (message.waited_s > 0) {
      by_receiver_[message.receiver].push_back(&message);
    }
  }
}

WaitCauses::Rows WaitCauses::rows_for(const ProcessRow& row) const {
  Rows rows;
  const auto add = [&](std::string_view receiver) {
    if (const auto found = by_receiver_.find(receiver); found != by_receiver_.end()) {
      rows.insert(rows.end(), found->second.begin(), found->second.end());
    }
  };
  for (const ProcessProfile* process : row.members) {
    add(process->ptag);
  }
  if (rows.empty()) {  // the rows of messages name clone groups
    add(clone_group(row.members.front()->ptag));
  }
  return rows;
}

std::optional<WaitCause> WaitCauses::longest(const ProcessRow& row) const {
  std::map<std::pair<std::string_view, std::string_view>, Wait> waits;  // by type and group
  double known_s = 0;
  for (const MessageProfile* message : rows_for(row)) {
    Wait& wait = waits[{message->mtag, clone_group(message->sender)}];
    wait.operation = message->operation;
    wait.waited_s += message->waited_s;
    wait.by_sender[message->sender] += message->waited_s;
    known_s += message->waited_s;
  }
  const double idle_s = idle_time(row);
  constexpr double kRounding = 1e-6;
  if (idle_s <= 0 || known_s > idle_s * (1 + kRounding)) {  // the rows include other processes
    return std::nullopt;
  }
  const auto longest = std::max_element(
      waits.begin(), waits.end(),
      [](const auto& a, const auto& b) { return a.second.waited_s < b.second.waited_s; });
  if (longest == waits.end() || longest->second.waited_s < idle_s - known_s) {
    return WaitCause{"", "", "", (idle_s - known_s) / idle_s};
  }
  const auto& [type_and_group, wait] = *longest;
  const auto [sender, waited_s] = main_sender(type_and_group.second, wait);
  return WaitCause{std::string(type_and_group.first), std::string(wait.operation),
                   std::string(sender), waited_s / idle_s};
}

}  // namespace dps::profiles
