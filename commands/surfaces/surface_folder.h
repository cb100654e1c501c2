/// The folder of dps surface -o: data, scripts and pictures.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "commands/files/named_files.h"
#include "commands/files/output_kind.h"
#include "profiles/surfaces/table.h"

namespace dps::commands {

/// Writes NAME.dat, NAME.gp and NAME.svg for each phase. The folder is made if it does not exist.
/// Without gnuplot there are no pictures; the text of a warning is returned, else "".
/// Errors: kInput if a file would replace one of the inputs, or cannot be written, or if the folder
/// or a file in it is not to be replaced.
Result<std::string> write_surface_folder(const std::string& folder,
                                         const surfaces::SurfaceTable& table,
                                         const std::vector<NamedFile>& inputs, Existing existing);

}  // namespace dps::commands
