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
  }
  Message& one = messages_[message];
  one.route = route;
  one.left = Wide{bytes} << kByteDigits;
  one.since = now;
  one.pace = 0;
  one.end = now;
  one.places.resize(bytes == 0 ? 0 : route.size());
  heap().push(message);
  for (std::size_t hop = 0; hop < one.places.size(); ++hop) {
    Link& link = links_[route[hop]];
    one.places[hop] = static_cast<std::uint32_t>(link.on.size());
    link.on.push_back({message, static_cast<std::uint32_t>(hop)});
    note_link(route[hop]);
  }
}

Wide EqualShares::next() {
  update();
  return ends_.empty() ? kNeverFine : messages_[ends_.front()].end;
}

std::uint32_t EqualShares::end_first() {
  update();
  const std::uint32_t number = ends_.front();
  Message& message = messages_[number];
  heap().erase(number);
  now_ = message.end;
  for (std::size_t hop = 0; hop < message.places.size(); ++hop) {
    Link& link = links_[message.route[hop]];
    const std::uint32_t place = message.places[hop];
    const OnLink last = link.on.back();
    link.on[place] = last;
    messages_[last.message].places[last.hop] = place;
    link.on.pop_back();
    note_link(message.route[hop]);
  }
  return number;
}

Wide EqualShares::pace_of(std::uint32_t message) {
  update();
  return messages_[message].pace;
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
      if (!std::exchange(messages_[one.message].is_noted, true)) {
        noted_.push_back(one.message);
      }
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
  const Wide pace = slowest(message);
  if (pace == message.pace) {
    return;
  }
  if (message.pace != 0) {
    message.left -= std::min(message.left, bytes_in(now_ - message.since, message.pace));
  }
  message.since = now_;
  message.pace = pace;
  const Wide time = fine_time_for(message.left, pace);
  message.end = time == kNeverFine ? kNeverFine : now_ + time;
  heap().update(number);
}

}  // namespace dps::parasol
