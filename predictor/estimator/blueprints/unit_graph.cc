#include "predictor/estimator/blueprints/unit_graph.h"

#include <utility>

namespace dps::estimator {
namespace {

/// Keeps lines of a blueprint below their limits.
constexpr std::size_t kMostInAction = 64;

class UnitBuilder {
 public:
  std::vector<StreamUnit> build(const std::vector<FoldedItem>& items) {
    units_.emplace_back();
    add(items);
    end_stream();
    return std::move(units_);
  }

 private:
  /// The last unit is the one under construction; all before it are closed.
  [[nodiscard]] StreamUnit& current() { return units_.back(); }
  [[nodiscard]] std::size_t current_index() const { return units_.size() - 1; }

  void add(const std::vector<FoldedItem>& items) {
    for (const FoldedItem& item : items) {
      if (item.is_block()) {
        add_loop(item);
      } else {
        add(StreamInstruction::of_bits(item.symbol));
      }
    }
  }

  void add(const StreamInstruction& instruction) {
    if (instruction.operation() == StreamOperation::kBlockingReceive) {
      current().receive = instruction;
      open_next();
      return;
    }
    auto& actions = current().actions;
    const bool is_work = instruction.operation() == StreamOperation::kWork;
    const bool needs_action = actions.empty() || (is_work && !actions.back().sends.empty()) ||
                              actions.back().works.size() == kMostInAction ||
                              actions.back().sends.size() == kMostInAction;
    if (needs_action) {
      actions.emplace_back();
    }
    (is_work ? actions.back().works : actions.back().sends).push_back(instruction);
  }

  /// Closes the current unit; the one behind it follows.
  void open_next() {
    current().next.next = units_.size();
    units_.emplace_back();
  }

  void add_loop(const FoldedItem& block) {
    if (!current().actions.empty()) {
      open_next();
    }
    const std::size_t begin = current_index();
    add(block.body);
    // The unit that ends a round decides whether there is another one.
    const bool ends_in_receive = current().actions.empty() && units_.size() >= 2 &&
                                 current_index() > begin &&
                                 units_[current_index() - 1].receive.has_value() &&
                                 units_[current_index() - 1].next.times == 0;
    if (!ends_in_receive) {
      open_next();
    }
    units_[current_index() - 1].next.times = block.rounds - 1;
    units_[current_index() - 1].next.again = begin;
  }

  /// Ends the stream. An empty last unit is not needed if another one leads to it.
  void end_stream() {
    if (!current().actions.empty() || units_.size() == 1) {
      return;
    }
    units_.pop_back();
    units_.back().next.next.reset();
  }

  std::vector<StreamUnit> units_;
};

}  // namespace

std::vector<StreamUnit> units_of(const std::vector<FoldedItem>& items) {
  return UnitBuilder().build(items);
}

}  // namespace dps::estimator
