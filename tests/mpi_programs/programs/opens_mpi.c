/* Opens a library that calls MPI, as an interpreter does: MPI is not in the global name space. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
  void (*run)(void) = library ? (void (*)(void))dlsym(library, "run_mpi") : 0;
  if (!run) {
    printf("%s\n", dlerror());
    return 1;
  }
  run();
  return 0;
}
