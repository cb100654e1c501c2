// In sanitizer builds only: looking for leaks traces the process at its end, and that is refused to
// a process that must not be dumped because it holds the secret of a run.
extern "C" const char* __asan_default_options();  // NOLINT

extern "C" const char* __asan_default_options() {  // NOLINT
  return "detect_leaks=0";
}
