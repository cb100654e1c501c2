#include "mpi_programs/analysis/system_clocks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include <fcntl.h>
#include <gelf.h>

#include "base/descriptor.h"

namespace dps::mpi_profiles {
namespace {

/// A symbol, and the name under which programs call it. The runtime libraries of Fortran and C++
/// are those of GCC.
struct ClockSymbol {
  std::string_view symbol;
  std::string_view name;
};
constexpr std::array<ClockSymbol, 16> kClocks{{
    {"clock", "clock"},
    {"clock_gettime", "clock_gettime"},
    {"ftime", "ftime"},
    {"getrusage", "getrusage"},
    {"gettimeofday", "gettimeofday"},
    {"time", "time"},
    {"times", "times"},
    {"timespec_get", "timespec_get"},
    {"omp_get_wtime", "omp_get_wtime"},
    {"_gfortran_cpu_time_4", "cpu_time"},
    {"_gfortran_cpu_time_8", "cpu_time"},
    {"_gfortran_date_and_time", "date_and_time"},
    {"_gfortran_system_clock_4", "system_clock"},
    {"_gfortran_system_clock_8", "system_clock"},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", "std::chrono"},
    {"_ZNSt6chrono3_V212system_clock3nowEv", "std::chrono"},
}};

using ElfFile = std::unique_ptr<Elf, int (*)(Elf*)>;

/// The clocks among the symbols of a section that the file does not define itself.
void add_imported(Elf* file, Elf_Scn* section, const GElf_Shdr& header,
                  std::vector<std::string>& found) {
  Elf_Data* symbols = elf_getdata(section, nullptr);
  GElf_Sym symbol{};
  for (int i = 0; symbols != nullptr && gelf_getsym(symbols, i, &symbol) != nullptr; ++i) {
    const char* name = elf_strptr(file, header.sh_link, symbol.st_name);
    if (symbol.st_shndx != SHN_UNDEF || name == nullptr) {
      continue;
    }
    const auto* clock = std::ranges::find(kClocks, std::string_view(name), &ClockSymbol::symbol);
    if (clock != kClocks.end() && std::ranges::find(found, clock->name) == found.end()) {
      found.emplace_back(clock->name);
    }
  }
}

}  // namespace

std::vector<std::string> system_clocks_of(const std::string& path) {
  std::vector<std::string> found;
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.is_open() || elf_version(EV_CURRENT) == EV_NONE) {
    return found;
  }
  const ElfFile file(elf_begin(opened.get(), ELF_C_READ, nullptr), &elf_end);
  Elf_Scn* section = nullptr;
  while (file && (section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNSYM) {
      add_imported(file.get(), section, header, found);
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace dps::mpi_profiles
