// Runs the entry point of a fuzzer on every file in the corpus folders on the command line, so that
// every build repeats the findings of fuzzing, even without libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// fuzzers.def has a row DPS_FUZZER(name) for each; packaging/cmake/DpsTargets.cmake writes it.
#define DPS_FUZZER(name) extern "C" int name(const std::uint8_t* bytes, std::size_t size);
#include "fuzzers.def"
#undef DPS_FUZZER

namespace {

using EntryPoint = int(const std::uint8_t* bytes, std::size_t size);

struct Fuzzer {
  const char* name;
  EntryPoint* run;
};

constexpr Fuzzer kFuzzers[] = {
#define DPS_FUZZER(name) {#name, name},
#include "fuzzers.def"
#undef DPS_FUZZER
};

EntryPoint* entry_point_of(const char* name) {
  for (const Fuzzer& fuzzer : kFuzzers) {
    if (std::strcmp(fuzzer.name, name) == 0) {
      return fuzzer.run;
    }
  }
  return nullptr;
}

/// Runs the files of a folder, and returns their number.
std::size_t replay(EntryPoint* run, const char* folder) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) {
      continue;
    }
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
    run(input.data(), input.size());
    ++files;
  }
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  EntryPoint* const run = argc > 1 ? entry_point_of(argv[1]) : nullptr;
  if (run == nullptr) {
    std::fprintf(stderr, "usage: fuzz_replay FUZZER FOLDER …; the fuzzers are:\n");
    for (const Fuzzer& fuzzer : kFuzzers) {
      std::fprintf(stderr, "  %s\n", fuzzer.name);
    }
    return 2;
  }
  std::size_t files = 0;
  for (int i = 2; i < argc; ++i) {
    files += replay(run, argv[i]);
  }
  std::printf("replayed %zu files\n", files);
  return files == 0 ? 1 : 0;  // with an empty corpus, the test would check nothing
}
