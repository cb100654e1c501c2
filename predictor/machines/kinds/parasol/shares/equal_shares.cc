#include "predictor/machines/kinds/parasol/shares/equal_shares.h"

#include <algorithm>
#include <utility>

namespace dps::parasol {

EqualShares::EqualShares(const std::vector<Wide>& speeds) {
  links_.reserve(speeds.size());
  for (const Wide speed : speeds) {
    links_.push_back({speed, {}, false});
  }
}

void EqualShares::begin(std::uint32_t message, std::span<const std::uint32_t> route,
                        std::uint64_t bytes, Wide now) {
  if (now != now_) {
    update();
    now_ = now;
  }
  if (message >= messages_.size()) {
    messages_.resize(message + std::size_t{1});
    ends_.resize(messages_.size());
  }
  Message& one = messages_[message];
  one.route = route;
  one.left = Wide{bytes} << kByteDigits;
  one.places.resize(bytes == 0 ? 0 : route.size());
  note(message);
  for (std::size_t hop = 0; hop < one.places.size(); ++hop) {
    Link& link = links_[route[hop]];
    one.places[hop] = static_cast<std::uint32_t>(link.on.size());
    link.on.push_back({message, static_cast<std::uint32_t>(hop)});
    note_link(route[hop]);
  }
}

Wide EqualShares::next() {
  // No change at the present instant delays a message that leaves now.
  if (const Wide at = first_end(); at <= now_) {
    return at;
  }
  update();
  return first_end();
}

std::uint32_t EqualShares::end_first() {
  now_ = std::max(now_, next());
  const std::uint32_t number = queue_.first(by_end());
  queue_.erase(number, by_end());
  ends_[number].place = machines::kNotInHeap;
  const Message& message = messages_[number];
  for (std::size_t hop = 0; hop < message.places.size(); ++hop) {
    Link& link = links_[message.route[hop]];
    const std::uint32_t place = message.places[hop];
    const OnLink last = link.on.back();
    link.on[place] = last;
    messages_[last.message].places[last.hop] = place;
    link.on.pop_back();
    if (!link.on.empty()) {
      note_link(message.route[hop]);
    }
  }
  return number;
}

Wide EqualShares::pace_of(std::uint32_t message) {
  update();
  return messages_[message].pace;
}

void EqualShares::note(std::uint32_t message) {
  if (!std::exchange(messages_[message].is_noted, true)) {
    noted_.push_back(message);
  }
}

void EqualShares::note_link(std::uint32_t link) {
  if (!std::exchange(links_[link].is_noted, true)) {
    noted_links_.push_back(link);
  }
}

void EqualShares::update() {
  for (const std::uint32_t link : noted_links_) {
    links_[link].is_noted = false;
    for (const OnLink& one : links_[link].on) {
      note(one.message);
    }
  }
  noted_links_.clear();
  for (const std::uint32_t number : noted_) {
    messages_[number].is_noted = false;
    set_pace(number);
  }
  noted_.clear();
}

Wide EqualShares::slowest(const Message& message) const {
  Wide pace = 0;
  for (const std::uint32_t number : message.route) {
    const Link& link = links_[number];
    pace = std::max(pace, link.speed * link.on.size());
  }
  return pace;
}

void EqualShares::set_pace(std::uint32_t number) {
  Message& message = messages_[number];
  End& end = ends_[number];
  const bool is_new = end.place == machines::kNotInHeap;
  const Wide pace = message.places.empty() ? 0 : slowest(message);
  if (!is_new) {
    if (pace == message.pace) {
      return;
    }
    message.left -= std::min(message.left, bytes_in(now_ - message.since, message.pace));
  }
  message.since = now_;
  message.pace = pace;
  const Wide time = fine_time_for(message.left, pace);
  end.at = time == kNeverFine ? kNeverFine : now_ + time;
  end.sequence = sequence_++;
  if (is_new) {
    queue_.push(number, by_end());
  } else {
    queue_.update(number, by_end());
  }
}

}  // namespace dps::parasol
