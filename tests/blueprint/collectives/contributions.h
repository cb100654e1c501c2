/// Performs a schedule with sets of contributions instead of bytes. The data of a message are those
/// in docs/collectives.md, since the schedule contains only sizes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "blueprint/collectives/operation.h"

namespace dps::collectives {

/// The members whose contributions a block of data contains, a bit each.
using Contributors = std::uint64_t;

/// The blocks that a member has, by their number: data of a member, or a part of a vector.
/// alltoall: the data from member i to member j are block i * n + j.
using Data = std::map<std::uint32_t, Contributors>;

/// The data of every member at the end; `problem` is empty if all messages have arrived, their
/// sizes fit their data, and no contribution was combined twice.
struct Performance {
  std::vector<Data> data;
  std::string problem;
  std::uint64_t messages = 0;
  double bytes = 0;
};

/// Performs the operation. The members take their turns in an order that `order` decides.
[[nodiscard]] Performance perform(const Collective& collective, std::uint64_t order);

/// Checks the guarantees of MPI: returns an error text if a member lacks data, or has wrong data.
[[nodiscard]] std::string broken_promise(const Collective& collective, const Performance& done);

}  // namespace dps::collectives
