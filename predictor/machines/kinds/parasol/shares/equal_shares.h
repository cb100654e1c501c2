/// Messages that share links equally: the state of the network of a Parasol machine.
///
/// On each link the n messages under way get 1/n of it each. A message goes at the pace of the link
/// of its route with the largest n * speed, in seconds per byte. A message does not get the share
/// that others cannot use. Source: the Parasol paper, 2.2.2, steps III to V; docs/parasol.md, "The
/// network".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "predictor/machines/kinds/parasol/shares/fine_time.h"
#include "predictor/machines/lane_queue.h"

namespace dps::parasol {

class EqualShares {
 public:
  /// `speeds`: the speed of each link in zeptoseconds per byte.
  explicit EqualShares(const std::vector<Wide>& speeds);

  /// Lets the message enter its links, which are all different and counted from 0; the span must
  /// remain valid until the message has left. Numbers of messages are the caller's, dense from 0,
  /// and can be used again. `now` must not be before an earlier call.
  void begin(std::uint32_t message, std::span<const std::uint32_t> route, std::uint64_t bytes,
             Wide now);

  /// The exact instant at which the last byte of the next message leaves; kNeverFine if there is no
  /// message.
  [[nodiscard]] Wide next();

  /// Removes the message that leaves at next(): of several at one instant, the one whose last
  /// change of pace was first.
  std::uint32_t end_first();

  /// The pace of a message, in zeptoseconds per byte, among all that have begun.
  [[nodiscard]] Wide pace_of(std::uint32_t message);
  /// The number of messages on a link.
  [[nodiscard]] std::size_t count_on(std::uint32_t link) const { return links_[link].on.size(); }

 private:
  using FewNumbers = boost::container::small_vector<std::uint32_t, 4>;

  // Moving a small_vector allocates only if the allocators differ, so its moves never throw.
  struct Message {  // NOLINT(bugprone-exception-escape)
    std::span<const std::uint32_t> route;
    FewNumbers places;  ///< on each link of the route: the place in Link::on
    Wide left = 0;      ///< bytes at `since`
    Wide since = 0;
    Wide pace = 0;
    bool is_noted = false;  ///< in noted_
  };
  /// The part of a message that the queue reads.
  struct End {
    Wide at = 0;
    std::uint64_t sequence = 0;                  ///< the number of the change of pace
    std::uint32_t place = machines::kNotInHeap;  ///< kNotInHeap if it is not under way
  };
  struct OnLink {
    std::uint32_t message;
    std::uint32_t hop;  ///< place of the link in the route of the message
  };
  struct Link {
    Wide speed;
    std::vector<OnLink> on;
    bool is_noted = false;  ///< a message has entered or left since the last update()
  };
  struct ByEnd {
    std::vector<End>* ends;
    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
      const End& first = (*ends)[a];
      const End& second = (*ends)[b];
      return first.at != second.at ? first.at < second.at : first.sequence < second.sequence;
    }
    [[nodiscard]] std::uint32_t& place(std::uint32_t message) const {
      return (*ends)[message].place;
    }
  };

  ByEnd by_end() { return {&ends_}; }
  [[nodiscard]] Wide first_end() {
    return queue_.empty() ? kNeverFine : ends_[queue_.first(by_end())].at;
  }
  void note(std::uint32_t message);
  void note_link(std::uint32_t link);
  /// Gives the messages on noted links the paces of the present instant.
  void update();
  void set_pace(std::uint32_t number);
  [[nodiscard]] Wide slowest(const Message& message) const;

  std::vector<Link> links_;
  std::vector<Message> messages_;
  std::vector<End> ends_;      // by message
  machines::LaneQueue queue_;  // the messages under way
  std::vector<std::uint32_t> noted_links_;
  std::vector<std::uint32_t> noted_;  // messages that have begun; with those on links, in update()
  Wide now_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace dps::parasol
