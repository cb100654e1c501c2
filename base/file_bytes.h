/// Reads whole files, and writes all of a text; "-" is standard input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace dps {

/// Denotes standard input where a file is read, and standard output where one is written.
inline constexpr std::string_view kStandardStream = "-";

/// The name of an input in messages and results: "<stdin>" for "-", else the path.
std::string input_name(const std::string& path);

/// The bytes of a regular file, of a pipe, or of standard input. Standard input and a pipe without
/// a name, such as <(COMMAND), are read once: a second call returns the same bytes. Errors: the
/// cause without the path. kInput: the file does not exist, is a folder or a device, or cannot be
/// read; kLimit: it has more than `most` bytes, a number of MiB.
Result<std::string> read_file(const std::string& path, std::size_t most);

/// The text of such a file, without a byte order mark at its start. Errors: as above.
Result<std::string> read_text(const std::string& path, std::size_t most);

/// The first bytes of such a file, at most `most`. Errors: as above.
Result<std::string> read_beginning(const std::string& path, std::size_t most);

/// Writes all bytes to a blocking descriptor. Returns false, with the cause in errno, on failure.
bool write_all(int fd, std::string_view bytes);

}  // namespace dps
