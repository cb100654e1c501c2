// For sanitizer builds: disables the search for leaks, which traces the process at its end. The
// kernel refuses that for a simulator, which must not be dumpable since it has the secret of a run.
extern "C" const char* __asan_default_options();  // NOLINT

extern "C" const char* __asan_default_options() {  // NOLINT
  return "detect_leaks=0";
}
