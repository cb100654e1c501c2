/// The network of a prediction, for the critical path of its trace.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "blueprint/program.h"
#include "predictor/machines/inspection/link_sharing.h"
#include "profiles/traces/analysis/network_view.h"

namespace dps::predictor {

class NetworkOfTrace final : public traces::NetworkView {
 public:
  /// The arguments are borrowed. `host_of`: the host of each process.
  NetworkOfTrace(const blueprint::Program& program, const machines::Machine& machine,
                 std::span<const std::uint32_t> host_of)
      : program_(program), sharing_(machine, host_of, program.process_count()) {}

  /// The time in picoseconds; without a limit if the message does not arrive alone.
  traces::Ticks alone(const traces::SentMessage& message) override;
  std::optional<std::uint32_t> shared_link(const traces::SentMessage& one,
                                           const traces::SentMessage& other) override;
  [[nodiscard]] std::string link_name(std::uint32_t link) const override {
    return sharing_.link_name(link);
  }

 private:
  [[nodiscard]] machines::Letter letter_of(const traces::SentMessage& message) const;

  const blueprint::Program& program_;
  machines::LinkSharing sharing_;
};

}  // namespace dps::predictor
