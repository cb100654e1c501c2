// The main program of the tests. A program is one test of ctest, so this reports what ctest cannot
// detect: the name of a TEST that does not end and, by the exit status, that some were skipped.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE

/// The message about the current TEST, ready to be written by the signal handler.
char late[512];

void report_late_test(int /*signal*/) {
  (void)!::write(STDERR_FILENO, late, std::strlen(late));
  ::_exit(1);
}

/// Ends the program if a TEST takes more than DPS_TEST_TIMEOUT seconds. A timer of the process, not
/// a thread: tests fork, and count threads.
class Deadline : public testing::EmptyTestEventListener {
 public:
  explicit Deadline(int seconds) : seconds_(seconds) {
    std::signal(SIGRTMAX, report_late_test);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMAX;
    is_usable_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
  }

  void OnTestStart(const testing::TestInfo& test) override {
    const auto end =
        fmt::format_to_n(late, sizeof late - 1, "[  FAILED  ] {}.{} did not end within {} s\n",
                         test.test_suite_name(), test.name(), seconds_);
    *end.out = '\0';
    set(seconds_);
  }
  void OnTestEnd(const testing::TestInfo& /*test*/) override { set(0); }

 private:
  void set(int seconds) {
    itimerspec time{};
    time.it_value.tv_sec = seconds;  // 0 stops the timer
    if (is_usable_) {
      timer_settime(timer_, 0, &time, nullptr);
    }
  }

  int seconds_;
  timer_t timer_{};
  bool is_usable_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* timeout = std::getenv("DPS_TEST_TIMEOUT");
  if (timeout != nullptr) {
    testing::UnitTest::GetInstance()->listeners().Append(new Deadline(std::atoi(timeout)));
  }
  const int status = RUN_ALL_TESTS();
  const bool some_skipped = testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  return status == 0 && some_skipped ? kSkipped : status;
}
