#include "simulator/process/computation.h"

#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "base/printable.h"
#include "simulator/process/spinning.h"
#include "userfuncs/exec_program.h"

namespace dps::simulator {
namespace {

using blueprint::Computation;
using blueprint::ComputationKind;

/// Returns the components of all functionalities of all units of the process.
std::set<std::uint32_t> reachable(const blueprint::Program& slice, ProcessId self) {
  std::set<std::uint32_t> found;
  for (const std::uint32_t unit : slice.units_of(slice.plan(self))) {
    for (const std::uint32_t f : slice.functionalities_of(slice.units[unit])) {
      const auto computations = slice.computations_of(slice.functionalities[f]);
      found.insert(computations.begin(), computations.end());
      for (const std::uint32_t output : slice.outputs_of(slice.functionalities[f])) {
        if (slice.outputs[output].combination != blueprint::kNone) {
          found.insert(slice.outputs[output].combination);
        }
      }
    }
  }
  return found;
}

userfuncs::Caller caller_of(const blueprint::Program& slice, ProcessId self) {
  return {slice.process_name(self), slice.index_in_group(self), slice.group_of(self).count};
}

std::string search_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
}

Result<void> finished(bool whole) {
  if (!whole) {
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  return {};
}

}  // namespace

/// An execution of a component, with a call operator for each kind.
struct Computations::Runner {
  Computations& all;
  const userfuncs::FiringMessage& message;

  Result<void> operator()(std::monostate /*unreachable*/) const {
    DPS_CHECK(false && "a component of this process");
    return {};
  }
  Result<void> operator()(const Sleep& sleep) const {
    return finished(all.sleeper_.sleep_until(std::chrono::steady_clock::now() + sleep.time));
  }
  Result<void> operator()(const Busywait& wait) const {
    return finished(spin_until(std::chrono::steady_clock::now() + wait.time, all.setting_.stop));
  }
  Result<void> operator()(const Compute& compute) const {
    return finished(use_cpu(compute.cpu_time, all.setting_.stop));
  }
  Result<void> operator()(const Work& work) const {
    return finished(multiply(work.multiplications, all.setting_.stop));
  }
  Result<void> operator()(const userfuncs::UserCall& call) const { return call.run(message); }
  Result<void> operator()(const Exec& exec) const { return exec.run(all.setting_.stop); }
};

Result<std::unique_ptr<Computations>> Computations::prepare(const blueprint::Program& slice,
                                                            ProcessId self,
                                                            const userfuncs::Functions& functions,
                                                            Sleeper& sleeper,
                                                            const ComputationSetting& setting) {
  std::unique_ptr<Computations> prepared(new Computations(slice, self, sleeper, setting));
  std::vector<std::string> missing;
  for (const std::uint32_t position : reachable(slice, self)) {
    const Computation& line = slice.computations[position];
    auto component = prepared->prepare_one(line, functions);
    if (component) {
      prepared->components_[position] = *std::move(component);
    } else {
      missing.push_back(fmt::format("computation '{}': {}", printable(slice.tag(line.definition)),
                                    component.error().message));
    }
  }
  if (!missing.empty()) {
    return failure(ErrorCode::kInput, fmt::format("{}", fmt::join(missing, "; ")));
  }
  return prepared;
}

Computations::Computations(const blueprint::Program& slice, ProcessId self, Sleeper& sleeper,
                           const ComputationSetting& setting)
    : slice_(slice),
      sleeper_(sleeper),
      setting_(setting),
      caller_(caller_of(slice, self)),
      components_(slice.computations.size()) {}

Computations::Component Computations::timed(ComputationKind kind, double amount) const {
  switch (kind) {
    case ComputationKind::kSleep:
      return Sleep{nearest_nanosecond(amount)};
    case ComputationKind::kBusywait:
      return Busywait{nearest_nanosecond(amount)};
    case ComputationKind::kCompute:
      return Compute{nearest_nanosecond(amount * 1000 / static_cast<double>(setting_.speed))};
    case ComputationKind::kOps:
      return Compute{nearest_nanosecond(amount)};
    default:
      return Work{amount};
  }
}

Result<Computations::Component> Computations::prepare_one(
    const Computation& line, const userfuncs::Functions& functions) const {
  const auto words = slice_.words_of(line);
  switch (line.kind) {
    case ComputationKind::kSleep:
    case ComputationKind::kBusywait:
    case ComputationKind::kCompute:
    case ComputationKind::kWork:
    case ComputationKind::kOps:
      return timed(line.kind, line.amount);
    case ComputationKind::kCall: {
      const dps_function* function = functions.find(words.front());
      if (function == nullptr) {
        return tl::unexpected(functions.unknown(words.front()));
      }
      return userfuncs::UserCall(*function, words.subspan(1), caller_);
    }
    case ComputationKind::kExec: {
      auto path = userfuncs::find_program(words.front(), setting_.folder, search_path());
      if (!path) {
        return tl::unexpected(path.error());
      }
      return Exec(*std::move(path), words, setting_.folder);
    }
  }
  DPS_CHECK(false && "a kind of computation");
  return Component{};
}

Result<void> Computations::run(std::uint32_t computation, std::uint64_t draw, double part,
                               const userfuncs::FiringMessage& message) {
  const Computation& line = slice_.computations[computation];
  if (line.amount_variate.count > 0 || part != 1) {
    return std::visit(Runner{*this, message},
                      timed(line.kind, slice_.amount_of(line, draw) * part));
  }
  return std::visit(Runner{*this, message}, components_[computation]);
}

bool Computations::is_foreign(std::uint32_t computation) const {
  const Component& component = components_[computation];
  return std::holds_alternative<userfuncs::UserCall>(component) ||
         std::holds_alternative<Exec>(component);
}

bool Computations::wants_message(std::uint32_t computation) const {
  const auto* call = std::get_if<userfuncs::UserCall>(&components_[computation]);
  return call != nullptr && call->wants_message();
}

}  // namespace dps::simulator
