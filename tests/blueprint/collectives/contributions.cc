#include "contributions.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "blueprint/collectives/schedule.h"

namespace dps::collectives {
namespace {

using Rank = std::uint32_t;

/// The members of one operation and the messages between them.
class Members {
 public:
  explicit Members(const Collective& of) : of_(of), n_(of.members) {
    count_blocks();
    for (Rank r = 0; r < n_; ++r) {
      members_.push_back({Schedule(of, r), initial(r)});
    }
  }

  Performance perform(std::uint64_t order) {
    std::mt19937_64 random(order);
    std::vector<Rank> turns(n_);
    for (Rank r = 0; r < n_; ++r) {
      turns[r] = r;
    }
    for (bool moved = true; moved && result_.problem.empty();) {
      moved = false;
      std::ranges::shuffle(turns, random);
      for (const Rank r : turns) {
        moved |= advance(r);
      }
    }
    for (Rank r = 0; r < n_; ++r) {
      if (members_[r].round < members_[r].schedule.rounds()) {
        fail(fmt::format("rank {} waits in round {}", r, members_[r].round));
      }
      result_.data.push_back(members_[r].data);
    }
    for (const auto& [pair, queue] : under_way_) {
      if (!queue.empty()) {
        fail(fmt::format("{} -> {}: a message is left", pair.first, pair.second));
      }
    }
    return result_;
  }

 private:
  struct Member {
    Schedule schedule;
    Data data;
    std::uint64_t round = 0;
    bool has_sent = false;  // has sent in this round
  };
  struct Sent {
    std::uint64_t bytes;
    Data data;
  };

  /// The power of two of a fold, or the members: the blocks that a vector has.
  void count_blocks() {
    power_ = std::bit_floor(n_);
    out_ = n_ - power_;
    blocks_ = 1;
    if (of_.algorithm == Algorithm::kScatterAllgather || of_.algorithm == Algorithm::kRing ||
        of_.operation == Operation::kReduceScatter) {
      blocks_ = n_;
    } else if (of_.algorithm == Algorithm::kRabenseifner) {
      blocks_ = power_;
    }
  }

  [[nodiscard]] Rank virtual_rank(Rank r) const { return (r + n_ - of_.root) % n_; }

  [[nodiscard]] Data initial(Rank r) const {
    const Contributors own = Contributors{1} << r;
    Data data;
    switch (of_.operation) {
      case Operation::kBcast:
        for (Rank block = 0; r == of_.root && block < blocks_; ++block) {
          data[block] = own;
        }
        break;
      case Operation::kScatter:
        for (Rank block = 0; r == of_.root && block < n_; ++block) {
          data[block] = own;
        }
        break;
      case Operation::kGather:
      case Operation::kAllgather:
        data[r] = own;
        break;
      case Operation::kAlltoall:
        for (Rank to = 0; to < n_; ++to) {
          data[r * n_ + to] = own;
        }
        break;
      default:
        for (Rank block = 0; block < blocks_; ++block) {
          data[block] = own;
        }
    }
    return data;
  }

  /// The bytes of a block, as docs/collectives.md divides data.
  [[nodiscard]] std::uint64_t size(Rank block) const {
    const bool is_divided =
        of_.operation == Operation::kBcast || of_.operation == Operation::kAllreduce;
    return is_divided ? of_.bytes / blocks_ + (block < of_.bytes % blocks_ ? 1 : 0) : of_.bytes;
  }

  bool advance(Rank r) {
    Member& member = members_[r];
    if (member.round == member.schedule.rounds()) {
      return false;
    }
    const Round round = member.schedule.round(member.round);
    bool moved = false;
    if (round.sends() && !member.has_sent) {
      send(r, round);
      moved = true;
    }
    member.has_sent = true;
    if (round.takes()) {
      auto& queue = under_way_[{round.from, r}];
      if (queue.empty()) {
        return moved;
      }
      take(r, round, queue.front());
      queue.pop_front();
    }
    ++member.round;
    member.has_sent = false;
    return true;
  }

