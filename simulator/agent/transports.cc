#include "simulator/agent/transports.h"

#include <algorithm>

#include "transport/tcp/tcp_transport.h"

namespace dps::simulator {

transport::TransportOptions transport_options(const control::PlanFrame& plan, ProcessId self,
                                              const blueprint::Program& program) {
  return {.self = self,
          .wait = plan.spin ? transport::Wait::kSpin : transport::Wait::kBlock,
          .max_message = plan.max_message,
          .message_types = static_cast<std::uint32_t>(program.message_types.size()),
          .notes_arrivals = plan.traces,
          .has_requests = program.has_requests,
          .processes = program.process_count(),
          .name = [&program](ProcessId process) { return program.process_name(process); }};
}

Result<std::unique_ptr<transport::Transport>> make_transport(const control::PlanFrame& plan,
                                                             ProcessId self,
                                                             const blueprint::Program& program,
                                                             const transport::StopSignal& stop) {
  if (plan.transport != "tcp") {
    return failure(ErrorCode::kInput, "this simulator has no transport '" + plan.transport + "'");
  }
  transport::TcpOptions options{transport_options(plan, self, program)};
  if (plan.secret.size() != options.secret.size() || plan.run_id.size() != options.run_id.size()) {
    return failure(ErrorCode::kProtocol, "the plan contains no secret for the data ports");
  }
  std::ranges::copy(plan.secret, options.secret.begin());
  std::ranges::copy(plan.run_id, options.run_id.begin());
  options.address = plan.address;
  auto made = std::make_unique<transport::TcpTransport>(options, stop);
  transport::wipe(options.secret);
  return made;
}

std::vector<bool> direct_receivers(const blueprint::Program& slice, ProcessId self) {
  std::vector<bool> direct(slice.process_count(), false);
  for (const blueprint::Output& output : slice.outputs) {
    if (output.route != MessageRoute::kDirect) {
      continue;
    }
    for (const blueprint::Receivers& some : slice.receivers_of(output)) {
      if (some.depends_on_message()) {
        direct.assign(direct.size(), true);
      }
      for (std::uint32_t i = 0; i < some.count; ++i) {
        direct[index(some.first) + i * some.step] = true;
      }
    }
  }
  direct[index(self)] = false;
  return direct;
}

}  // namespace dps::simulator
