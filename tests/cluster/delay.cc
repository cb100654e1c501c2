// delay.cc - a link with a fixed one-way latency, in user space.
//
//   delay MICROSECONDS NODE_IF SWITCH_IF SWITCH_NETNS
//
// Creates the TAP device NODE_IF in the present network namespace and the
// TAP device SWITCH_IF in the network namespace SWITCH_NETNS (a path), then
// forwards Ethernet frames between the two, each of them MICROSECONDS late.
// Frames keep their order and are never changed.  Frames that the kernel has
// not yet cut into packets (segmentation offload) pass whole, which keeps the
// cost per byte low.  The command returns when both devices exist; a child
// process goes on forwarding until it is killed, and the devices go with it.

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr size_t kMaxFrame = 66 * 1024;          // offload header + 64 KiB frame
constexpr size_t kMaxQueued = 64 * 1024 * 1024;  // bytes waiting, per direction
constexpr int kBatch = 64;                       // frames taken in one go

[[noreturn]] void die(const char* what) {
  fprintf(stderr, "delay: %s: %s\n", what, strerror(errno));
  exit(1);
}

int open_tap(const char* name) {
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    die("/dev/net/tun");
  ifreq req{};
  req.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  strncpy(req.ifr_name, name, IFNAMSIZ - 1);
  if (ioctl(fd, TUNSETIFF, &req) < 0)
    die(name);
  if (ioctl(fd, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6) < 0)
    die("TUNSETOFFLOAD");
  return fd;
}

int64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

struct Frame {
  int64_t due;
  std::vector<char> bytes;
};

// One direction of the link.
class Pipe {
 public:
  Pipe(int from, int to, int64_t delay) : from_(from), to_(to), delay_(delay) {}

  void take() {
    static char buf[kMaxFrame];
    for (int i = 0; i < kBatch; ++i) {
      ssize_t n = read(from_, buf, sizeof buf);
      if (n <= 0) {
        if (n < 0 && errno != EAGAIN && errno != EINTR)
          exit(1);  // device gone
        return;
      }
      if (queued_ + size_t(n) > kMaxQueued)
        continue;  // full: drop
      queued_ += size_t(n);
      frames_.push_back({now_ns() + delay_, {buf, buf + n}});
    }
  }

  void give(int64_t now) {
    while (!frames_.empty() && frames_.front().due <= now) {
      Frame& f = frames_.front();
      // An interface that is down refuses the frame; it is then lost, as it
      // would be on a wire.
      if (write(to_, f.bytes.data(), f.bytes.size()) < 0) {
      }
      queued_ -= f.bytes.size();
      frames_.pop_front();
    }
  }

  int64_t due() const { return frames_.empty() ? INT64_MAX : frames_.front().due; }
  int from() const { return from_; }

 private:
  int from_, to_;
  int64_t delay_;
  size_t queued_ = 0;
  std::deque<Frame> frames_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: delay MICROSECONDS NODE_IF SWITCH_IF SWITCH_NETNS\n");
    return 2;
  }
  const int64_t delay = atoll(argv[1]) * 1000;
  int node = open_tap(argv[2]);
  int ns = open(argv[4], O_RDONLY | O_CLOEXEC);
  if (ns < 0 || setns(ns, CLONE_NEWNET) < 0)
    die(argv[4]);
  close(ns);
  int sw = open_tap(argv[3]);

  switch (fork()) {
    case -1:
      die("fork");
    case 0:
      break;
    default:
      _exit(0);
  }
  // Wake up on time: no timer slack, and ahead of ordinary processes if the
  // machine permits.
  prctl(PR_SET_TIMERSLACK, 1UL);
  sched_param prio{};
  prio.sched_priority = 1;
  sched_setscheduler(0, SCHED_FIFO, &prio);

  Pipe up(node, sw, delay), down(sw, node, delay);
  for (;;) {
    pollfd p[2] = {{up.from(), POLLIN, 0}, {down.from(), POLLIN, 0}};
    int64_t due = up.due() < down.due() ? up.due() : down.due();
    timespec t{}, *wait = nullptr;
    if (due != INT64_MAX) {
      int64_t left = due - now_ns();
      if (left < 0)
        left = 0;
      t.tv_sec = left / 1000000000;
      t.tv_nsec = left % 1000000000;
      wait = &t;
    }
    if (ppoll(p, 2, wait, nullptr) < 0 && errno != EINTR)
      return 1;
    if (p[0].revents)
      up.take();
    if (p[1].revents)
      down.take();
    int64_t now = now_ns();
    up.give(now);
    down.give(now);
  }
}
