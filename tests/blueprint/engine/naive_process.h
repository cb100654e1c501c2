/// The model with which the engine is compared. It implements the rules literally and without
/// regard to speed, and shares no code and no data structures with the engine. Source:
/// docs/language.md, "How a process behaves".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "blueprint/collectives/operation.h"
#include "tests/blueprint/engine/naive_operations.h"

namespace dps::naive {

inline constexpr int kSame = -1;
inline constexpr int kNull = -2;
inline constexpr int kAck = -1;     // the receiver of an answer to the sender
inline constexpr int kOrigin = -2;  // the receiver of an answer to the origin

/// The name of a receiver in the blueprint.
std::string receiver_name(int receiver);

/// The request of a message. The origin is kNoRequest if it belongs to none.
inline constexpr int kNoRequest = -1;
struct Request {
  int origin = kNoRequest;
  int number = 0;
  int begin = 0;

  [[nodiscard]] std::pair<int, int> key() const { return {origin, number}; }
  [[nodiscard]] std::string text() const;
};

/// The messages for one receiver.
struct Share {
  int copies;
  int bytes;
};

struct Output {
  std::vector<int> receivers;  // numbers of processes, without repetitions, kAck or kOrigin
  bool others = false;
  // The rows are by step, or one row is for all steps; the entries of a row are by the index of the
  // receiver, or one entry is for all receivers.
  std::vector<std::vector<Share>> shares{{{1, 0}}};
  std::vector<int> first_by_step;  // replaces the first receiver; empty: it is always the same
  bool begins = false;             // -new
  std::string pick;                // argument of -pick; all copies of a row are equal then
  int window = 0;                  // argument of -window; 0: none
  bool is_collective = false;      // it is Description::sum; the other fields are unused
};

/// The share of a receiver in the messages of an output in a step.
Share share_of(const Output& output, int step, int receiver);

struct Functionality {
  bool null_itag = false;
  std::optional<int> same_input_as;        // has the itag of this functionality
  std::vector<std::pair<int, int>> pairs;  // count, type
  bool each = false;                       // -each
  std::vector<int> quorums;                // by pair: all messages, used or not; empty: the count
  int computations = 0;
  bool computes_by_step = false;
  std::vector<Output> outputs;
  std::vector<std::pair<int, int>> legs;  // target (unit, kSame, kNull), firings
};

struct Unit {
  bool early = false;
  std::vector<int> functionalities;
  // The choice that contains each functionality, and its weight; empty without choices.
  std::vector<std::pair<int, int>> alternatives;
};

/// An O line with -collective. The type of its completions follows the others.
struct Collective {
  collectives::Collective of;
  std::vector<int> members;  // all processes, by rank

  [[nodiscard]] int rank_of(int process) const;
};

/// One process, number 0 among `peers`; every functionality is defined once.
struct Description {
  int types = 1;
  int peers = 1;
  bool has_requests = false;  // the peers send messages of requests
  std::vector<Functionality> functionalities;
  std::vector<Unit> units;
  std::optional<Collective> sum;

  /// The description as a blueprint: process 0 is Me.p[0], the others are Peer.p[0] …
  [[nodiscard]] std::string blueprint() const;
};

struct Message {
  int type;
  int from;
  int id;          // order of first taking
  int first_unit;  // the unit that took it first
  Request request{};
  int due = -1;       // the instant of a timer
  bool used = false;  // used by a collection with -each, in the active unit
};

/// Executes the description; every observable step is a line of text.
class Process {
 public:
  explicit Process(const Description& description);

  /// Executes steps until the process waits or is complete.
  void start();
  /// Lets the process, which must be waiting, take a message; with `due`, the message of a timer.
  void take(int type, int from, const Request& request = {}, int due = -1);
  /// Lets it take a message inside an operation, or the oldest completion that it has sent itself.
  void take_inside(int from);
  void take_completion();
  /// The requests of the completions that it has sent and not taken.
  [[nodiscard]] const std::vector<Request>& completions() const { return completions_; }
  [[nodiscard]] bool draining() const { return draining_; }
  /// The instant of all sends.
  static constexpr int kNow = 1000;
  /// Ends the run.
  void end();

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }
  /// The unclaimed messages as "type from unit", sorted.
  [[nodiscard]] std::vector<std::string> unclaimed() const;
  /// The pairs of the active unit as "position type has/wants".
  [[nodiscard]] std::vector<std::string> progress() const;

 private:
  void enter(int unit);
  void leave();
  void look_at(const Message& message);
  int fire(int functionality, const Message* cause);
  void send(int f, std::size_t o, int step, const Message* cause);
  void advance();
  void end_if_nothing_is_left();
  [[nodiscard]] bool has_more() const;
  bool count_each(std::size_t position, std::size_t taken);
  /// A message of the output o of the functionality f that waits in the process.
  struct Waiting {
    std::size_t f, o;
    int step;
    std::vector<int> candidates;  // one without -pick
    Request request;
  };
  bool try_send(const Waiting& message);
  void release();
  [[nodiscard]] bool is_used(std::size_t taken) const;
  void add_requests(std::size_t position, std::vector<std::string>& list) const;

  /// The messages of one request in a collection with -each.
  struct Round {
    std::vector<std::vector<std::size_t>> waiting;  // by pair: positions in in_unit_
    std::vector<int> rest;  // by pair: messages that are used without effect
  };
  void go_on(const std::vector<int>& nexts);
  void take_early();
  std::vector<int> chosen(const std::vector<std::size_t>& positions);

  const Description& description_;
  std::vector<std::string> events_;
  std::vector<int> mt_, ss_;
  std::vector<int> completed_;                                // by position
  std::vector<std::map<std::pair<int, int>, Round>> rounds_;  // by position and request
  int begun_ = 0;
  bool has_begun_ = false;                       // in this firing
  std::vector<int> fired_;                       // by functionality
  std::map<std::pair<int, int>, Random> draws_;  // of each choice of a unit
  std::map<int, int> unanswered_;                // by receiver
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> next_candidate_;  // by output
  std::map<std::pair<std::size_t, std::size_t>, Random> pick_draws_;           // likewise
  std::vector<Waiting> waiting_;                                               // in order
  bool draining_ = false;
  std::optional<Operations> operations_;
  std::size_t seen_ = 0;                // of the history of operations_
  std::vector<Request> contributions_;  // those whose operations are not complete
  std::vector<Request> completions_;
  std::vector<Message> in_unit_;    // taken while the unit is active, in order
  std::vector<Message> unclaimed_;  // in the order of their arrivals
  std::vector<Message> waiting_early_;
  int unit_ = 0;
  int activation_ = 0;
  int next_id_ = 0;
  bool complete_ = false;
};

}  // namespace dps::naive
