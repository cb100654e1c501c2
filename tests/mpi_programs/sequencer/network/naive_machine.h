/// Ranks on a network, implemented literally: each performs one step after another, and waits for
/// a condition that is checked after each arrival. Each rank has a core of its own.
/// Source: docs/programs.md, "On a network".
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "predictor/machines/machine.h"
#include "tests/mpi_programs/sequencer/fake_board.h"

namespace dps::sequencer {

class NaiveMachine {
 public:
  NaiveMachine(const std::vector<Script>& scripts, const machines::Machine& machine,
               std::optional<std::uint64_t> eager)
      : scripts_(scripts),
        waiting_(machine.waiting_cost()),
        eager_(eager),
        host_of_(scripts.size()),
        ranks_(scripts.size()) {
    std::iota(host_of_.begin(), host_of_.end(), 0U);
    network_ = machine.make_network(host_of_, nullptr);
  }

  /// The clocks at the ends of the calls of each rank.
  std::vector<std::vector<std::int64_t>> play() {
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      go_on(r);
    }
    run_timers();
    for (;;) {
      const Picoseconds in_network = network_->next();
      const Picoseconds next =
          std::min(in_network, timers_.empty() ? machines::kNever : timers_.begin()->first.first);
      if (next == machines::kNever) {
        break;
      }
      now_ = std::max(now_, next);
      if (in_network <= now_) {
        deliver();
      }
      run_timers();
    }
    std::vector<std::vector<std::int64_t>> ends;
    for (const Rank& rank : ranks_) {
      ends.push_back(rank.ends);
    }
    return ends;
  }

 private:
  using Then = std::function<void()>;
  struct Parcel {
    std::int32_t from, to;
    std::size_t operation;  // the operation of the sender
    bool awaits_receipt;
    Picoseconds receive;
    bool is_receipt;
    std::int64_t begin;
    std::uint64_t number;
    [[nodiscard]] auto order() const { return std::tie(begin, from, number); }
  };
  struct Operation {
    bool sends = false;
    bool entered = false, awaits_receipt = false;
    std::int32_t source = 0;
    std::optional<Parcel> parcel;
    [[nodiscard]] bool done() const {
      return sends ? entered && !awaits_receipt : parcel.has_value();
    }
  };
  struct Rank {
    std::size_t next = 0;
    std::vector<std::int64_t> ends;
    std::vector<Operation> operations;
    std::vector<std::size_t> named;  // operations that do not block
    std::vector<std::size_t> unmatched;
    std::deque<Parcel> unexpected;
    std::function<bool()> condition;
    bool awaits_message = false;
    Then then;
    bool is_held = false;
    std::deque<std::uint32_t> outbox;
  };

  void after(std::size_t r, Picoseconds time, Then then) {
    timers_.emplace(std::pair(now_ + time, r), std::move(then));
  }
  void run_timers() {
    while (!timers_.empty() && timers_.begin()->first.first <= now_) {
      const Then then = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      then();
    }
  }
  /// Continues when the condition holds; a rank that waits for a message has to wake up.
  void until(std::size_t r, bool awaits_message, std::function<bool()> condition, Then then) {
    if (condition()) {
      return then();
    }
    ranks_[r].condition = std::move(condition);
    ranks_[r].awaits_message = awaits_message;
    ranks_[r].then = std::move(then);
    network_->listen(static_cast<std::uint32_t>(r), true, now_);
  }

  [[nodiscard]] std::size_t named(std::size_t r, std::int32_t number) const {
    return ranks_[r].named[static_cast<std::size_t>(number) - 1];
  }
  void go_on(std::size_t r) {
    Rank& rank = ranks_[r];
    if (rank.next == scripts_[r].size()) {
      network_->listen(static_cast<std::uint32_t>(r), true, now_);
      return;
    }
    after(r, Picoseconds(scripts_[r][rank.next].computes), [this, r] { begin(r); });
  }
  void end(std::size_t r) {
    ranks_[r].ends.push_back(now_.count());
    ++ranks_[r].next;
    go_on(r);
  }

