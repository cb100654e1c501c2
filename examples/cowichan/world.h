/// The ranks of a program, and the ways in which it ends.
#pragma once

#include <string>

namespace cowichan {

inline constexpr int kRoot = 0;

/// MPI from its start to its end. There is one in `main`.
class World {
 public:
  World(int* argc, char*** argv, std::string program);
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_root() const { return rank_ == kRoot; }
  [[nodiscard]] const std::string& program() const { return program_; }

  /// Prints a line on standard output, once.
  void print(const std::string& line) const;

  /// Ends the program with exit status 2 after a mistake of its user, which the root prints. To be
  /// called by all ranks.
  [[noreturn]] void fail(const std::string& mistake) const;

  /// The text that the root has, on all ranks.
  [[nodiscard]] std::string share(std::string text) const;

 private:
  std::string program_;
  int rank_ = 0;
  int size_ = 1;
  bool initialised_ = false;  // by this object, which then also finalises
};

}  // namespace cowichan
