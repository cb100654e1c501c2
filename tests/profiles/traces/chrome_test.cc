// A viewer of Chrome trace events that shares no code with their writer.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include "tests/profiles/traces/exported.h"

namespace dps::traces {
namespace {

using nlohmann::json;

/// A message as the arguments of its slices name it: sender, receiver, type, timer, number.
using Named = std::tuple<std::string, std::string, std::string, bool, std::uint64_t>;

/// Reads a file of Chrome trace events as a viewer does.
class Viewer {
 public:
  explicit Viewer(const std::string& text) {
    const json file = json::parse(text);
    for (const json& event : file.at("traceEvents")) {
      const std::string phase = event.at("ph");
      if (phase == "X") {
        const std::int64_t begin = ns(event.at("ts"));
        slices_[event.at("tid")].push_back(
            {begin, begin + ns(event.at("dur")), event.at("cat"), event.value("args", json())});
        RC_ASSERT(ns(event.at("dur")) >= 0);
      } else if (phase == "s" || phase == "f") {
        RC_ASSERT(arrows_[event.at("id")].emplace(phase, event).second);
      } else if (phase == "C") {
        RC_ASSERT(event.at("args").begin().value() >= 0);
      } else if (event.at("name") == "thread_name") {
        names_[event.at("tid")] = event.at("args").at("name");
      } else {
        RC_ASSERT((phase == "M" || phase == "i"));
      }
    }
  }

  /// Expects that every slice lies within the slices of its track that are open at its beginning,
  /// in the order of the file.
  void check_nesting() const {
    for (const auto& [track, slices] : slices_) {
      RC_ASSERT(names_.count(track) == 1U);
      std::vector<Slice> open;
      std::int64_t latest = slices.front().begin;
      for (const Slice& slice : slices) {
        RC_ASSERT(slice.begin >= latest);
        latest = slice.begin;
        while (!open.empty() && (open.back().end < slice.begin ||
                                 (open.back().end == slice.begin && open.back().end < slice.end))) {
          open.pop_back();
        }
        RC_ASSERT((open.empty() || slice.end <= open.back().end));
        open.push_back(slice);
      }
    }
  }

  /// The number of arrows. By Chrome's rule, the slices at the ends of each arrow are the send and
  /// the take of one message. Messages that take no time share a slice; at least one message of
  /// that slice has its other end at the other end of the arrow.
  [[nodiscard]] std::size_t check_arrows() const {
    for (const auto& [id, ends] : arrows_) {
      RC_ASSERT(ends.size() == 2U);
      const json& head = ends.at("f");
      RC_ASSERT(head.at("bp") == "e");  // otherwise it would be bound to the next slice
      RC_ASSERT(types_between(end_at(ends.at("s")), end_at(head)).count(head.at("name")) == 1);
    }
    return arrows_.size();
  }

  [[nodiscard]] std::size_t count(const std::string& category) const {
    std::size_t count = 0;
    for (const auto& [track, slices] : slices_) {
      for (const Slice& slice : slices) {
        count += slice.category == category ? 1 : 0;
      }
    }
    return count;
  }
  [[nodiscard]] std::size_t arrows_on_second_tracks() const {
    std::size_t count = 0;
    for (const auto& [id, ends] : arrows_) {
      for (const auto& [phase, end] : ends) {
        count += is_second(names_.at(end.at("tid"))) ? 1 : 0;
      }
    }
    return count;
  }

 private:
  struct Slice {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string category;
    json args;
  };

  static std::int64_t ns(const json& micros) { return std::llround(micros.get<double>() * 1000); }
  static bool is_second(const std::string& name) { return name.ends_with(": no time"); }

  static Named named(const Slice& slice, const std::string& process) {
    const bool is_sender = slice.args.contains("to");
    return {is_sender ? process : slice.args.at("from").get<std::string>(),
            is_sender ? slice.args.at("to").get<std::string>() : process, slice.args.at("message"),
            slice.args.value("timer", false), slice.args.at("number")};
  }
  /// An end of an arrow: its track and its instant.
  using End = std::pair<int, std::int64_t>;
  static End end_at(const json& event) { return {event.at("tid"), ns(event.at("ts"))}; }

