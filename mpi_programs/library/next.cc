#include "mpi_programs/library/next.h"

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

const link_map* first_module() {
  link_map* first = nullptr;
  void* program = dlopen(nullptr, RTLD_NOW | RTLD_NOLOAD);
  if (program != nullptr) {
    dlinfo(program, RTLD_DI_LINKMAP, &first);
  }
  return first;
}

void* find_in_module(const link_map& module, const char* name) {
  void* handle = dlopen(module.l_name, RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr) {
    return nullptr;
  }
  void* found = dlsym(handle, name);
  dlclose(handle);  // it remains loaded
  return found;
}

void* find_in_private_libraries(const char* name) {
  for (const link_map* module = first_module(); module != nullptr; module = module->l_next) {
    const char* slash = std::strrchr(module->l_name, '/');
    const char* file = slash != nullptr ? slash + 1 : module->l_name;
    void* found = std::strncmp(file, "libmpi", 6) == 0 ? find_in_module(*module, name) : nullptr;
    if (found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

void* find_symbol(const char* name) {
  void* found = dlsym(RTLD_DEFAULT, name);
  return found != nullptr ? found : find_in_private_libraries(name);
}

}  // namespace dps::mpi_library
