#include "tests/blueprint/engine/naive_process.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <fmt/format.h>

namespace dps::naive {
std::string Request::text() const {
  return origin == kNoRequest ? "none" : fmt::format("{}.{}@{}", origin, number, begin);
}

Process::Process(const Description& description)
    : description_(description),
      mt_(static_cast<std::size_t>(description.types) + 1, 0),
      fired_(description.functionalities.size(), 0) {
  if (description.sum) {
    operations_.emplace(description.sum->of,
                        static_cast<std::uint32_t>(description.sum->rank_of(0)));
  }
}

void Process::start() {
  enter(0);
}

// Rule 1, and the part of rule 6 that applies when a unit becomes active.
void Process::enter(int unit) {
  unit_ = unit;
  ++activation_;
  events_.push_back(fmt::format("unit {}", unit));
  const Unit& reading = description_.units[static_cast<std::size_t>(unit)];
  in_unit_.clear();
  waiting_early_.clear();
  const auto lists = [&](int type) {
    for (const int f : reading.functionalities) {
      for (const auto& pair : description_.functionalities[static_cast<std::size_t>(f)].pairs) {
        if (pair.second == type) {
          return true;
        }
      }
    }
    return false;
  };
  if (reading.early) {
    for (const Message& message : unclaimed_) {
      if (lists(message.type)) {
        waiting_early_.push_back(message);
        --mt_[static_cast<std::size_t>(message.type)];
      }
    }
    std::erase_if(unclaimed_, [&](const Message& message) { return lists(message.type); });
  }
  ss_ = mt_;
  completed_.assign(reading.functionalities.size(), 0);
  rounds_.assign(reading.functionalities.size(), {});
  std::vector<std::size_t> immediate;
  for (std::size_t position = 0; position < reading.functionalities.size(); ++position) {
    const int f = reading.functionalities[position];
    if (description_.functionalities[static_cast<std::size_t>(f)].null_itag) {
      immediate.push_back(position);
    }
  }
  std::vector<int> nexts;
  for (const int f : chosen(immediate)) {
    nexts.push_back(fire(f, nullptr));
  }
  const int activation = activation_;
  go_on(nexts);
  if (activation == activation_ && !complete_ && !draining_) {
    take_early();
  }
}

void Process::take_early() {
  const int activation = activation_;
  while (activation == activation_ && !complete_ && !draining_ && !waiting_early_.empty()) {
    const Message message = waiting_early_.front();
    waiting_early_.erase(waiting_early_.begin());
    look_at(message);
  }
}

void Process::take(int type, int from, const Request& request, int due) {
  if (due < 0) {
    unanswered_[from] = std::max(unanswered_[from] - 1, 0);
    release();
  }
  if (draining_) {
    end_if_nothing_is_left();
    return;
  }
  look_at(Message{type, from, next_id_++, unit_, request, due});
}

/// Counts the message at a position of in_unit_ for its request; true if the collection fires.
bool Process::count_each(std::size_t position, std::size_t taken) {
  const auto f = static_cast<std::size_t>(
      description_.units[static_cast<std::size_t>(unit_)].functionalities[position]);
  const Functionality& functionality = description_.functionalities[f];
  const auto of = [&](std::size_t pair) {
    return functionality.quorums.empty() ? functionality.pairs[pair].first
                                         : functionality.quorums[pair];
  };
  Round& round = rounds_[position][in_unit_[taken].request.key()];
  round.waiting.resize(functionality.pairs.size());
  bool is_complete = round.rest.empty();
  for (std::size_t pair = 0; pair < functionality.pairs.size(); ++pair) {
    if (functionality.pairs[pair].second == in_unit_[taken].type) {
      if (!round.rest.empty() && round.rest[pair] > 0) {
        --round.rest[pair];
        in_unit_[taken].used = true;
      } else {
        round.waiting[pair].push_back(taken);
      }
    }
    is_complete = is_complete &&
                  static_cast<int>(round.waiting[pair].size()) >= functionality.pairs[pair].first;
  }
  for (std::size_t pair = 0; pair < functionality.pairs.size() && is_complete; ++pair) {
    auto& waiting = round.waiting[pair];
    const auto used = std::min(waiting.size(), static_cast<std::size_t>(of(pair)));
    for (std::size_t i = 0; i < used; ++i) {
      in_unit_[waiting[i]].used = true;
    }
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(used));
    round.rest.push_back(of(pair) - static_cast<int>(used));
  }
  if (std::all_of(round.rest.begin(), round.rest.end(), [](int rest) { return rest == 0; })) {
    round.rest.clear();
  }
  return is_complete;
}

