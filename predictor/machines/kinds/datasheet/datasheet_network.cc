#include "predictor/machines/kinds/datasheet/datasheet_network.h"

#include <algorithm>
#include <utility>

namespace dps::machines {

DatasheetNetwork::DatasheetNetwork(PathTimes any, PathTimes host,
                                   std::span<const std::uint32_t> host_of)
    : paths_{Path{std::move(any), {}}, Path{std::move(host), {}}},
      host_of_(host_of),
      is_limited_(paths_[0].times.eager.has_value() || paths_[1].times.eager.has_value()),
      orders_(host_of.size()) {
  if (is_limited_) {
    releases_.resize(host_of.size());
    listens_.resize(host_of.size());
    waiting_.resize(host_of.size());
  }
}

const DatasheetNetwork::SizeTimes& DatasheetNetwork::times_of(const Path& path,
                                                              std::uint64_t bytes) {
  SizeTimes& last = path.last;
  if (last.is_known && last.bytes == bytes) {
    return last;
  }
  const Picoseconds receive = path.times.receive.of(bytes);
  last.bytes = bytes;
  last.is_known = true;
  last.is_eager = !path.times.eager || bytes <= *path.times.eager;
  last.send = path.times.send.of(bytes);
  last.late_receive = path.times.late_receive.of(bytes);
  last.transit = receive > last.late_receive ? receive - last.late_receive : Picoseconds{};
  return last;
}

MessageCost DatasheetNetwork::cost(const Letter& letter) const {
  const Path& path = path_of(letter);
  const SizeTimes& times = times_of(path, letter.bytes);
  MessageCost cost;
  cost.send = times.is_eager ? std::min(times.send, times.transit) : Picoseconds{};
  cost.after = times.send - cost.send;
  cost.receive = times.late_receive;
  if (letter.packed) {
    cost.pack = path.times.pack.of(letter.bytes);
    cost.unpack = path.times.unpack.of(letter.bytes);
  }
  return cost;
}

bool DatasheetNetwork::enter(std::uint32_t id, const Letter& letter, Picoseconds now) {
  const SizeTimes& times = times_of(path_of(letter), letter.bytes);
  if (times.is_eager) {
    const Picoseconds left = times.transit - std::min(times.send, times.transit);
    const Picoseconds at = orders_[letter.from].arrival(letter.to, later(now, left), now);
    arrivals_.push(id, now, at - now);
    return true;
  }
  const Held held{id, letter.from, now, times};
  if (!listens_[letter.to]) {
    waiting_[letter.to].push_back(held);
    return false;
  }
  const Picoseconds release = accept(held, letter.to, now);
  if (release > now) {
    releases_.set(letter.from, release);
  }
  return release <= now;
}

Picoseconds DatasheetNetwork::accept(const Held& held, std::uint32_t to, Picoseconds now) {
  const Picoseconds wanted = std::max(later(held.begun, held.times.transit), now);
  const Picoseconds at = orders_[held.from].arrival(to, wanted, now);
  arrivals_.push(held.id, now, at - now);
  return at > held.times.send ? std::max(now, at - held.times.send) : now;
}

void DatasheetNetwork::listen(std::uint32_t process, bool does, Picoseconds now) {
  if (!is_limited_) {
    return;
  }
  listens_[process] = does;
  if (!does || waiting_[process].empty()) {
    return;
  }
  for (const Held& held : waiting_[process]) {
    releases_.set(held.from, accept(held, process, now));
  }
  waiting_[process].clear();
}

Picoseconds DatasheetNetwork::next() {
  return std::min(arrivals_.next(), releases_.next());
}

void DatasheetNetwork::advance(Picoseconds now, NetworkEvents& events) {
  arrivals_.take(now, events.arrived);
  while (releases_.next() <= now) {
    events.released.push_back(releases_.first());
    releases_.remove(releases_.first());
  }
}

}  // namespace dps::machines