  /// Returns true if no member ever receives a block that it already has.
  [[nodiscard]] bool only_moves() const {
    return !combines(of_.operation) && of_.algorithm != Algorithm::kScatterAllgather;
  }

  void send(Rank r, const Round& round) {
    Sent sent{round.sent, content(r, round.to)};
    std::uint64_t bytes = 0;
    for (const auto& item : sent.data) {
      bytes += of_.operation == Operation::kBarrier ? 0 : size(item.first);
    }
    if (bytes != round.sent) {
      fail(fmt::format("{} -> {}: {} bytes instead of {}", r, round.to, round.sent, bytes));
    }
    ++result_.messages;
    result_.bytes += static_cast<double>(round.sent);
    under_way_[{r, round.to}].push_back(std::move(sent));
  }

  void take(Rank r, const Round& round, const Sent& sent) {
    std::uint64_t combined = 0;
    if (sent.bytes != round.taken) {
      fail(fmt::format("{} -> {}: takes {} bytes of {}", round.from, r, round.taken, sent.bytes));
    }
    for (const auto& item : sent.data) {
      Contributors& own = members_[r].data[item.first];
      if (round.combines || of_.operation == Operation::kBarrier) {
        const bool overlaps = (own & item.second) != 0;
        if (overlaps && of_.operation != Operation::kBarrier) {
          fail(fmt::format("{} -> {}: combines twice", round.from, r));
        }
        own |= item.second;
        combined += size(item.first);
      } else {
        if (own != 0 && only_moves()) {
          fail(fmt::format("{} -> {}: has block {} already", round.from, r, item.first));
        }
        own = item.second;
      }
    }
    if (round.combines && combined != round.combined) {
      fail(fmt::format("{} combines {} bytes instead of {}", r, round.combined, combined));
    }
  }

  /// The blocks `from` first … first + count - 1, modulo the number of blocks.
  [[nodiscard]] Data blocks(Rank r, Rank first, Rank count, Rank of) const {
    Data data;
    for (Rank i = 0; i < count; ++i) {
      const auto found = members_[r].data.find((first + i) % of);
      if (found != members_[r].data.end()) {
        data.insert(*found);
      }
    }
    return data;
  }

  /// The data that the member sends to `to` in its round.
  Data content(Rank r, Rank to) {
    const Member& member = members_[r];
    switch (of_.operation) {
      case Operation::kScatter:
        return subtree(r, to);
      case Operation::kAllgather:
        return gathered(r, to);
      case Operation::kAlltoall:
        return for_others(r, to);
      case Operation::kReduceScatter:
        return scattered(r, to);
      case Operation::kBcast:
        return of_.algorithm == Algorithm::kScatterAllgather ? scatter_allgather(r, to)
                                                             : member.data;
      case Operation::kAllreduce:
        return of_.algorithm == Algorithm::kRing || of_.algorithm == Algorithm::kRabenseifner
                   ? divided(r, to)
                   : member.data;
      default:
        return member.data;
    }
  }

  /// scatter: the blocks of the subtree of `to`, in virtual ranks. Real blocks are those of the
  /// members.
  [[nodiscard]] Data subtree(Rank r, Rank to) const {
    const Rank v = virtual_rank(to);
    const Rank count = of_.algorithm == Algorithm::kLinear ? 1 : std::min(v & (0 - v), n_ - v);
    return blocks(r, to, count, n_);
  }

