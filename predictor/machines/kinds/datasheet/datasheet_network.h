/// The network of a data sheet: messages do not delay each other, and a large one waits until its
/// receiver takes in. Source: docs/datasheets.md, "A sheet as a machine".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predictor/machines/delay_queue.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/kinds/datasheet/message_times.h"
#include "predictor/machines/kinds/datasheet/pair_order.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The equations for messages between the processes of one path.
struct PathTimes {
  SheetMessageTimes send;
  SheetMessageTimes receive;       ///< recv: the time of a receiver that waits
  SheetMessageTimes late_receive;  ///< recvmin: the time for a message that is there
  SheetMessageTimes pack;
  SheetMessageTimes unpack;
  std::optional<std::uint64_t> eager;  ///< bytes
};

class DatasheetNetwork final : public Network {
 public:
  /// `host` is for processes of one host. Borrows `host_of`.
  DatasheetNetwork(PathTimes any, PathTimes host, std::span<const std::uint32_t> host_of);

  [[nodiscard]] MessageCost cost(const Letter& letter) const override;
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) override;
  void listen(std::uint32_t process, bool does, Picoseconds now) override;
  [[nodiscard]] Picoseconds next() override;
  void advance(Picoseconds now, NetworkEvents& events) override;
  [[nodiscard]] NetworkReport report() const override { return {}; }

 private:
  /// The times of the messages of one size.
  struct SizeTimes {
    std::uint64_t bytes = 0;
    bool is_known = false;
    bool is_eager = true;
    Picoseconds send;
    Picoseconds late_receive;
    Picoseconds transit;  ///< max(0, Trecv - Trecvmin)
  };

  struct Path {
    PathTimes times;
    mutable SizeTimes last;  ///< most messages have the size of the previous one
  };

  /// A message whose send waits for its receiver.
  struct Held {
    std::uint32_t id;
    std::uint32_t from;
    Picoseconds begun;
    SizeTimes times;
  };

  [[nodiscard]] const Path& path_of(const Letter& letter) const {
    return paths_[host_of_[letter.from] == host_of_[letter.to] ? 1 : 0];
  }
  static const SizeTimes& times_of(const Path& path, std::uint64_t bytes);
  /// Called when the receiver takes in from now on. Returns the instant at which the send is
  /// released.
  Picoseconds accept(const Held& held, std::uint32_t to, Picoseconds now);

  std::array<Path, 2> paths_;
  std::span<const std::uint32_t> host_of_;  // borrowed
  bool is_limited_;                         // a path has a limit of `eager`
  std::vector<PairOrder> orders_;           // by sender
  DelayQueue arrivals_;
  EventHeap releases_;                      // by sender
  std::vector<bool> listens_;               // by process
  std::vector<std::vector<Held>> waiting_;  // by receiver, in the order of their entry
};

}  // namespace dps::machines
