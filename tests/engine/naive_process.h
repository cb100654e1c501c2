/// docs/language.md, "How a process behaves", written down rule by rule and as slowly as it reads:
/// the model that the engine is tested against. It shares no code and no data structure with the
/// engine.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dps::naive {

inline constexpr int kSame = -1;
inline constexpr int kNull = -2;
inline constexpr int kAck = -1;  // a receiver

struct Output {
  std::vector<int> receivers;  // numbers of processes, or kAck; a process once, kAck aside
  int copies = 1;
  bool others = false;
};

struct Functionality {
  bool null_itag = false;
  std::vector<std::pair<int, int>> pairs;  // count, type
  int computations = 0;
  std::vector<Output> outputs;
  std::vector<std::pair<int, int>> legs;  // target (unit, kSame, kNull), firings
};

struct Unit {
  bool early = false;
  std::vector<int> functionalities;
};

/// One process, number 0 among `peers`; every functionality is defined once.
struct Description {
  int types = 1;
  int peers = 1;
  std::vector<Functionality> functionalities;
  std::vector<Unit> units;

  /// The same as a blueprint: process 0 is Me.p[0], the others Peer.p[0] …
  [[nodiscard]] std::string blueprint() const;
};

struct Message {
  int type;
  int from;
  int id;          // order of first taking
  int first_unit;  // that took it first
};

/// Plays the description; every observable step is a line of text.
class Process {
 public:
  explicit Process(const Description& description);

  /// To the first moment at which the process waits or is complete.
  void start();
  /// The process takes a message; only while it waits.
  void take(int type, int from);
  /// The end of the run.
  void end();

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }
  /// "type from unit" of every unclaimed message, sorted.
  [[nodiscard]] std::vector<std::string> unclaimed() const;
  /// "position type has/wants" of every pair of the active unit.
  [[nodiscard]] std::vector<std::string> progress() const;

 private:
  void enter(int unit);
  void leave();
  void look_at(const Message& message);
  int fire(int functionality, const Message* cause);
  void go_on(const std::vector<int>& nexts);
  void take_early();

  const Description& description_;
  std::vector<std::string> events_;
  std::vector<int> mt_, ss_;
  std::vector<int> completed_;      // by position
  std::vector<int> fired_;          // by functionality
  std::vector<Message> in_unit_;    // taken while the unit is active, in order
  std::vector<Message> unclaimed_;  // in the order in which they came
  std::vector<Message> waiting_early_;
  int unit_ = 0;
  int activation_ = 0;
  int next_id_ = 0;
  bool complete_ = false;
};

}  // namespace dps::naive
