#include "tests/blueprint/engine/naive_operations.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "tests/blueprint/engine/naive_process.h"

namespace dps::naive {

std::vector<std::string> Operations::history() const {
  std::vector<std::string> events;
  std::map<std::uint32_t, int> left = taken_;
  for (int operation = 0; operation < contributed_; ++operation) {
    const collectives::Schedule schedule(of_, rank_);
    for (std::uint64_t number = 0; number < schedule.rounds(); ++number) {
      const collectives::Round round = schedule.round(number);
      if (round.sends()) {
        events.push_back(fmt::format("send {} {}", round.to, round.sent));
      }
      if (round.takes() && left[round.from]-- == 0) {
        return events;
      }
      if (round.combines) {
        events.push_back(fmt::format("combine {}", round.combined));
      }
    }
    events.emplace_back("complete");
  }
  return events;
}

int Operations::done() const {
  const auto events = history();
  return static_cast<int>(std::ranges::count(events, "complete"));
}

// --- the part of the naive process for operations ------------------------------------------------

int Collective::rank_of(int process) const {
  return static_cast<int>(std::ranges::find(members, process) - members.begin());
}

/// Handles the part of the whole history that is new since the last call.
void Process::advance() {
  const std::vector<std::string> history = operations_->history();
  for (; seen_ < history.size(); ++seen_) {
    const std::string& event = history[seen_];
    if (event == "complete") {
      completions_.push_back(contributions_.front());
      contributions_.erase(contributions_.begin());
      events_.push_back("send sum Me.p[0] 0 " + completions_.back().text());
    } else if (event.starts_with("send")) {
      const std::size_t blank = event.rfind(' ');
      const int rank = std::stoi(event.substr(5, blank - 5));
      const int member = description_.sum->members[static_cast<std::size_t>(rank)];
      events_.push_back("send sum " + receiver_name(member) + event.substr(blank) + " none");
    } else {
      events_.push_back(event);
    }
  }
}

void Process::take_inside(int from) {
  operations_->take(static_cast<std::uint32_t>(description_.sum->rank_of(from)));
  advance();
  if (draining_) {
    end_if_nothing_is_left();
  }
}

/// Takes a completion, which frees no place, and is not a timer that begins a request.
void Process::take_completion() {
  const Request request = completions_.front();
  completions_.erase(completions_.begin());
  if (draining_) {
    end_if_nothing_is_left();
    return;
  }
  look_at(Message{description_.types, 0, next_id_++, unit_, request, -1});
}

bool Process::has_more() const {
  return !waiting_.empty() || (operations_ && !operations_->are_done());
}

void Process::end_if_nothing_is_left() {
  if (!has_more()) {
    end();
    events_.push_back("complete");
  }
}

}  // namespace dps::naive
