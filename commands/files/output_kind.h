/// The kinds of files that commands write, and how dps recognises its own: an output replaces only
/// a file of its kind. Source: docs/reliability.md, "Files".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "commands/files/mark.h"

namespace dps::commands {

/// The existing files that an output may replace.
enum class Existing : std::uint8_t {
  kOwn,  ///< only files of its kind
  kAny,  ///< all files (--force)
};

struct OutputKind {
  /// The evidence that dps wrote a file, if it is not a mark.
  enum class Form : std::uint8_t {
    kMarked,
    kBeginning,  ///< a format with a beginning that no other program writes
    kJson,       ///< the name of a format of dps is the first member
    kCsv,        ///< the first line
    kStacks,     ///< lines "NAME;NAME NUMBER", for flame graphs
    kAnything,   ///< a file that is written back
  };

  std::string noun;  ///< "picture"
  Form form = Form::kMarked;
  MarkComment comment = MarkComment::kHash;  ///< the comment of kMarked
  /// The beginning; the name of the format of JSON; the head of a CSV. "": not known yet.
  std::string word = {};
  std::string early = {};  ///< for kBeginning: also a text near the beginning
};

OutputKind marked_kind(std::string noun, MarkComment comment = MarkComment::kHash);
/// The kind of a picture, by the ending of its name: .svg, .pdf, .tex, .png or, for dot(1),
/// another.
OutputKind picture_kind(std::string_view path);
/// `format`: "dps-result".
OutputKind json_kind(std::string noun, std::string format);
/// A file whose bytes are written back.
OutputKind any_kind();

/// The kind of a file with this content; that of JSON and CSV becomes exact.
OutputKind with_content(OutputKind kind, std::string_view text);

/// The content of a file of this kind: with a mark, if the kind has one.
std::string content_of(const OutputKind& kind, std::string_view text);

/// The reason why this regular file is not replaced by one of the kind: "it is a blueprint, not a
/// picture that dps wrote"; "" if the file does not exist, is empty, or dps wrote it as a file of
/// this kind and it was not changed since.
std::string reason_to_keep(const std::string& path, const OutputKind& kind);

}  // namespace dps::commands