  void begin(std::size_t r) {
    const Step& step = scripts_[r][ranks_[r].next];
    switch (step.kind) {
      case board::RequestKind::kSend:
      case board::RequestKind::kBeginSend:
        return send(r, step);
      case board::RequestKind::kReceive: {
        const std::size_t number = post(r, step.peer);
        return take(r, number, [this, r] { end(r); });
      }
      case board::RequestKind::kBeginReceive:
        ranks_[r].named.push_back(post(r, step.peer));
        return end(r);
      case board::RequestKind::kWaitAll:
        return wait_all(r, 0);
      case board::RequestKind::kTestAll: {
        const std::size_t number = named(r, step.listed.front());
        const bool is_done = ranks_[r].operations[number].done();
        return after(r, waiting_.poll.value_or(Picoseconds(100'000)), [this, r, number, is_done] {
          is_done ? take(r, number, [this, r] { end(r); }) : end(r);
        });
      }
      default:
        return;
    }
  }

  void wait_all(std::size_t r, std::size_t i) {
    const Step& step = scripts_[r][ranks_[r].next];
    if (i == step.listed.size()) {
      return end(r);
    }
    take(r, named(r, step.listed[i]), [this, r, i] { wait_all(r, i + 1); });
  }
  void take(std::size_t r, std::size_t number, Then then) {
    const auto operation = [this, r, number]() -> Operation& {
      return ranks_[r].operations[number];
    };
    until(
        r, !operation().sends, [operation] { return operation().done(); },
        [this, r, operation, then = std::move(then)] {
          network_->listen(static_cast<std::uint32_t>(r), false, now_);
          after(r, operation().sends ? Picoseconds{} : operation().parcel->receive, then);
        });
  }

  void send(std::size_t r, const Step& step) {
    Rank& rank = ranks_[r];
    const std::size_t number = rank.operations.size();
    const bool is_long = eager_ && step.bytes > *eager_;
    const bool is_synchronous = step.function == mpi_library::kSsend;
    rank.operations.push_back({true, false, is_long || is_synchronous, 0, {}});
    const machines::Letter letter{static_cast<std::uint32_t>(r),
                                  static_cast<std::uint32_t>(step.peer), step.bytes, false, false};
    const machines::MessageCost cost = network_->cost(letter);
    const std::uint32_t id = add({static_cast<std::int32_t>(r), step.peer, number,
                                  is_long || is_synchronous, cost.receive, false, now_.count(), 0});
    letters_[id] = letter;
    const bool blocks = step.kind == board::RequestKind::kSend;
    if (!blocks) {
      rank.named.push_back(number);
    }
    after(r, cost.send, [this, r, id, number, blocks] {
      enter(id);
      blocks ? take(r, number, [this, r] { end(r); }) : end(r);
    });
  }
  std::uint32_t add(Parcel parcel) {
    parcel.number = parcels_.size();
    parcels_.push_back(parcel);
    letters_.push_back({static_cast<std::uint32_t>(parcel.from),
                        static_cast<std::uint32_t>(parcel.to), 0, false, false});
    return static_cast<std::uint32_t>(parcels_.size() - 1);
  }
  void enter(std::uint32_t id) {
    Rank& rank = ranks_[letters_[id].from];
    if (!rank.outbox.empty()) {
      rank.outbox.push_back(id);
    } else if (network_->enter(id, letters_[id], now_)) {
      entered(id);
    } else {
      rank.outbox.push_back(id);
    }
  }
  void entered(std::uint32_t id) {
    if (!parcels_[id].is_receipt) {
      ranks_[letters_[id].from].operations[parcels_[id].operation].entered = true;
    }
  }
  void release(std::uint32_t r) {
    std::deque<std::uint32_t> waiting = std::exchange(ranks_[r].outbox, {});
    entered(waiting.front());
    waiting.pop_front();
    for (const std::uint32_t id : waiting) {
      enter(id);
    }
  }

  std::size_t post(std::size_t r, std::int32_t source) {
    Rank& rank = ranks_[r];
    rank.operations.push_back({false, false, false, source, {}});
    const std::size_t number = rank.operations.size() - 1;
    const auto found = std::find_if(
        rank.unexpected.begin(), rank.unexpected.end(),
        [&](const Parcel& parcel) { return source == board::kAny || source == parcel.from; });
    if (found == rank.unexpected.end()) {
      rank.unmatched.push_back(number);
    } else {
      const Parcel parcel = *found;
      rank.unexpected.erase(found);
      match(r, number, parcel);
    }
    return number;
  }
  void match(std::size_t r, std::size_t number, const Parcel& parcel) {
    ranks_[r].operations[number].parcel = parcel;
    if (parcel.awaits_receipt) {
      enter(add({static_cast<std::int32_t>(r),
                 parcel.from,
                 parcel.operation,
                 false,
                 {},
                 true,
                 now_.count(),
                 0}));
    }
  }

  void deliver() {
    machines::NetworkEvents events;
    network_->advance(now_, events);
    for (const std::uint32_t r : events.released) {
      release(r);
    }
    std::sort(events.arrived.begin(), events.arrived.end(),
              [&](auto a, auto b) { return parcels_[a].order() < parcels_[b].order(); });
    for (const std::uint32_t id : events.arrived) {
      arrive(parcels_[id]);
    }
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      Rank& rank = ranks_[r];
      if (rank.condition && rank.condition()) {
        rank.condition = nullptr;
        after(r, rank.awaits_message ? waiting_.wakeup : Picoseconds{}, std::move(rank.then));
      }
    }
  }
  void arrive(const Parcel& parcel) {
    const auto to = static_cast<std::size_t>(parcel.to);
    Rank& rank = ranks_[to];
    if (parcel.is_receipt) {
      rank.operations[parcel.operation].awaits_receipt = false;
      return;
    }
    const auto number =
        std::find_if(rank.unmatched.begin(), rank.unmatched.end(), [&](std::size_t one) {
          const std::int32_t source = rank.operations[one].source;
          return source == board::kAny || source == parcel.from;
        });
    if (number == rank.unmatched.end()) {
      rank.unexpected.push_back(parcel);
      return;
    }
    const std::size_t taken = *number;
    rank.unmatched.erase(number);
    match(to, taken, parcel);
  }

  const std::vector<Script>& scripts_;
  machines::WaitingCost waiting_;
  std::optional<std::uint64_t> eager_;
  std::vector<std::uint32_t> host_of_;
  std::unique_ptr<machines::Network> network_;
  std::vector<Rank> ranks_;
  std::vector<Parcel> parcels_;
  std::vector<machines::Letter> letters_;
  std::multimap<std::pair<Picoseconds, std::size_t>, Then> timers_;
  Picoseconds now_;
};

}  // namespace dps::sequencer
