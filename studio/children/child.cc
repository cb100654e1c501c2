#include "studio/children/child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/printable.h"
#include "base/processes/new_process.h"

namespace dps::studio {

using boost::system::error_code;

Result<std::shared_ptr<Child>> Child::start(boost::asio::io_context& io,
                                            const std::vector<std::string>& words,
                                            const ChildPlace& place) {
  auto down = make_pipe();
  auto up = make_pipe();
  const pid_t self = ::getpid();
  const pid_t pid = down && up ? ::fork() : -1;
  if (pid < 0) {
    return failure(ErrorCode::kSystem, fmt::format("cannot start '{}': {}",
                                                   printable(words.front()), std::strerror(errno)));
  }
  if (pid == 0) {
    ::setpgid(0, 0);  // keys of the terminal send signals only to the studio
    const std::array<PlacedDescriptor, 3> placed{
        {{down->read.get(), STDIN_FILENO},
         {up->write.get(), STDOUT_FILENO},
         {place.shows_errors ? up->write.get() : STDERR_FILENO, STDERR_FILENO}}};
    if ((place.folder < 0 || ::fchdir(place.folder) == 0) && place_descriptors(placed)) {
      execute_command(words, self);
    }
    ::_exit(kCannotExecute);
  }
  return std::make_shared<Child>(io, pid, down->write.release(), up->read.release());
}

Child::Child(boost::asio::io_context& io, pid_t pid, int input, int output)
    : pid_(pid), input_(io, input), output_(io, output), buffer_(1 << 16) {}

Child::~Child() {
  end();
}

void Child::read(OnBytes on_bytes, OnEnd on_end) {
  on_bytes_ = std::move(on_bytes);
  on_end_ = std::move(on_end);
  read_next();
}

void Child::read_next() {
  output_.async_read_some(boost::asio::buffer(buffer_),
                          [self = shared_from_this()](error_code error, std::size_t bytes) {
                            if (self->pid_ == 0) {
                              return;
                            }
                            if (!error) {
                              self->on_bytes_({self->buffer_.data(), bytes});
                              if (self->pid_ != 0) {
                                self->read_next();
                              }
                              return;
                            }
                            const OnEnd on_end = std::move(self->on_end_);
                            self->end();
                            on_end();
                          });
}

void Child::write(std::string bytes) {
  if (pid_ == 0) {
    return;
  }
  waiting_bytes_ += bytes.size();
  waiting_.push_back(std::move(bytes));
  if (waiting_.size() == 1) {
    write_next();
  }
}

void Child::finish_input() {
  input_ends_ = true;
  if (waiting_.empty()) {
    error_code ignored;
    input_.close(ignored);
  }
}

void Child::write_next() {
  boost::asio::async_write(input_, boost::asio::buffer(waiting_.front()),
                           [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                             if (error || self->pid_ == 0) {
                               return;  // the end of the output reports the end
                             }
                             self->waiting_bytes_ -= self->waiting_.front().size();
                             self->waiting_.pop_front();
                             if (!self->waiting_.empty()) {
                               self->write_next();
                             } else if (self->input_ends_) {
                               self->finish_input();
                             }
                           });
}

void Child::interrupt() const {
  if (pid_ != 0) {
    ::kill(pid_, SIGINT);
  }
}

void Child::kill() const {
  if (pid_ != 0) {
    ::kill(pid_, SIGKILL);
  }
}

void Child::end() {
  if (const pid_t pid = std::exchange(pid_, 0); pid != 0) {
    error_code ignored;
    input_.close(ignored);
    output_.close(ignored);
    ::kill(pid, SIGKILL);
    while (::waitpid(pid, &wait_status_, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace dps::studio
