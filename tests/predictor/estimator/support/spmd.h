/// Writes the streams of the examples directly, as the specification of the estimator describes
/// them: an oracle for the recorder.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>

#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"

namespace dps::estimator {

/// The SP2 of the paper.
inline machines::ArchitectureDescription sp2() {
  return {.name = "SP2",
          .receive_latency = Attoseconds(24'000'000'000'000),
          .send_latency = Attoseconds(24'000'000'000'000),
          .word = Attoseconds(239'000'000'000),
          .multiply = Attoseconds(17'800'000'000),
          .has_bus = false};
}

/// One processor's calls. Source: docs/estimate.md, "Collective operations".
class Spmd {
 public:
  Spmd(int pid, int nprocs) : pid_(pid), nprocs_(nprocs) {}

  [[nodiscard]] int pid() const { return pid_; }
  [[nodiscard]] int nprocs() const { return nprocs_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }

  void send(int to, long words) { add(StreamOperation::kSend, to, words); }
  void breceive(int from, long words) { add(StreamOperation::kBlockingReceive, from, words); }
  void work(double multiplies) { stream_.push_back(StreamInstruction::work(multiplies)); }

  void broadcast(int root, long words) {
    const int rank = (pid_ - root + nprocs_) % nprocs_;
    if (rank > 0) {
      breceive((rank - lowest_bit(rank) + root) % nprocs_, words);
    }
    for (int bit = 1 << 10; bit > 0; bit >>= 1) {
      if (is_child(rank, bit)) {
        send((rank + bit + root) % nprocs_, words);
      }
    }
  }
  void reduce(int root, long words, double multiplies) {
    const int rank = (pid_ - root + nprocs_) % nprocs_;
    for (int bit = 1; bit <= 1 << 10; bit <<= 1) {
      if (is_child(rank, bit)) {
        breceive((rank + bit + root) % nprocs_, words);
        work(multiplies);
      }
    }
    if (rank > 0) {
      send((rank - lowest_bit(rank) + root) % nprocs_, words);
    }
  }
  void allreduce(long words, double multiplies) {
    reduce(0, words, multiplies);
    broadcast(0, words);
  }
  void gather(int root, long words) {
    for (int other = 0; other < nprocs_ && pid_ == root; ++other) {
      if (other != root) {
        breceive(other, words);
      }
    }
    if (pid_ != root) {
      send(root, words);
    }
  }
  void alltoall(long words) {
    for (int i = 1; i < nprocs_; ++i) {
      send((pid_ + i) % nprocs_, words);
    }
    for (int i = 1; i < nprocs_; ++i) {
      breceive((pid_ - i + nprocs_) % nprocs_, words);
    }
  }

 private:
  static int lowest_bit(int rank) { return rank & -rank; }
  [[nodiscard]] bool is_child(int rank, int bit) const {
    return (rank == 0 || bit < lowest_bit(rank)) && rank + bit < nprocs_;
  }
  void add(StreamOperation operation, int other, long words) {
    stream_.push_back(StreamInstruction::message(operation, static_cast<std::uint32_t>(other),
                                                 static_cast<std::uint64_t>(words)));
  }

  int pid_;
  int nprocs_;
  Stream stream_;
};

inline Streams streams_of(int nprocs, const std::function<void(Spmd&)>& program) {
  Streams streams;
  for (int pid = 0; pid < nprocs; ++pid) {
    Spmd spmd(pid, nprocs);
    program(spmd);
    streams.content_of.push_back(static_cast<std::uint32_t>(streams.contents.size()));
    streams.contents.push_back(spmd.stream());
  }
  return streams;
}

/// One step of the ADI solver for `points` x `points`.
class AdiStep {
 public:
  AdiStep(Spmd& spmd, int points) : spmd_(spmd) {
    for (int i = 1; i * i <= spmd.nprocs(); ++i) {
      high_ = spmd.nprocs() % i == 0 ? i : high_;
    }
    wide_ = spmd.nprocs() / high_;
    const int x = spmd.pid() % wide_;
    const int y = spmd.pid() / wide_;
    columns_ = share(points, wide_, x);
    rows_ = share(points, high_, y);
    left_ = x > 0 ? spmd.pid() - 1 : -1;
    right_ = x + 1 < wide_ ? spmd.pid() + 1 : -1;
    below_ = y > 0 ? spmd.pid() - wide_ : -1;
    above_ = y + 1 < high_ ? spmd.pid() + wide_ : -1;
  }

  void run() {
    sweep(rows_, columns_, left_, right_);
    swap();
    sweep(columns_, rows_, below_, above_);
    swap();
    spmd_.allreduce(1, 1);
  }

 private:
  static int share(int points, int parts, int part) {
    return points / parts + (part < points % parts ? 1 : 0);
  }
  void send(int to, int words) {
    if (to >= 0) {
      spmd_.send(to, words);
    }
  }
  void breceive(int from, int words) {
    if (from >= 0) {
      spmd_.breceive(from, words);
    }
  }
  void sweep(int lines, int points, int before, int behind) {
    constexpr int kForward = 20;
    constexpr int kBack = 4;
    for (int line = 0; line < lines; ++line) {
      breceive(before, 2);
      spmd_.work(kForward * points);
      send(behind, 2);
    }
    for (int line = 0; line < lines; ++line) {
      breceive(behind, 1);
      spmd_.work(kBack * points);
      send(before, 1);
    }
  }
  void swap() {
    send(left_, rows_);
    send(right_, rows_);
    send(below_, columns_);
    send(above_, columns_);
    breceive(left_, rows_);
    breceive(right_, rows_);
    breceive(below_, columns_);
    breceive(above_, columns_);
  }

  Spmd& spmd_;
  int high_ = 1;
  int wide_ = 1;
  int columns_;
  int rows_;
  int left_;
  int right_;
  int below_;
  int above_;
};

/// Parallel sorting by regular sampling of `count` elements.
inline void psrs(Spmd& spmd, long count) {
  constexpr double kComparison = 1.5;
  const auto lg = [](double x) { return std::ceil(std::log2(x)); };
  const double p = spmd.nprocs();
  const long m = count / spmd.nprocs();
  const auto md = static_cast<double>(m);
  spmd.work(kComparison * md * lg(md));
  if (spmd.nprocs() == 1) {
    return;
  }
  spmd.gather(0, spmd.nprocs());
  if (spmd.pid() == 0) {
    spmd.work(kComparison * p * p * lg(p * p));
  }
  spmd.broadcast(0, spmd.nprocs() - 1);
  spmd.work(kComparison * p * lg(md));
  spmd.alltoall((m + spmd.nprocs() - 1) / spmd.nprocs());
  spmd.work(kComparison * md * lg(p));
}

}  // namespace dps::estimator
