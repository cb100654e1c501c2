#include "coordinator/launch/trunk_line.h"

#include <unistd.h>

namespace dps::coordinator {

Result<void> TrunkLine::open() {
  auto down = make_pipe();
  auto frames = make_pipe();
  auto text = make_pipe();
  for (const auto* pipe : {&down, &frames, &text}) {
    if (!*pipe) {
      return tl::unexpected(pipe->error());
    }
  }
  input = std::move(down->read);
  theirs.input = std::move(down->write);
  output = std::move(frames->write);
  theirs.output = std::move(frames->read);
  errors = std::move(text->write);
  theirs.errors = std::move(text->read);
  for (const Descriptor* ours : {&input, &output, &errors}) {
    control::set_nonblocking(ours->get());
  }
  return {};
}

void TrunkLine::write_up() {
  auto outcome = control::Transfer::kSome;
  while (output.is_open() && !up.empty() && outcome == control::Transfer::kSome) {
    outcome = up.write_once(output.get());
  }
  if (outcome == control::Transfer::kEnd) {  // the session has closed its end
    output.close();
  }
  if (!output.is_open()) {
    up.clear();
  } else if (ended && up.empty()) {
    errors.close();
    output.close();
  }
}

void TrunkLine::write_error(std::string_view text) {
  if (errors.is_open()) {
    [[maybe_unused]] const ssize_t all = write(errors.get(), text.data(), text.size());
  }
}

void TrunkLine::end_up() {
  ended = true;
  write_up();
}

void TrunkLine::close() {
  input.close();
  output.close();
  errors.close();
  up.clear();
}

}  // namespace dps::coordinator
