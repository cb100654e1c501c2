/// A launcher whose agents are scripts of the test. Each script has a thread of its own, at the
/// other end of real pipes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "transport/control/frame_stream.h"

namespace dps::coordinator {

/// The agent's ends of the pipes, which a script reads and writes. They are closed when it returns.
class FakeAgent {
 public:
  FakeAgent(Descriptor input, Descriptor output, Descriptor errors);

  void write(std::string_view text);        ///< on standard output, without a frame
  void write_error(std::string_view text);  ///< on standard error
  void say(const control::Frame& frame, std::uint32_t process = control::kAgentItself,
           std::uint32_t run = 0);
  /// Writes the marker and a HELLO that is accepted.
  void greet();
  /// Waits for the next frame; returns nothing at the end of the input.
  std::optional<control::ReceivedFrame> hear();
  /// Waits until the input ends.
  void hear_to_the_end();

 private:
  Descriptor input_, output_, errors_;
  control::FrameReader reader_{{.down = true, .marker = false, .trusted = true}};
};

using AgentScript = std::function<void(FakeAgent&)>;

class FakeLauncher : public Launcher {
 public:
  explicit FakeLauncher(AgentScript script) : script_(std::move(script)) {}
  ~FakeLauncher() override;

  [[nodiscard]] std::string name() const override { return "fake"; }
  [[nodiscard]] bool shares_clock() const override { return true; }
  Result<LaunchedAgent> start(const Host& host) override;

 private:
  AgentScript script_;
  std::vector<std::thread> threads_;
};

/// A HELLO with the version of this build.
control::HelloFrame own_hello();

}  // namespace dps::coordinator
