#include "predictor/machines/kinds/architecture/architecture_machine.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "predictor/machines/event_heap.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kWordBytes = 8;

class ArchitectureNetwork final : public Network {
 public:
  ArchitectureNetwork(const ArchitectureDescription& description, std::size_t processes)
      : description_(description), processors_(processes) {
    transmissions_.resize(processes);
  }

  [[nodiscard]] MessageCost cost(const Letter&) const override {
    return {{}, rounded(description_.send_latency), {}, {}};
  }
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) override;
  void listen(std::uint32_t process, bool does, Picoseconds now) override;
  [[nodiscard]] Picoseconds next() override { return transmissions_.next(); }
  void advance(Picoseconds now, NetworkEvents& events) override;
  [[nodiscard]] NetworkReport report() const override { return {}; }

 private:
  struct Waiting {
    std::uint64_t sequence;  ///< counts the letters that entered
    std::uint32_t id;
    std::uint32_t from;
    std::uint64_t bytes;
  };

  struct Processor {
    bool listens = false;
    bool transmits = false;         ///< takes part in a transmission
    std::deque<Waiting> incoming;   ///< not yet transmitted
    std::uint32_t transmitted = 0;  ///< id of the letter that it is receiving
    std::uint32_t peer = 0;         ///< sender of that letter
  };

  /// A letter that could be transmitted to `to` now.
  struct Candidate {
    std::uint64_t sequence;
    std::uint32_t to;
    std::size_t position;
  };

  /// Updates the membership of the process in `ready_`.
  void update_ready(std::uint32_t process);
  /// Begins as many transmissions as possible.
  void schedule(Picoseconds now);
  bool begin_one(Picoseconds now);

  const ArchitectureDescription& description_;  // borrowed
  std::vector<Processor> processors_;
  std::set<std::uint32_t> ready_;  // processes that listen, are idle, and have incoming letters
  EventHeap transmissions_;        // by receiver
  std::uint64_t sequence_ = 0;
};

bool ArchitectureNetwork::enter(std::uint32_t id, const Letter& letter, Picoseconds now) {
  processors_[letter.to].incoming.push_back({sequence_++, id, letter.from, letter.bytes});
  update_ready(letter.to);
  schedule(now);
  return true;
}

void ArchitectureNetwork::listen(std::uint32_t process, bool does, Picoseconds now) {
  processors_[process].listens = does;
  update_ready(process);
  schedule(now);
}

void ArchitectureNetwork::update_ready(std::uint32_t process) {
  const Processor& processor = processors_[process];
  if (processor.listens && !processor.transmits && !processor.incoming.empty()) {
    ready_.insert(process);
  } else {
    ready_.erase(process);
  }
}

void ArchitectureNetwork::schedule(Picoseconds now) {
  while (!(description_.has_bus && !transmissions_.empty()) && begin_one(now)) {
  }
}

/// Begins the transmission of the earliest letter that can be transmitted. Returns false if there
/// is none.
bool ArchitectureNetwork::begin_one(Picoseconds now) {
  Candidate best{sequence_, 0, 0};
  for (const std::uint32_t to : ready_) {
    const auto& incoming = processors_[to].incoming;
    for (std::size_t i = 0; i < incoming.size() && incoming[i].sequence < best.sequence; ++i) {
      if (incoming[i].from == to || !processors_[incoming[i].from].transmits) {
        best = {incoming[i].sequence, to, i};
      }
    }
  }
  if (best.sequence == sequence_) {
    return false;
  }
  Processor& receiver = processors_[best.to];
  const Waiting letter = receiver.incoming[best.position];
  receiver.incoming.erase(receiver.incoming.begin() + static_cast<std::ptrdiff_t>(best.position));
  receiver.transmits = processors_[letter.from].transmits = true;
  receiver.transmitted = letter.id;
  receiver.peer = letter.from;
  update_ready(best.to);
  update_ready(letter.from);
  const std::uint64_t words = letter.bytes / kWordBytes + (letter.bytes % kWordBytes != 0 ? 1 : 0);
  transmissions_.set(best.to, later(now, product(words, description_.word)));
  return true;
}

void ArchitectureNetwork::advance(Picoseconds now, NetworkEvents& events) {
  while (transmissions_.next() <= now) {
    const std::uint32_t to = transmissions_.first();
    transmissions_.remove(to);
    Processor& receiver = processors_[to];
    receiver.transmits = processors_[receiver.peer].transmits = false;
    events.arrived.push_back(receiver.transmitted);
    receiver.listens = false;
    update_ready(receiver.peer);
  }
  schedule(now);
}

}  // namespace

MachineSummary ArchitectureMachine::summary() const {
  return {"architecture",
          description_.name,
          {},
          {},
          {{"the machine is an architecture file: each process has a processor of its own"},
           {"T lines have no effect, since an architecture file has no hosts", Affects::kTerrain}}};
}

WaitingCost ArchitectureMachine::waiting_cost() const {
  return {rounded(description_.receive_latency), {}};
}

Picoseconds ArchitectureMachine::work_cost(std::uint32_t, WorkKind kind, double amount) const {
  return kind == WorkKind::kMultiply ? product(amount, description_.multiply)
                                     : picoseconds_of(amount);
}

std::unique_ptr<Network> ArchitectureMachine::make_network(std::span<const std::uint32_t> host_of,
                                                           LinkObserver*) const {
  return std::make_unique<ArchitectureNetwork>(description_, host_of.size());
}

}  // namespace dps::machines
