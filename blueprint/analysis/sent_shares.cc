#include "blueprint/analysis/sent_shares.h"

#include <algorithm>
#include <utility>

#include "blueprint/collectives/schedule.h"

namespace dps::blueprint {
namespace {

/// A program with so many processes has a cell for each of them.
constexpr std::uint32_t kFewProcesses = 64;

}  // namespace

Cells::Cells(const Program& program) {
  const std::uint32_t processes = program.process_count();
  for (const ProcessGroup& group : program.groups) {
    const std::uint32_t first = index(group.first);
    const std::uint32_t step = processes <= kFewProcesses ? 1 : group.count;
    for (std::uint32_t process = first; process < first + group.count; process += step) {
      first_.push_back(process);
    }
  }
  first_.push_back(processes);
}

std::uint32_t Cells::of(std::uint32_t process) const {
  const auto behind = std::ranges::upper_bound(first_, process);
  return static_cast<std::uint32_t>(behind - first_.begin()) - 1;
}

/// Appends the shares of one output after the other.
class SentShares::Outputs {
 public:
  Outputs(SentShares& owner, std::uint32_t cell)
      : owner_(owner), program_(owner.program_), cells_(owner.cells_), cell_(cell) {}

  void add(const Output& output) {
    if (output.delay) {
      add({SentTo::Kind::kCell, cell_, output.mid, output.begins},
          static_cast<double>(output.copies));
    } else if (output.is_collective()) {
      add({SentTo::Kind::kInside, 0, output.mid, false}, owner_.messages_inside(output));
      add({SentTo::Kind::kCell, cell_, output.mid, false}, 1);  // the completion
    } else if (output.shares.count > 0 && output.pick == Pick::kAll) {
      add_shares(output);
    } else {
      add_equally(output);
    }
  }

  std::vector<SentShare> take(double firings) {
    for (SentShare& share : shares_) {
      share.messages /= firings;
    }
    return std::move(shares_);
  }

 private:
  void add(const SentTo& to, double messages) {
    if (messages > 0) {
      shares_.push_back({to, messages});
    }
  }

  /// A number of messages for each receiver.
  void add_shares(const Output& output) {
    auto share = program_.shares_of(output).begin();
    for (const Receivers& some : program_.receivers_of(output)) {
      for (std::uint32_t i = 0; i < some.count; ++i, ++share) {
        const std::uint32_t cell = cells_.of(index(some.first) + i * some.step);
        add_to_cell(output, cell, static_cast<double>(share->copies));
      }
    }
  }

  /// Every receiver gets as many as the others, with -pick on average.
  void add_equally(const Output& output) {
    double receivers = 0;
    for (const Receivers& some : program_.receivers_of(output)) {
      receivers += some.depends_on_message() ? 1 : some.count;
    }
    const double each =
        static_cast<double>(output.copies) / (output.pick == Pick::kAll ? 1 : receivers);
    for (const Receivers& some : program_.receivers_of(output)) {
      if (some.depends_on_message()) {
        const auto kind = some.is_ack() ? SentTo::Kind::kSender : SentTo::Kind::kOrigin;
        add({kind, 0, output.mid, output.begins}, each);
      } else {
        add_range(output, some, each);
      }
    }
  }

  void add_range(const Output& output, const Receivers& some, double each) {
    std::uint32_t done = 0;
    while (done < some.count) {
      const std::uint32_t process = index(some.first) + done * some.step;
      const std::uint32_t cell = cells_.of(process);
      const std::uint32_t here =
          std::min(some.count - done, (cells_.end(cell) - process - 1) / some.step + 1);
      add_to_cell(output, cell, each * here);
      done += here;
    }
  }

  /// With -others, the sender is left out, which is any process of its cell.
  void add_to_cell(const Output& output, std::uint32_t cell, double messages) {
    const bool leaves_one_out = output.others && cell == cell_;
    const double processes = cells_.size(cell);
    add({SentTo::Kind::kCell, cell, output.mid, output.begins},
        leaves_one_out ? messages * (processes - 1) / processes : messages);
  }

  SentShares& owner_;
  const Program& program_;
  const Cells& cells_;
  std::uint32_t cell_;
  std::vector<SentShare> shares_;
};

double SentShares::messages_inside(const Output& collective) {
  const auto [known, is_new] = inside_.try_emplace(collective.collective.first, 0);
  if (is_new) {
    const collectives::Collective& of = program_.collective_of(collective);
    known->second = static_cast<double>(collectives::traffic_of(of).messages) / of.members;
  }
  return known->second;
}

std::vector<SentShare> SentShares::of(std::uint32_t cell, const Functionality& functionality) {
  Outputs outputs(*this, cell);
  for (const std::uint32_t at : program_.outputs_of(functionality)) {
    outputs.add(program_.outputs[at]);
  }
  return outputs.take(functionality.steps);
}

}  // namespace dps::blueprint
