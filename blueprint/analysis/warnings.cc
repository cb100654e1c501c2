#include "blueprint/analysis/warnings.h"

#include "blueprint/analysis/inspection.h"

namespace dps::blueprint {

std::vector<Diagnostic> find_warnings(const Program& program, const Allowed& allowed) {
  const Inspection inspection(program);
  ReportedTypes reported{std::vector<bool>(program.message_types.size(), false)};
  std::vector<Diagnostic> found;
  warn_of_messages(inspection, reported, found);
  warn_of_unreached_lines(inspection, found);
  warn_of_endless_processes(inspection, reported, allowed.endless, found);
  warn_of_early_messages(inspection, allowed.early, found);
  warn_of_requests(inspection, found);
  warn_of_unanswered_outputs(inspection, found);
  sort_by_place(found);
  return found;
}

}  // namespace dps::blueprint
