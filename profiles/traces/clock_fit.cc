#include "profiles/traces/clock_fit.h"

#include <algorithm>
#include <cmath>

namespace dps::traces {
namespace {

/// Rounding an offset and a drift, on both sides of a message, can take up to 2 ticks.
constexpr double kRounding = 2;
constexpr double kAimedAt = 2 * kRounding;
constexpr int kMostSweeps = 5000;

/// The line of a host through both of its gates: its values there.
struct OffsetLine {
  ClockGates gates;
  double first = 0;
  double second = 0;

  explicit OffsetLine(const ClockGates& within) : gates(within) {
    const auto low = [](const ClockGate& gate) { return gate.value - gate.error; };
    const auto high = [](const ClockGate& gate) { return gate.value + gate.error; };
    const double least = std::max(low(gates.first), low(gates.second));
    const double most = std::min(high(gates.first), high(gates.second));
    first = gates.first.value;
    second = gates.second.value;
    if (least <= most) {  // no drift was measured
      first = second = std::clamp(0.0, least, most);
    }
  }

  /// The weight of the second gate at this time.
  [[nodiscard]] double weight(Ticks time) const {
    return static_cast<double>(time - gates.first.at) /
           static_cast<double>(gates.second.at - gates.first.at);
  }
  [[nodiscard]] double at(Ticks time) const {
    const double second_part = weight(time);
    return first * (1 - second_part) + second * second_part;
  }
  void move(double by, double second_part) {
    const auto within = [](double value, const ClockGate& gate) {
      return std::clamp(value, gate.value - gate.error, gate.value + gate.error);
    };
    first = within(first + by * (1 - second_part), gates.first);
    second = within(second + by * second_part, gates.second);
  }
  [[nodiscard]] ClockMap map() const {
    const double rate = (second - first) / static_cast<double>(gates.second.at - gates.first.at);
    return {std::llround(first - rate * static_cast<double>(gates.first.at)), rate};
  }
};

/// Moves both lines so that the passage takes at least kAimedAt. Returns false if nothing moved.
/// Source: the projection of Kaczmarz (1937) on a half-space.
bool mend(OffsetLine& from, OffsetLine& to, const Passage& passage) {
  const double duration = static_cast<double>(passage.arrived - passage.sent) +
                          to.at(passage.arrived) - from.at(passage.sent);
  if (duration >= kRounding) {
    return false;
  }
  const double left = from.weight(passage.sent);
  const double right = to.weight(passage.arrived);
  const auto square = [](double weight) { return (1 - weight) * (1 - weight) + weight * weight; };
  const double by = (kAimedAt - duration) / (square(left) + square(right));
  from.move(-by, left);
  to.move(by, right);
  return true;
}

}  // namespace

std::vector<ClockMap> fit_clocks(std::span<const ClockGates> hosts,
                                 std::span<const Passage> passages) {
  std::vector<OffsetLine> lines(hosts.begin(), hosts.end());
  bool has_moved = true;
  for (int sweep = 0; sweep < kMostSweeps && has_moved; ++sweep) {
    has_moved = false;
    for (const Passage& passage : passages) {
      has_moved = mend(lines[passage.from], lines[passage.to], passage) || has_moved;
    }
  }
  std::vector<ClockMap> maps;
  maps.reserve(lines.size());
  for (const OffsetLine& line : lines) {
    maps.push_back(line.map());
  }
  return maps;
}

/// Source: Andrew's monotone chain, of the points (sent, arrived - sent).
void keep_tightest(std::vector<Passage>& passages) {
  const auto duration = [](const Passage& one) { return one.arrived - one.sent; };
  std::sort(passages.begin(), passages.end(), [&](const Passage& a, const Passage& b) {
    return a.sent != b.sent ? a.sent < b.sent : duration(a) < duration(b);
  });
  const auto is_above = [&](const Passage& a, const Passage& b, const Passage& c) {
    return static_cast<double>(duration(b) - duration(a)) * static_cast<double>(c.sent - a.sent) >=
           static_cast<double>(duration(c) - duration(a)) * static_cast<double>(b.sent - a.sent);
  };
  std::size_t kept = 0;
  for (const Passage& one : passages) {
    if (kept > 0 && passages[kept - 1].sent == one.sent) {
      continue;  // the tighter one of the same time
    }
    while (kept > 1 && is_above(passages[kept - 2], passages[kept - 1], one)) {
      --kept;
    }
    passages[kept++] = one;
  }
  passages.resize(kept);
}

}  // namespace dps::traces
