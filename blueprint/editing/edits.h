/// The edits of the program that a blueprint describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "blueprint/outline/outline_line.h"

namespace dps::blueprint {

/// A P line, with a unit and a functionality that does nothing.
struct NewProcess {
  std::string tag;
  std::string count;  ///< its field: "4", "{n}"
};

/// A U line of a process, with a functionality that does nothing.
struct NewUnit {
  std::string process;
  std::string tag;
};

struct NewFunctionality {
  std::string unit;
  std::string tag;
  std::string awaited;  ///< "NULL", an itag, or the pairs of a new I line: "1 Job.m"
  std::string next;     ///< "SAME", "NULL", a futag …
};

/// An O line; and, if the receiver does not wait for the type, an I line and a functionality.
struct NewMessage {
  std::string from;  ///< a ptag
  std::string to;    ///< likewise
  std::string type;
  std::string size;           ///< of -b; "": without it
  std::string tag;            ///< of the O line; "": after the type
  std::string functionality;  ///< which sends it; "": one of the sender is chosen
  bool is_answer = false;     ///< to ACK
  std::string delay{};        ///< of -d; then the receiver is the sender itself
  bool begins_request = false;
  bool goes_to_origin = false;  ///< to ORIGIN, also if it is an answer
  std::string pick{};           ///< of -pick; "": without it
};

/// A C line, last in the computations of a functionality.
struct NewComputation {
  std::string functionality;
  std::string tag;
  std::string work;  ///< "compute 20ms"
};

struct NewVariable {
  std::string name;
  std::string value;
};

/// The T line of a process: made, changed, or deleted.
struct Terrain {
  std::string process;     ///< as on the line: "Worker.p", or one clone, "Worker.p[2]"
  std::string host;        ///< an htag; "": deletes the line
  std::string conditions;  ///< "MEMORY >= 16G CORES > 4", or ""
};

/// A part of a line besides its tag.
enum class Property : std::uint8_t {
  kCount,      ///< P: its clones
  kSize,       ///< O: -b; "" removes it
  kCopies,     ///< O: -n; likewise
  kType,       ///< O: -t
  kReceivers,  ///< O
  kPick,       ///< O: -pick; "" removes it, as those of the next five
  kWindow,     ///< O: -window
  kOperation,  ///< O: -collective
  kRoot,       ///< O: -root
  kAlgorithm,  ///< O: -alg
  kCombine,    ///< O: -combine
  kDelay,      ///< O: -d; "" removes it, as those of the next three
  kPacked,     ///< O: -p
  kXdr,        ///< O: -e
  kRoute,      ///< O: -X
  kRequest,    ///< O: -new, by kOn; "" removes it, as those of the next four
  kOthers,     ///< O: -others
  kEach,       ///< I: -each
  kEarly,      ///< U: -early
  kServer,     ///< P: -server
  kChoices,    ///< U: its functionalities, all after the tag and -early
  kUnits,      ///< P: all after the count and -server
  kWork,       ///< C: all after the tag
  kPairs,      ///< I: all after the tag and -each
  kAwaited,    ///< F: its itag, or NULL
  kComputes,   ///< F: its ctags
  kSends,      ///< F: its otags
  kNext,       ///< F
  kValue,      ///< V
};

/// The text of a flag without an argument.
inline constexpr std::string_view kOn = "on";

struct Change {
  NameKind kind;
  std::string name;
  Property property;
  std::string text;
};

/// Renames all uses of a name.
struct Renaming {
  NameKind kind;
  std::string from;
  std::string to;
};

/// Removes a line, its tag on other lines, and the lines that only it used. A comment of a removed
/// line stays, as a line.
struct Removal {
  NameKind kind;
  std::string name;
};

using Edit = std::variant<NewProcess, NewUnit, NewFunctionality, NewMessage, NewComputation,
                          NewVariable, Terrain, Change, Renaming, Removal>;

}  // namespace dps::blueprint
