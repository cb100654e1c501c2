#include "mpi_programs/sequencer/communicators.h"

#include <algorithm>
#include <numeric>

#include "mpi_programs/board/record.h"

namespace dps::sequencer {

Communicators::Communicators(std::uint32_t ranks) : count_(board::kSelf), ranks_(ranks) {
  Members all(ranks);
  std::iota(all.begin(), all.end(), 0);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    const auto rank = static_cast<std::int32_t>(r);
    ranks_[r].known[board::kWorld] = {board::kWorld, all, {}, rank};
    ranks_[r].known[board::kSelf] = {board::kSelf, {rank}, {}, 0};
  }
}

bool Communicators::add(std::int32_t rank, const board::BoardRequest& request,
                        std::vector<std::int32_t> ranks) {
  OfRank& of = ranks_[static_cast<std::size_t>(rank)];
  const auto parent = of.known.find(static_cast<std::uint32_t>(request.peer));
  CommunicatorView made;
  if ((request.flags & board::kMembersOfParent) != 0) {
    if (parent == of.known.end()) {
      return false;
    }
    made = parent->second;
  } else {
    if (request.bytes > ranks.size()) {
      return false;
    }
    const auto middle = ranks.begin() + static_cast<std::ptrdiff_t>(request.bytes);
    made.own.assign(ranks.begin(), middle);
    made.other.assign(middle, ranks.end());
  }
  const auto self = std::find(made.own.begin(), made.own.end(), rank);
  const auto is_unknown = [&](std::int32_t member) {
    return member < 0 || static_cast<std::size_t>(member) >= ranks_.size();
  };
  if (self == made.own.end() || std::any_of(made.own.begin(), made.own.end(), is_unknown) ||
      std::any_of(made.other.begin(), made.other.end(), is_unknown)) {
    return false;
  }
  made.self = static_cast<std::int32_t>(self - made.own.begin());
  Members first = made.own;
  Members second = made.other;
  if (!second.empty() && second < first) {
    std::swap(first, second);
  }
  Key key{parent == of.known.end() ? 0 : parent->second.common, request.tag, std::move(first),
          std::move(second)};
  const std::uint32_t nth = of.made[key]++;
  const auto [number, is_new] = numbers_.try_emplace({std::move(key), nth}, count_ + 1);
  count_ += is_new ? 1 : 0;
  made.common = number->second;
  of.known[request.communicator] = std::move(made);
  return true;
}

const CommunicatorView* Communicators::find(std::int32_t rank, std::uint32_t number) const {
  const OfRank& of = ranks_[static_cast<std::size_t>(rank)];
  const auto found = of.known.find(number);
  return found == of.known.end() ? nullptr : &found->second;
}

}  // namespace dps::sequencer