  /// The slices of the track that begin before the instant, or at it.
  [[nodiscard]] std::span<const Slice> slices_until(int track, std::int64_t instant) const {
    const std::vector<Slice>& slices = slices_.at(track);
    const auto after =
        std::upper_bound(slices.begin(), slices.end(), instant,
                         [](std::int64_t time, const Slice& slice) { return time < slice.begin; });
    return {slices.begin(), after};
  }
  /// The innermost slice that holds the instant. The end of a slice is outside of it.
  [[nodiscard]] const Slice& slice_at(const End& end) const {
    const auto begun = slices_until(end.first, end.second);
    const auto innermost = std::find_if(begun.rbegin(), begun.rend(),
                                        [&](const Slice& slice) { return end.second < slice.end; });
    RC_ASSERT((innermost != begun.rend()));
    return *innermost;
  }
  /// The types of the messages that are sent at `from` and taken at `to`. Where messages take no
  /// time, very many arrows have the same ends.
  [[nodiscard]] const std::set<std::string>& types_between(const End& from, const End& to) const {
    const auto [found, is_new] = known_.try_emplace({from, to});
    if (is_new) {
      const std::set<Named> sent = messages_at(from, "send");
      for (const Named& message : messages_at(to, "take")) {
        if (sent.count(message) == 1) {
          found->second.insert(std::get<2>(message));
        }
      }
    }
    return found->second;
  }
  /// The messages of the slice at an end of an arrow.
  [[nodiscard]] std::set<Named> messages_at(const End& end, const std::string& category) const {
    const Slice& slice = slice_at(end);
    const std::string& name = names_.at(end.first);
    if (!is_second(name)) {
      RC_ASSERT(slice.category == category);
      return {named(slice, name)};
    }
    const std::string process = name.substr(0, name.find(": no time"));
    const auto first = std::find_if(names_.begin(), names_.end(),
                                    [&](const auto& item) { return item.second == process; });
    std::set<Named> messages;
    const auto begun = slices_until(first->first, end.second);
    for (auto other = begun.rbegin(); other != begun.rend() && other->begin == end.second;
         ++other) {
      if (other->category == category && other->end == end.second) {
        messages.insert(named(*other, process));
      }
    }
    return messages;
  }

  std::map<int, std::string> names_;  // by track
  std::map<int, std::vector<Slice>> slices_;
  std::map<std::int64_t, std::map<std::string, json>> arrows_;
  mutable std::map<std::pair<End, End>, std::set<std::string>> known_;
};

RC_GTEST_PROP(ChromeTrace, HasASliceForEachSpanAndAnArrowForEachMessageTaken, ()) {
  const auto made = any_prediction();
  const Viewer viewer(exported(made.trace, "x.json"));
  viewer.check_nesting();
  std::uint64_t taken = 0;
  std::uint64_t firings = 0;
  for (const auto& sums : made.sums) {
    taken += sums.traffic.msgs_in;
    for (const auto& unit : sums.units) {
      for (const auto& functionality : unit.functionalities) {
        firings += functionality.triggered;
      }
    }
  }
  RC_ASSERT(viewer.check_arrows() == messages_of(made.trace).size());
  RC_ASSERT(viewer.count("take") == taken);
  RC_ASSERT(viewer.count("functionality") == firings);
  RC_ASSERT(viewer.count("process") == made.sums.size());
}

RC_GTEST_PROP(ChromeTrace, NestsAndHasItsArrowsAlsoIfEventsAreMissing, ()) {
  const auto made = any_prediction(any_limits());
  const Viewer viewer(exported(made.trace, "x.json"));
  viewer.check_nesting();
  RC_ASSERT(viewer.check_arrows() == messages_of(made.trace).size());
}

RC_GTEST_PROP(ChromeTrace, NestsAndHasItsArrowsInRunsToo, ()) {
  const Trace run = any_run();
  const Viewer viewer(exported(run, "x.json"));
  viewer.check_nesting();
  RC_ASSERT(viewer.check_arrows() == messages_of(run).size());
}

TEST(ChromeTrace, ArrowsOfMessagesThatTakeNoTimeAreOnASecondTrack) {
  const Viewer viewer(exported(broken_run(), "x.json"));
  viewer.check_nesting();
  EXPECT_EQ(viewer.check_arrows(), 2U);  // a message, and the timer of the second process
  EXPECT_EQ(viewer.arrows_on_second_tracks(), 1U);  // the send of the timer
  EXPECT_EQ(viewer.count("no time"), 2U);           // the timers of both processes
}

std::string decompressed(const std::string& bytes) {
  z_stream z{};
  EXPECT_EQ(inflateInit2(&z, 15 + 16), Z_OK);
  std::vector<unsigned char> in(bytes.begin(), bytes.end());
  z.next_in = in.data();
  z.avail_in = static_cast<uInt>(in.size());
  std::string text;
  std::vector<unsigned char> piece(1000);
  int state = Z_OK;
  while (state == Z_OK) {
    z.next_out = piece.data();
    z.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&z, Z_NO_FLUSH);
    text.append(piece.begin(), piece.end() - z.avail_out);
  }
  EXPECT_EQ(state, Z_STREAM_END);
  inflateEnd(&z);
  return text;
}

RC_GTEST_PROP(CompressedTrace, IsTheSameCompressed, ()) {
  const auto made = any_prediction();
  RC_ASSERT(decompressed(exported(made.trace, "x.json.gz")) == exported(made.trace, "x.json"));
}

TEST(ChromeTrace, RoundsInstantsAndNotDurations) {
  const json events = json::parse(exported(exchange(), "x.json")).at("traceEvents");
  std::map<std::string, std::pair<double, double>> slices;
  for (const json& event : events) {
    if (event.at("ph") == "X") {
      slices[event.at("cat").get<std::string>() + " " + event.at("name").get<std::string>()] = {
          event.at("ts"), event.at("dur")};
    }
  }
  EXPECT_EQ(slices.at("wait wait"), std::pair(0.001, 0.006));
  EXPECT_EQ(slices.at("take take"), std::pair(0.007, 0.001));
  EXPECT_EQ(slices.at("unit one.u"), std::pair(0.0, 0.008));
  EXPECT_EQ(slices.at("unit two.u"), std::pair(0.008, 0.001));
}

}  // namespace
}  // namespace dps::traces