  [[nodiscard]] Data gathered(Rank r, Rank to) const {
    const Rank number = static_cast<Rank>(members_[r].round);
    switch (of_.algorithm) {
      case Algorithm::kLinear:
        return blocks(r, r, 1, n_);
      case Algorithm::kRecursiveDoubling:
        if (std::has_single_bit(n_)) {
          return members_[r].data;
        }
        break;
      case Algorithm::kNeighbor:
        if (n_ % 2 == 0) {
          return pair_of(r, number);
        }
        [[fallthrough]];
      case Algorithm::kRing:
        return blocks(r, r + n_ - number, 1, n_);
      default:
        break;
    }
    const Rank distance = (r + n_ - to) % n_;  // bruck: the first of its own blocks
    return blocks(r, r, std::min(distance, n_ - distance), n_);
  }

  /// neighbor: at first its own block, then its own pair of blocks, then the pair that it received
  /// from its partner in the round before.
  [[nodiscard]] Data pair_of(Rank r, Rank number) const {
    if (number == 0) {
      return blocks(r, r, 1, n_);
    }
    Rank holder = r;
    for (Rank round = number - 1; round > 0; --round) {
      holder = (holder % 2 == round % 2 ? holder + 1 : holder + n_ - 1) % n_;
    }
    return blocks(r, holder / 2 * 2, 2, n_);
  }

  /// alltoall: bruck sends blocks by the bits of their distance, other algorithms the block for
  /// `to`.
  Data for_others(Rank r, Rank to) {
    if (of_.algorithm != Algorithm::kBruck) {
      return blocks(r, r * n_ + to, 1, n_ * n_);
    }
    Data data;
    const Rank bit = (to + n_ - r) % n_;
    for (auto item = members_[r].data.begin(); item != members_[r].data.end();) {
      const Rank from = item->first / n_;
      const Rank target = item->first % n_;
      const bool moves = (((target + n_ - from) % n_) & bit) != 0;
      if (moves) {
        data.insert(*item);
        item = members_[r].data.erase(item);
      } else {
        ++item;
      }
    }
    return data;
  }

  [[nodiscard]] Data scattered(Rank r, Rank to) const {
    const Rank number = static_cast<Rank>(members_[r].round);
    switch (of_.algorithm) {
      case Algorithm::kRing:
        return blocks(r, r + 2 * n_ - number - 1, 1, n_);  // numbered so that the last is its own
      case Algorithm::kPairwise:
        return blocks(r, to, 1, n_);
      case Algorithm::kRecursiveHalving:
        return folded_blocks(r, to);
      default: {
        const Rank l = r & (0 - r);
        const bool goes_up = of_.algorithm == Algorithm::kLinear ? r > 0 : r > 0 && to == r - l;
        return goes_up ? members_[r].data : subtree(r, to);
      }
    }
  }

  [[nodiscard]] Rank folded(Rank r) const { return r < 2 * out_ ? r / 2 : r - out_; }
  [[nodiscard]] bool is_pair(Rank r, Rank to) const {
    return r < 2 * out_ && to < 2 * out_ && r / 2 == to / 2;
  }

  /// The blocks of new rank w: those of a pair for w < R.
  [[nodiscard]] Data of_new_ranks(Rank r, Rank first, Rank count) const {
    if (of_.operation != Operation::kReduceScatter) {
      return blocks(r, first, count, blocks_);
    }
    Data data;
    for (Rank w = first; w < first + count; ++w) {
      data.merge(w < out_ ? blocks(r, 2 * w, 2, n_) : blocks(r, w + out_, 1, n_));
    }
    return data;
  }

  /// reduce_scatter by halves.
  [[nodiscard]] Data folded_blocks(Rank r, Rank to) const {
    if (is_pair(r, to)) {
      return r % 2 == 0 ? members_[r].data : blocks(r, to, 1, n_);
    }
    const Rank bit = folded(r) ^ folded(to);
    return of_new_ranks(r, folded(to) & ~(bit - 1), bit);
  }

  [[nodiscard]] Data scatter_allgather(Rank r, Rank to) const {
    const Member& member = members_[r];
    const std::uint64_t before_ring = member.schedule.rounds() - (n_ - 1);
    const Rank v = virtual_rank(r);
    if (member.round >= before_ring) {
      const Rank s = static_cast<Rank>(member.round - before_ring);
      return blocks(r, v + n_ - s, 1, n_);
    }
    const Rank child = virtual_rank(to);
    return blocks(r, child, std::min(child & (0 - child), n_ - child), n_);
  }

