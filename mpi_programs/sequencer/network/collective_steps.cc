#include "mpi_programs/sequencer/network/collective_steps.h"

#include <bit>

#include "blueprint/collectives/tree.h"

namespace dps::sequencer {
namespace {

using Size = CollectiveStep::Size;

class Author {
 public:
  Author(std::uint32_t members, std::uint32_t self, std::uint32_t root)
      : members_(members),
        self_(self),
        root_(root),
        v_((self + members - root) % members),
        tree_(collectives::Algorithm::kBinomial, members) {}

  std::vector<CollectiveStep> take() { return std::move(steps_); }

  void barrier() {
    for (std::uint64_t k = 1; k < members_; k *= 2) {
      send(after(k), Size::kNone);
      receive(before(k), Size::kNone);
    }
  }
  void bcast() {
    if (v_ > 0) {
      receive(real(tree_.parent(v_)), Size::kWhole, root_);
    }
    for (std::uint32_t child = 0; child < tree_.children(v_); ++child) {
      send(real(tree_.child(v_, child)), Size::kWhole, root_);
    }
  }
  /// Receives from the nearest child first, to which a broadcast sends last.
  void reduce() {
    for (std::uint32_t left = tree_.children(v_); left > 0; --left) {
      const std::uint32_t child = real(tree_.child(v_, left - 1));
      receive(child, Size::kWhole, child);
    }
    if (v_ > 0) {
      send(real(tree_.parent(v_)), Size::kWhole, self_);
    }
  }
  void allreduce() {
    const auto power = static_cast<std::uint32_t>(std::bit_floor(members_));
    if (self_ >= power) {
      send(self_ - power, Size::kWhole, self_);
      receive(self_ - power, Size::kWhole, self_);
      return;
    }
    const bool has_partner = self_ < members_ - power;
    if (has_partner) {
      receive(self_ + power, Size::kWhole, self_ + power);
    }
    for (std::uint32_t k = 1; k < power; k *= 2) {
      send(self_ ^ k, Size::kWhole, self_);
      receive(self_ ^ k, Size::kWhole, self_);
    }
    if (has_partner) {
      send(self_ + power, Size::kWhole, self_);
    }
  }
  void gather() {
    if (self_ != root_) {
      send(root_, Size::kWhole, self_);
      return;
    }
    for (std::uint32_t r = 0; r < members_; ++r) {
      if (r != root_) {
        receive(r, Size::kWhole, r);
      }
    }
  }
  void scatter() {
    if (self_ != root_) {
      receive(root_, Size::kBlock, root_, self_);
      return;
    }
    for (std::uint32_t r = 0; r < members_; ++r) {
      if (r != root_) {
        send(r, Size::kBlock, root_, r);
      }
    }
  }
  void allgather() {
    for (std::uint32_t j = 0; j + 1 < members_; ++j) {
      send(after(1), Size::kWhole, before(j));
      receive(before(1), Size::kWhole, before(j + 1));
    }
  }
  void alltoall() {
    for (std::uint32_t j = 1; j < members_; ++j) {
      send(after(j), Size::kBlock, self_, after(j));
      receive(before(j), Size::kBlock, before(j), self_);
    }
  }
  void scan() {
    if (self_ > 0) {
      receive(self_ - 1, Size::kWhole, self_);
    }
    if (self_ + 1 < members_) {
      send(self_ + 1, Size::kWhole, self_);
    }
  }

 private:
  [[nodiscard]] std::uint32_t after(std::uint64_t distance) const {
    return static_cast<std::uint32_t>((self_ + distance) % members_);
  }
  [[nodiscard]] std::uint32_t before(std::uint64_t distance) const {
    return static_cast<std::uint32_t>((self_ + members_ - distance % members_) % members_);
  }
  /// The member of a rank counted from the root.
  [[nodiscard]] std::uint32_t real(std::uint64_t v) const {
    return static_cast<std::uint32_t>((v + root_) % members_);
  }
  void send(std::uint32_t peer, Size size, std::uint32_t of = 0, std::uint32_t block = 0) {
    steps_.push_back({true, peer, size, of, block});
  }
  void receive(std::uint32_t peer, Size size, std::uint32_t of = 0, std::uint32_t block = 0) {
    steps_.push_back({false, peer, size, of, block});
  }

  std::uint64_t members_;
  std::uint32_t self_;
  std::uint32_t root_;
  std::uint32_t v_;  // the member, counted from the root
  collectives::Tree tree_;
  std::vector<CollectiveStep> steps_;
};

}  // namespace

std::vector<CollectiveStep> steps_of(mpi_library::Function function, std::uint32_t members,
                                     std::uint32_t self, std::uint32_t root) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  Author author(members, self, root);
  switch (function) {
    case kBcast:
      author.bcast();
      break;
    case kReduce:
      author.reduce();
      break;
    case kAllreduce:
      author.allreduce();
      break;
    case kGather:
    case kGatherv:
      author.gather();
      break;
    case kScatter:
    case kScatterv:
      author.scatter();
      break;
    case kAllgather:
    case kAllgatherv:
      author.allgather();
      break;
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw:
      author.alltoall();
      break;
    case kReduce_scatter:
    case kReduce_scatter_block:
      author.reduce();
      author.scatter();
      break;
    case kScan:
    case kExscan:
      author.scan();
      break;
    default:
      author.barrier();
      break;
  }
  return author.take();
}

}  // namespace dps::sequencer
