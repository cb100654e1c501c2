#include "mpi_programs/library/call_sites/sites.h"

#include <cstring>

#include <link.h>
#include <unwind.h>

#include "mpi_programs/library/call_sites/code_range.h"

namespace dps::mpi_library {
namespace {

/// The code of the wrappers that `use mpi_f08` calls.
int note_wrappers(dl_phdr_info* module, std::size_t /*size*/, void* found) {
  if (std::strstr(module->dlpi_name, "libmpi_usempif08") == nullptr) {
    return 0;
  }
  auto& range = *static_cast<CodeRange*>(found);
  for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) {
      range.first = module->dlpi_addr + part.p_vaddr;
      range.end = range.first + part.p_memsz;
    }
  }
  return 1;
}

CodeRange find_wrappers() {
  CodeRange range;
  dl_iterate_phdr(&note_wrappers, &range);
  return range;
}

struct CallerSearch {
  std::uintptr_t inner;
  std::uintptr_t outer = 0;
  bool has_passed_inner = false;
};

_Unwind_Reason_Code look_at(_Unwind_Context* frame, void* search) {
  auto& wanted = *static_cast<CallerSearch*>(search);
  const std::uintptr_t address = _Unwind_GetIP(frame);
  if (wanted.has_passed_inner) {
    wanted.outer = address;
    return _URC_END_OF_STACK;
  }
  wanted.has_passed_inner = address == wanted.inner;
  return _URC_NO_REASON;
}

}  // namespace

const void* site_of(const void* caller) {
  static const CodeRange wrappers = find_wrappers();
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  if (!wrappers.has(address)) {
    return caller;
  }
  CallerSearch search{address};
  _Unwind_Backtrace(&look_at, &search);
  return search.outer != 0 ? reinterpret_cast<const void*>(search.outer) : caller;
}

}  // namespace dps::mpi_library
