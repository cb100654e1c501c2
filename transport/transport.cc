#include "transport/transport.h"

#include "base/check.h"

namespace dps::transport {

Result<void> Transport::prepare_operations(std::span<const OperationGroup> groups) {
  if (groups.empty()) {
    return {};
  }
  return failure(ErrorCode::kInput, "this transport has no collective operations of its own");
}

Result<void> Transport::begin_operation(std::size_t /*group*/,
                                        const collectives::Collective& /*of*/) {
  DPS_CHECK(false);
  return {};
}

}  // namespace dps::transport
