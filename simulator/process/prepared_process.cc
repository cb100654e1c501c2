#include "simulator/process/prepared_process.h"

#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <sys/single_threaded.h>

#include "base/check.h"
#include "base/printable.h"
#include "blueprint/collectives/schedule.h"

namespace dps::simulator {
namespace {

std::vector<PreparedOutput> prepare_outputs(const blueprint::Program& slice) {
  std::vector<PreparedOutput> prepared;
  prepared.reserve(slice.outputs.size());
  for (const blueprint::Output& output : slice.outputs) {
    PreparedOutput one;
    one.outgoing = {output.mid, output.bytes, output.packed, output.xdr, output.route};
    one.is_timer = output.delay.has_value();
    one.delay = nearest_nanosecond(output.delay.value_or(0));
    one.varies = output.varies();
    prepared.push_back(one);
  }
  return prepared;
}

/// The messages of all sizes that the process sends inside a collective operation.
void add_inside(const blueprint::Program& slice, ProcessId self, const blueprint::Output& output,
                transport::OutgoingMessage message,
                std::vector<transport::OutgoingMessage>& messages) {
  const auto rank = slice.rank_of(output, self);
  DPS_CHECK(rank.has_value());
  for (const std::uint64_t bytes :
       collectives::Schedule(slice.collective_of(output), *rank).sizes()) {
    message.bytes = bytes;
    messages.push_back(message);
  }
}

/// All messages that the process may send.
std::vector<transport::OutgoingMessage> letters_of(const blueprint::Program& slice, ProcessId self,
                                                   const std::vector<PreparedOutput>& outputs) {
  std::vector<transport::OutgoingMessage> messages;
  for (const std::uint32_t unit : slice.units_of(slice.plan(self))) {
    for (const std::uint32_t f : slice.functionalities_of(slice.units[unit])) {
      for (const std::uint32_t output : slice.outputs_of(slice.functionalities[f])) {
        if (!outputs[output].is_timer) {
          if (slice.outputs[output].is_collective()) {
            add_inside(slice, self, slice.outputs[output], outputs[output].outgoing, messages);
            continue;
          }
          messages.push_back(outputs[output].outgoing);
          for (const blueprint::Share& share : slice.shares_of(slice.outputs[output])) {
            messages.push_back(outputs[output].outgoing);
            messages.back().bytes = share.bytes;
          }
        }
      }
    }
  }
  return messages;
}

/// The operations that the library of the transport performs.
struct NativeGroups {
  std::vector<transport::OperationGroup> groups;
  std::vector<std::uint32_t> group_of;  // by output; kNone: the transport does not perform it
};

std::vector<ProcessId> members_of(const blueprint::Program& slice,
                                  const blueprint::Output& output) {
  std::vector<ProcessId> members;
  members.reserve(slice.collective_of(output).members);
  for (std::uint32_t rank = 0; rank < slice.collective_of(output).members; ++rank) {
    members.push_back(slice.member(output, rank));
  }
  return members;
}

NativeGroups native_groups(const blueprint::Program& slice, ProcessId self) {
  using blueprint::kNone;
  NativeGroups found;
  found.group_of.assign(slice.outputs.size(), kNone);
  std::map<std::pair<MessageId, std::vector<ProcessId>>, std::vector<std::uint32_t>> outputs_of;
  for (std::uint32_t i = 0; i < slice.outputs.size(); ++i) {
    const blueprint::Output& output = slice.outputs[i];
    if (output.is_collective() && slice.collective_of(output).native &&
        slice.rank_of(output, self)) {
      outputs_of[{output.mid, members_of(slice, output)}].push_back(i);
    }
  }
  for (const auto& [group, outputs] : outputs_of) {
    transport::OperationGroup one{group.first, group.second, {}};
    for (const std::uint32_t i : outputs) {
      const collectives::Collective& of = slice.collective_of(slice.outputs[i]);
      one.largest = of.bytes >= one.largest.bytes ? of : one.largest;
      found.group_of[i] = static_cast<std::uint32_t>(found.groups.size());
    }
    found.groups.push_back(std::move(one));
  }
  return found;
}

/// Returns the present number of threads. Later, only user functions may start threads; the clock
/// is notified when they have run.
profiles::Threads threads_now() {
  return __libc_single_threaded != 0 ? profiles::Threads::kOne : profiles::Threads::kMany;
}

}  // namespace

Result<PreparedProcess> PreparedProcess::prepare(const ProcessParts& parts,
                                                 const SimulationOptions& options) {
  DPS_CHECK(parts.page.level() == options.level);
  auto sleeper = Sleeper::create(options.stop);
  if (!sleeper) {
    return tl::unexpected(sleeper.error());
  }
  auto computations = Computations::prepare(parts.slice, parts.self, parts.functions, **sleeper,
                                            {options.folder, options.speed, options.stop});
  if (!computations) {
    return tl::unexpected(computations.error());
  }
  std::vector<PreparedOutput> outputs = prepare_outputs(parts.slice);
  const auto messages = letters_of(parts.slice, parts.self, outputs);
  if (auto buffers = parts.transport.prepare(messages, options.largest_arrival); !buffers) {
    return tl::unexpected(buffers.error());
  }
  NativeGroups native = native_groups(parts.slice, parts.self);
  if (auto known = parts.transport.prepare_operations(native.groups); !known) {
    return tl::unexpected(known.error());
  }
  const auto record = parts.page.read();
  if (!record) {
    return tl::unexpected(record.error());
  }
  return PreparedProcess{parts.slice,
                         parts.self,
                         parts.transport,
                         parts.page,
                         options,
                         *std::move(sleeper),
                         *std::move(computations),
                         std::move(outputs),
                         std::move(native.group_of),
                         FlowCounts(parts.page, record->flows),
                         profiles::ProcessClock(threads_now())};
}

PreparedOutput PreparedProcess::output_of(const engine::Step& step) const {
  PreparedOutput output = outputs[step.output];
  if (output.varies) {
    const blueprint::Output& line = program.outputs[step.output];
    output.outgoing.bytes = program.bytes_of(line, step.draw);
    if (const auto delay = program.delay_of(line, step.draw)) {
      output.delay = nearest_nanosecond(*delay);
    }
  }
  return output;
}

tl::unexpected<Error> PreparedProcess::component_failure(const engine::Step& step,
                                                         std::uint32_t definition,
                                                         const Error& cause) const {
  const bool computes = program.definitions[definition].section == blueprint::Section::kComputation;
  return with_context(
      cause,
      fmt::format(
          "functionality '{}', {} '{}'",
          step.in_functionality()
              ? printable(program.tag(program.functionalities[step.functionality].definition))
              : "(none)",
          computes ? "computation" : "output", printable(program.tag(definition))));
}

tl::unexpected<Error> PreparedProcess::send_failure(const engine::Step& step,
                                                    const Error& cause) const {
  const blueprint::Output& output = program.outputs[step.output];
  const Error named{cause.code,
                    fmt::format("cannot send '{}' to '{}': {}", printable(program.mtag(output.mid)),
                                printable(program.process_name(step.receiver)), cause.message)};
  return component_failure(step, output.definition, named);
}

}  // namespace dps::simulator
