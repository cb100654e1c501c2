/// Checks the files of a command line, so that no output overwrites an input or another output.
#pragma once

#include <span>
#include <string>

namespace dps::commands {

/// A file that a command reads or writes.
struct NamedFile {
  std::string role;  ///< "the blueprint", "the file of -o"
  std::string path;  ///< "-": standard input or output
};

/// The error if an input does not exist and a file with a similar name does; else "": other errors
/// are reported by the reader of the input.
std::string misspelt(std::span<const NamedFile> inputs);

/// The error if two inputs are the same regular file (device and inode); else "".
std::string repeated(std::span<const NamedFile> inputs);

/// The error if an output, or standard output, is the same regular file (device and inode) as an
/// input or another output, or if "-" denotes two inputs or two outputs; else "".
std::string conflict(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs);

}  // namespace dps::commands
