#include "coordinator/launch/trunk_line.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "control/frame_stream.h"

namespace dps::coordinator {

void Backlog::clear() {
  control::wipe(bytes_);
  bytes_.clear();
  written_ = 0;
}

bool Backlog::write_to(int fd) {
  const ssize_t count = write(fd, bytes_.data() + written_, size());
  if (count < 0) {
    return errno == EAGAIN || errno == EINTR;
  }
  written_ += static_cast<std::size_t>(count);
  if (size() == 0) {
    clear();
  }
  return true;
}

Reading read_once(int fd, std::span<std::byte> piece, std::span<std::byte>& got) {
  const ssize_t count = read(fd, piece.data(), piece.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
    return Reading::kNothingNow;
  }
  got = piece.first(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return count > 0 ? Reading::kSome : Reading::kEnd;
}

void do_not_block(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

Result<void> TrunkLine::open() {
  auto down = make_pipe();
  auto frames = make_pipe();
  auto words = make_pipe();
  for (const auto* pipe : {&down, &frames, &words}) {
    if (!*pipe) {
      return tl::unexpected(pipe->error());
    }
  }
  input = std::move(down->read);
  theirs.input = std::move(down->write);
  output = std::move(frames->write);
  theirs.output = std::move(frames->read);
  errors = std::move(words->write);
  theirs.errors = std::move(words->read);
  for (const Descriptor* ours : {&input, &output, &errors}) {
    do_not_block(ours->get());
  }
  return {};
}

void TrunkLine::write_up() {
  if (output.is_open() && up.size() > 0 && !up.write_to(output.get())) {
    output.close();  // the session has done with this agent
  }
  if (!output.is_open()) {
    up.clear();
  } else if (ended && up.size() == 0) {
    errors.close();
    output.close();
  }
}

void TrunkLine::tell(std::string_view words) {
  if (errors.is_open()) {
    [[maybe_unused]] const ssize_t all = write(errors.get(), words.data(), words.size());
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
