#include "mpi_library/next.h"

#include <cstdio>
#include <cstring>

#include <dlfcn.h>
#include <link.h>

namespace dps::mpi_library {
namespace {

constexpr int kErrOther = 16;  // MPI_ERR_OTHER of Open MPI

int missing_function() {
  return kErrOther;
}

/// Finds the path of libmpi among what is loaded.
int note_library(dl_phdr_info* module, std::size_t /*size*/, void* found) {
  const char* slash = std::strrchr(module->dlpi_name, '/');
  const char* name = slash != nullptr ? slash + 1 : module->dlpi_name;
  if (std::strncmp(name, "libmpi.so", 9) != 0) {
    return 0;
  }
  *static_cast<const char**>(found) = module->dlpi_name;
  return 1;
}

void* loaded_library() {
  const char* path = nullptr;
  dl_iterate_phdr(&note_library, &path);
  return path != nullptr ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : nullptr;
}

}  // namespace

namespace detail {

std::array<AnyFunction, kFunctions> next_functions{};

AnyFunction find_next(Function function) {
  char name[64];
  std::snprintf(name, sizeof(name), "P%s", kFunctionTable[function].name.data());
  void* found = find_symbol(name);
  const auto next = found != nullptr ? reinterpret_cast<AnyFunction>(found)
                                     : reinterpret_cast<AnyFunction>(&missing_function);
  next_functions[function] = next;  // a race stores the same value twice
  return next;
}

}  // namespace detail

void* find_symbol(const char* name) {
  if (void* found = dlsym(RTLD_DEFAULT, name)) {
    return found;
  }
  static void* const library = loaded_library();
  return library != nullptr ? dlsym(library, name) : nullptr;
}

}  // namespace dps::mpi_library