// Rule 2.
void Process::look_at(const Message& message) {
  ++mt_[static_cast<std::size_t>(message.type)];
  in_unit_.push_back(message);
  const Unit& reading = description_.units[static_cast<std::size_t>(unit_)];
  std::vector<std::size_t> complete;
  for (std::size_t position = 0; position < reading.functionalities.size(); ++position) {
    const int f = reading.functionalities[position];
    const Functionality& functionality = description_.functionalities[static_cast<std::size_t>(f)];
    if (functionality.null_itag) {
      continue;
    }
    bool all = true;
    if (functionality.each) {
      const bool lists = std::any_of(functionality.pairs.begin(), functionality.pairs.end(),
                                     [&](const auto& pair) { return pair.second == message.type; });
      if (lists && count_each(position, in_unit_.size() - 1)) {
        complete.push_back(position);
      }
      continue;
    }
    for (const auto& [count, type] : functionality.pairs) {
      const auto t = static_cast<std::size_t>(type);
      all = all && mt_[t] - ss_[t] >= (completed_[position] + 1) * count;
    }
    if (all) {
      ++completed_[position];
      complete.push_back(position);
    }
  }
  std::vector<int> nexts;
  for (const int f : chosen(complete)) {
    nexts.push_back(fire(f, &message));
  }
  go_on(nexts);
}

/// The functionalities at these positions, but of each choice only one, which is drawn.
std::vector<int> Process::chosen(const std::vector<std::size_t>& positions) {
  const Unit& reading = description_.units[static_cast<std::size_t>(unit_)];
  if (reading.alternatives.empty()) {
    std::vector<int> all;
    for (const std::size_t position : positions) {
      all.push_back(reading.functionalities[position]);
    }
    return all;
  }
  std::map<int, std::vector<std::size_t>> by_choice;
  for (const std::size_t position : positions) {
    by_choice[reading.alternatives[position].first].push_back(position);
  }
  std::vector<int> firing;
  for (const auto& [choice, alternatives] : by_choice) {
    double sum = 0;
    for (const std::size_t position : alternatives) {
      sum += reading.alternatives[position].second;
    }
    double limit = -1;
    if (alternatives.size() > 1) {
      const std::uint64_t process = seed_of(seed_of(seed_of(1, 0), "Me.p"), 0);
      const std::uint64_t line = seed_of(seed_of(process, fmt::format("u{}", unit_)), 'U');
      Random& draws =
          draws_.try_emplace({unit_, choice}, seed_of(line, static_cast<std::uint64_t>(choice)))
              .first->second;
      limit = sum * static_cast<double>(draws.next() >> 32) / 4294967296.0;
    }
    double weights = 0;
    for (const std::size_t position : alternatives) {
      weights += reading.alternatives[position].second;
      if (weights > limit) {
        firing.push_back(reading.functionalities[position]);
        break;
      }
    }
  }
  return firing;
}

