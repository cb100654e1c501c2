/// The content of a picture of a program: its processes, their units and functionalities, and the
/// messages between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/outline/outline.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// A line of the blueprint.
struct PicturedLine {
  std::string tag;
  std::uint32_t line = 0;  ///< counted from 1
  std::string text;        ///< the fields after the tag, one blank apart
};

struct PicturedProcess : PicturedLine {
  std::string count_text;
  std::uint32_t count = 0;
  bool is_server = false;
  std::string units_text;  ///< the fields after the count and -server
  std::vector<std::string> units;
};

struct PicturedUnit : PicturedLine {
  std::string choices;  ///< the fields after the tag and -early
  bool is_early = false;
  std::vector<std::string> functionalities;
};

/// An F line: its fields as written, and the tags that they name.
struct PicturedFunctionality : PicturedLine {
  std::string awaited;
  std::string computes;
  std::string sends;
  std::string next;
  std::vector<std::string> collections;
  std::vector<std::string> computations;
  std::vector<std::string> outputs;
};

struct PicturedOutput : PicturedLine {
  std::string receivers;
  std::string type;
  std::string size;    ///< of -b, as it is written; "" without it
  std::string copies;  ///< of -n, likewise, as the following ones
  std::string pick;
  std::string window;
  std::string operation;  ///< of -collective
  std::string root;
  std::string algorithm;  ///< of -alg
  std::string combine;
  std::string delay;   ///< of -d
  std::string packed;  ///< of -p
  std::string xdr;     ///< of -e
  std::string route;   ///< of -X
  bool begins_request = false;
  bool to_others = false;
};

struct PicturedCollection : PicturedLine {
  std::string pairs;  ///< the fields after the tag and -each
  bool is_each = false;
};

/// A T line. Its tag is the process as it is written: "Worker.p", or one clone, "Worker.p[2]".
struct PicturedTerrain : PicturedLine {
  std::string process;  ///< the ptag
  std::string host;     ///< the htag
  std::string conditions;
};

/// The messages of an O line from the processes of a P line to those of another one.
struct Arrow {
  std::string output;      ///< the otag
  std::uint32_t from = 0;  ///< positions in Picture::processes
  std::uint32_t to = 0;
  std::string label;        ///< "Job.m 2 × 4.1 kB"
  std::uint64_t count = 0;  ///< of one firing of one process; the most
  std::uint64_t bytes = 0;  ///< of each message; the most
  bool is_answer = false;   ///< to ACK or ORIGIN
  bool is_picked = false;   ///< -pick: to one of the receivers
  bool is_collective = false;
};

struct Picture {
  std::vector<PicturedProcess> processes;
  std::vector<PicturedUnit> units;
  std::vector<PicturedFunctionality> functionalities;
  std::vector<PicturedCollection> collections;
  std::vector<PicturedLine> computations;
  std::vector<PicturedOutput> outputs;
  std::vector<PicturedLine> variables;
  std::vector<PicturedTerrain> terrain;  ///< of the processes
  std::vector<Arrow> arrows;
  std::size_t more_arrows = 0;  ///< the number of arrows that are left out
  /// The program is too large to examine all clones and pairs of P lines: there may be more
  /// arrows, and larger `count` and `bytes`.
  bool is_partial = false;
};

inline constexpr std::size_t kMostPicturedLines = 3000;
inline constexpr std::size_t kMostArrows = 1000;
/// Limit on the sends of clones, and also on the pairs of P lines, that are examined for arrows.
inline constexpr std::size_t kMostSteps = 300'000;

/// `program` is that of the text; null if the text has errors. Then only a text without processes
/// has a picture. Errors: the text has errors, or more lines than a picture shows.
tl::expected<Picture, std::string> picture_of(const Outline& outline, const Program* program);

}  // namespace dps::blueprint
