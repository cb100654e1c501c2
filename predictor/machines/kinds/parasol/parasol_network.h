/// The messages under way between the processes of a prediction on a Parasol machine.
/// Source: docs/parasol.md, "The network".
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "predictor/machines/delay_queue.h"
#include "predictor/machines/kinds/parasol/parasol_model.h"
#include "predictor/machines/kinds/parasol/shares/equal_shares.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/number_table.h"

namespace dps::parasol {

/// The messages of a pair of processes leave one after the other. A message arrives when the
/// latencies of its links have passed since its last byte left.
class ParasolNetwork final : public machines::Network {
 public:
  /// Borrows both.
  ParasolNetwork(const MachineModel& model, std::span<const std::uint32_t> host_of);

  [[nodiscard]] machines::MessageCost cost(const machines::Letter& letter) const override;
  bool enter(std::uint32_t id, const machines::Letter& letter, Picoseconds now) override;
  void listen(std::uint32_t, bool, Picoseconds) override {}
  [[nodiscard]] Picoseconds next() override;
  void advance(Picoseconds now, machines::NetworkEvents& events) override;
  [[nodiscard]] machines::NetworkReport report() const override;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// A pair of processes, and its messages that have not left: a list of parcels.
  struct Pair {
    std::span<const std::uint32_t> links;  ///< from 0
    Wide latency = 0;                      ///< fine time
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    bool is_joined = true;  ///< true: the virtual topology joins the pair, or none is used
  };
  struct Parcel {
    std::uint64_t bytes = 0;
    std::uint32_t next = kNone;
  };
  /// The costs of the last message; messages of the same size and route cost the same.
  struct LastCost {
    bool is_known = false;
    std::uint64_t bytes = 0;
    std::uint32_t hops = 0;
    machines::MessageCost cost;
  };

  /// The last pair that a process has sent to.
  struct LastPair {
    std::uint32_t to = kNone;
    std::uint32_t number = 0;
  };

  std::uint32_t pair_of(const machines::Letter& letter) const;
  void set_route(Pair& pair, std::uint32_t from_host, std::uint32_t to_host) const;
  void leave_first(Wide at);
  [[nodiscard]] Picoseconds call_cost(const CallCost& call, const char* name, std::uint64_t bytes,
                                      std::uint32_t hops) const;

  const MachineModel& model_;               // borrowed
  std::span<const std::uint32_t> host_of_;  // borrowed
  EqualShares shares_;                      // its messages are pairs
  machines::DelayQueue arrivals_;
  std::vector<Parcel> parcels_;  // by id of letter
  std::vector<Wide> latencies_;  // by link, in fine time
  Wide now_ = 0;
  ProcessorGrid virtual_grid_;
  std::uint64_t unjoined_ =
      0;  // messages between processors that the virtual topology does not join
  // cost() is const and looks up routes; both are remembered.
  mutable std::vector<LastPair> last_pairs_;  // by sender
  mutable machines::NumberTable pair_numbers_;
  mutable std::vector<Pair> pairs_;
  mutable std::deque<std::vector<std::uint32_t>> routes_;
  mutable LastCost last_cost_;
  mutable std::vector<std::string> failures_;
};

}  // namespace dps::parasol