// Rule 3, and the selection of the leg of the next.
int Process::fire(int f, const Message* cause) {
  const Functionality& functionality = description_.functionalities[static_cast<std::size_t>(f)];
  int all = 0;
  for (const auto& leg : functionality.legs) {
    all += leg.second;
  }
  int firing = fired_[static_cast<std::size_t>(f)]++ % all;
  has_begun_ = false;
  events_.push_back(fmt::format("begin f{}", f));
  for (int c = 0; c < functionality.computations; ++c) {
    events_.push_back(
        fmt::format("compute c{}_{} {}", f, c, functionality.computes_by_step ? firing : 0));
  }
  for (std::size_t o = 0; o < functionality.outputs.size(); ++o) {
    if (functionality.outputs[o].is_collective) {
      contributions_.push_back(cause != nullptr ? cause->request : Request{});
      operations_->contribute();
      advance();
    } else {
      send(f, o, firing, cause);
    }
  }
  events_.push_back(fmt::format("end f{}", f));
  for (const auto& [target, firings] : functionality.legs) {
    if (firing < firings) {
      return target;
    }
    firing -= firings;
  }
  return kSame;
}

/// The first message to each receiver that gets at least one, then the second, and so on.
void Process::send(int f, std::size_t o, int step, const Message* cause) {
  const Output& output = description_.functionalities[static_cast<std::size_t>(f)].outputs[o];
  std::vector<int> receivers;
  for (std::size_t i = 0; i < output.receivers.size(); ++i) {
    const int listed = i == 0 && !output.first_by_step.empty()
                           ? output.first_by_step[static_cast<std::size_t>(step)]
                           : output.receivers[i];
    const int receiver = listed == kAck      ? cause->from
                         : listed == kOrigin ? cause->request.origin
                                             : listed;
    const bool is_known =
        std::find(receivers.begin(), receivers.end(), receiver) != receivers.end();
    if (!is_known && !(output.others && receiver == 0)) {
      receivers.push_back(receiver);
    }
  }
  // With -pick there is one message for each copy.
  const auto rounds =
      !output.pick.empty() && !receivers.empty() ? std::vector<int>{receivers[0]} : receivers;
  for (int copy = 0, sent = 1; sent > 0; ++copy) {
    sent = 0;
    for (const int receiver : rounds) {
      const Share share = share_of(output, step, receiver);
      if (copy < share.copies) {
        ++sent;
        if (output.begins) {
          begun_ += has_begun_ ? 0 : 1;
          has_begun_ = true;
        }
        const Request own{0, begun_, cause != nullptr && cause->due >= 0 ? cause->due : kNow};
        const Request request = output.begins ? own : cause != nullptr ? cause->request : Request{};
        const Waiting message{static_cast<std::size_t>(f), o, step,
                              output.pick.empty() ? std::vector<int>{receiver} : receivers,
                              request};
        const bool is_first =
            std::none_of(waiting_.begin(), waiting_.end(), [&](const Waiting& other) {
              return other.f == message.f && other.o == o &&
                     (!output.pick.empty() || other.candidates == message.candidates);
            });
        if (!is_first || !try_send(message)) {
          waiting_.push_back(message);
          events_.push_back(fmt::format("wait o{}_{} {}", f, o, request.text()));
        }
      }
    }
  }
}

// Rule 4.
void Process::go_on(const std::vector<int>& nexts) {
  const bool completes = std::find(nexts.begin(), nexts.end(), kNull) != nexts.end();
  if (completes && has_more()) {
    draining_ = true;
    return;
  }
  if (completes) {
    end();
    events_.push_back("complete");
    return;
  }
  for (const int next : nexts) {
    if (next != kSame) {
      leave();
      enter(next);
      return;
    }
  }
}

// Rule 6: the oldest max(completed * count) of each type are used, and those that collections with
// -each have used.
bool Process::is_used(std::size_t taken) const {
  const Unit& reading = description_.units[static_cast<std::size_t>(unit_)];
  const int type = in_unit_[taken].type;
  int used = 0;
  for (std::size_t position = 0; position < reading.functionalities.size(); ++position) {
    const auto f = static_cast<std::size_t>(reading.functionalities[position]);
    for (const auto& [count, listed] : description_.functionalities[f].pairs) {
      if (listed == type) {
        used = std::max(used, completed_[position] * count);
      }
    }
  }
  int older = 0;
  for (std::size_t i = 0; i < taken; ++i) {
    older += in_unit_[i].type == type ? 1 : 0;
  }
  return in_unit_[taken].used || older < used;
}