  [[nodiscard]] Data divided(Rank r, Rank to) const {
    const Rank number = static_cast<Rank>(members_[r].round);
    if (of_.algorithm == Algorithm::kRing) {
      return number < n_ - 1 ? blocks(r, r + n_ - number, 1, n_)
                             : blocks(r, r + 1 + n_ - (number - (n_ - 1)), 1, n_);
    }
    if (is_pair(r, to)) {
      return members_[r].data;
    }
    const Rank steps = static_cast<Rank>(std::countr_zero(power_));
    const Rank step = number - (r < 2 * out_ ? 1 : 0);
    const Rank w = folded(r);
    const Rank bit = w ^ folded(to);
    return step < steps ? of_new_ranks(r, folded(to) & ~(bit - 1), bit)
                        : of_new_ranks(r, w & ~(bit - 1), bit);
  }

  void fail(const std::string& text) {
    if (result_.problem.empty()) {
      result_.problem = text;
    }
  }

  Collective of_;
  Rank n_;
  Rank blocks_ = 1;
  Rank power_ = 1;
  Rank out_ = 0;
  std::vector<Member> members_;
  std::map<std::pair<Rank, Rank>, std::deque<Sent>> under_way_;
  Performance result_;
};

Contributors first_members(Rank count) {
  return count == 64 ? ~Contributors{0} : (Contributors{1} << count) - 1;
}

/// The contributions that the block of the member must contain at the end; nullopt if MPI promises
/// nothing.
std::optional<Contributors> promised(const Collective& of, Rank r, Rank block, Rank blocks) {
  const Contributors all = first_members(of.members);
  switch (of.operation) {
    case Operation::kBcast:
      return Contributors{1} << of.root;
    case Operation::kScatter:
      return block == r ? std::optional(Contributors{1} << of.root) : std::nullopt;
    case Operation::kReduce:
      return r == of.root ? std::optional(all) : std::nullopt;
    case Operation::kScan:
      return first_members(r + 1);
    case Operation::kGather:
      return r == of.root ? std::optional(Contributors{1} << block) : std::nullopt;
    case Operation::kAllgather:
      return Contributors{1} << block;
    case Operation::kAlltoall:
      return block % of.members == r ? std::optional(Contributors{1} << (block / of.members))
                                     : std::nullopt;
    case Operation::kReduceScatter:
      return block == r || blocks == 1 ? std::optional(all) : std::nullopt;
    default:
      return all;
  }
}

}  // namespace

Performance perform(const Collective& collective, std::uint64_t order) {
  return Members(collective).perform(order);
}

std::string broken_promise(const Collective& collective, const Performance& done) {
  const Rank n = collective.members;
  Rank blocks = 1;
  if (collective.operation == Operation::kAlltoall) {
    blocks = n * n;
  } else if (collective.operation == Operation::kReduceScatter ||
             collective.operation == Operation::kScatter ||
             collective.operation == Operation::kGather ||
             collective.operation == Operation::kAllgather ||
             collective.algorithm == Algorithm::kRing ||
             collective.algorithm == Algorithm::kScatterAllgather) {
    blocks = n;
  } else if (collective.algorithm == Algorithm::kRabenseifner) {
    blocks = std::bit_floor(n);
  }
  for (Rank r = 0; r < n; ++r) {
    for (Rank block = 0; block < blocks; ++block) {
      const auto wanted = promised(collective, r, block, blocks);
      const auto found = done.data[r].find(block);
      if (wanted && (found == done.data[r].end() || found->second != *wanted)) {
        return fmt::format("rank {} lacks block {}", r, block);
      }
    }
  }
  return {};
}

}  // namespace dps::collectives
