#include "commands/cli/brief_play.h"

#include <chrono>

#include "blueprint/engine/certain_deadlock.h"

namespace dps::commands {
namespace {

constexpr std::chrono::milliseconds kPlayTime{500};  // Source: docs/dps.1, "check" and "run"

}  // namespace

engine::PlayResult play_briefly(const blueprint::Program& program) {
  const auto end = std::chrono::steady_clock::now() + kPlayTime;
  engine::PlayLimits limits;
  limits.expired = [end] { return std::chrono::steady_clock::now() > end; };
  return engine::play_and_judge(program, limits);
}

}  // namespace dps::commands
