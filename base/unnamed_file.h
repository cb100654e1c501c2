/// Temporary files without a name. Refers to nothing but libc, since libdps_mpi.so has a copy.
#pragma once

#include "base/descriptor.h"

namespace dps {

/// $TMPDIR, or else /tmp.
const char* temporary_folder();

/// Makes an empty file in temporary_folder(), which exists until its descriptor is closed. A kill
/// leaves nothing behind; only where the file system has no O_TMPFILE does the file have a name,
/// which begins with `prefix`, for a moment. Errors: it is not open, and errno has the reason.
Descriptor make_unnamed_file(const char* prefix);

}  // namespace dps
