/// Files without a name, for data that does not fit into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps::traces {

/// Makes an empty file in $TMPDIR, or else in /tmp. It is removed when its descriptor is closed,
/// however the process ends. Errors (kSystem).
Result<Descriptor> make_temporary_file();

/// A temporary file with all that `fd` has. Errors (kSystem).
Result<Descriptor> copy_to_temporary(int fd);

/// Writes all bytes at an offset. Errors (kSystem), such as a full disk.
Result<void> write_at(int fd, std::uint64_t offset, std::span<const std::byte> bytes);

}  // namespace dps::traces