void Process::leave() {
  for (std::size_t taken = 0; taken < in_unit_.size(); ++taken) {
    if (!is_used(taken)) {
      unclaimed_.push_back(in_unit_[taken]);
    }
  }
  for (const Message& message : waiting_early_) {
    unclaimed_.push_back(message);
    ++mt_[static_cast<std::size_t>(message.type)];
  }
  in_unit_.clear();
  waiting_early_.clear();
  std::sort(unclaimed_.begin(), unclaimed_.end(),
            [](const Message& a, const Message& b) { return a.id < b.id; });
}

void Process::end() {
  if (!complete_) {
    leave();
    complete_ = true;
  }
}

std::vector<std::string> Process::unclaimed() const {
  std::vector<std::string> list;
  for (const Message& message : unclaimed_) {
    list.push_back(
        fmt::format("m{} from {} in {}", message.type, message.from, message.first_unit));
  }
  std::sort(list.begin(), list.end());
  return list;
}

/// The three requests that have waited longest, and the number of the others.
void Process::add_requests(std::size_t position, std::vector<std::string>& list) const {
  const auto f = static_cast<std::size_t>(
      description_.units[static_cast<std::size_t>(unit_)].functionalities[position]);
  const auto& pairs = description_.functionalities[f].pairs;
  std::vector<std::tuple<std::size_t, int, int, const Round*>> open;
  for (const auto& [key, round] : rounds_[position]) {
    std::size_t since = in_unit_.size();
    bool has_any = false;
    for (const auto& waiting : round.waiting) {
      has_any = has_any || !waiting.empty();
    }
    for (std::size_t taken = in_unit_.size(); taken-- > 0;) {
      const Message& message = in_unit_[taken];
      const bool is_listed = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return pair.second == message.type;
      });
      if (message.request.key() == key && is_listed && !is_used(taken)) {
        since = taken;
      }
    }
    if (has_any && round.rest.empty()) {
      const int origin = key.first == kNoRequest ? std::numeric_limits<int>::max() : key.first;
      open.emplace_back(since, key.second, origin, &round);
    }
  }
  std::sort(open.begin(), open.end());
  for (std::size_t i = 0; i < std::min<std::size_t>(3, open.size()); ++i) {
    const auto& [since, number, origin, round] = open[i];
    const std::size_t others =
        i + 1 == std::min<std::size_t>(3, open.size()) ? open.size() - i - 1 : 0;
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
      list.push_back(fmt::format("{} m{} {}/{} of {} and {}", position, pairs[pair].second,
                                 round->waiting[pair].size(), pairs[pair].first, number, others));
    }
  }
  for (const auto& [count, type] : open.empty() ? pairs : std::vector<std::pair<int, int>>{}) {
    list.push_back(fmt::format("{} m{} 0/{}", position, type, count));
  }
}

std::vector<std::string> Process::progress() const {
  std::vector<std::string> list;
  if (draining_) {
    return list;
  }
  const Unit& reading = description_.units[static_cast<std::size_t>(unit_)];
  for (std::size_t position = 0; position < reading.functionalities.size(); ++position) {
    const auto f = static_cast<std::size_t>(reading.functionalities[position]);
    if (description_.functionalities[f].each) {
      add_requests(position, list);
      continue;
    }
    for (const auto& [count, type] : description_.functionalities[f].pairs) {
      const auto t = static_cast<std::size_t>(type);
      list.push_back(fmt::format("{} m{} {}/{}", position, type,
                                 mt_[t] - ss_[t] - completed_[position] * count, count));
    }
  }
  return list;
}

}  // namespace dps::naive
