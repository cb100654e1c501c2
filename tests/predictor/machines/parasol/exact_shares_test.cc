// Random states of networks, compared with exact rational arithmetic.
#include <algorithm>
#include <map>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/parasol/shares/equal_shares.h"

namespace dps::parasol {
namespace {

using Exact = boost::multiprecision::cpp_rational;

struct Sent {
  std::vector<std::uint32_t> route;
  std::uint64_t bytes = 0;
  std::int64_t start_ps = 0;
};

/// Steps III to V, literally. Speeds are in zeptoseconds per byte; returns ends in zeptoseconds.
std::vector<Exact> exact_ends(const std::vector<std::uint64_t>& speeds,
                              const std::vector<Sent>& messages) {
  std::vector<Exact> ends(messages.size(), Exact(-1));
  std::map<std::size_t, Exact> left;  // bytes of the messages under way
  Exact now = 0;
  std::size_t begun = 0;
  while (begun < messages.size() || !left.empty()) {
    std::map<std::uint32_t, std::uint64_t> count;
    for (const auto& [message, bytes] : left) {
      for (const std::uint32_t link : messages[message].route) {
        ++count[link];
      }
    }
    std::map<std::size_t, Exact> pace;
    Exact next = -1;
    if (begun < messages.size()) {
      next = Exact(messages[begun].start_ps) * 1'000'000'000;
    }
    for (const auto& [message, bytes] : left) {
      for (const std::uint32_t link : messages[message].route) {
        pace[message] = std::max<Exact>(pace[message], Exact(speeds[link]) * count[link]);
      }
      const Exact end = now + bytes * pace[message];
      next = next < 0 || end < next ? end : next;
    }
    for (auto one = left.begin(); one != left.end();) {
      one->second -= (next - now) / pace[one->first];
      if (one->second == 0) {
        ends[one->first] = next;
        one = left.erase(one);
      } else {
        ++one;
      }
    }
    now = next;
    while (begun < messages.size() && Exact(messages[begun].start_ps) * 1'000'000'000 == now) {
      left[begun] = messages[begun].bytes;
      ++begun;
    }
  }
  return ends;
}

RC_GTEST_PROP(EqualShares, EndsAreWithinTwoPicosecondsOfExactArithmetic, ()) {
  const auto links = *rc::gen::inRange<std::uint32_t>(1, 6);
  std::vector<std::uint64_t> speeds;
  std::vector<Wide> wide_speeds;
  for (std::uint32_t i = 0; i < links; ++i) {
    speeds.push_back(*rc::gen::inRange<std::uint64_t>(1, 1'000'000'000'000'000));
    wide_speeds.push_back(speeds.back());
  }
  std::vector<Sent> messages(*rc::gen::inRange<std::size_t>(1, 12));
  std::int64_t start = 0;
  for (Sent& message : messages) {
    start += *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
    message.start_ps = start;
    message.bytes = *rc::gen::inRange<std::uint64_t>(1, 100'000);
    const auto first = *rc::gen::inRange<std::uint32_t>(0, links);
    for (std::uint32_t link = first; link < links; ++link) {
      if (link == first || *rc::gen::arbitrary<bool>()) {
        message.route.push_back(link);
      }
    }
  }
  const auto expected = exact_ends(speeds, messages);
  EqualShares shares(wide_speeds);
  std::size_t begun = 0;
  std::size_t ended = 0;
  while (ended < messages.size()) {
    const Wide end = shares.next();
    if (begun < messages.size() && fine(Picoseconds(messages[begun].start_ps)) < end) {
      shares.begin(static_cast<std::uint32_t>(begun), messages[begun].route, messages[begun].bytes,
                   fine(Picoseconds(messages[begun].start_ps)));
      ++begun;
      continue;
    }
    const std::uint32_t message = shares.end_first();
    const auto exact = static_cast<double>(expected[message] / 1'000'000'000);
    RC_ASSERT(std::abs(static_cast<double>(nearest_picosecond(end).count()) - exact) <= 2.0);
    ++ended;
  }
}

}  // namespace
}  // namespace dps::parasol
