#include "mpi_programs/library/modules.h"

#include <array>
#include <cstring>
#include <utility>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include "mpi_programs/library/call_sites/code_range.h"
#include "mpi_programs/library/calling_thread.h"

namespace dps::mpi_library {
namespace {

constexpr std::size_t kMostModules = 256;

/// The modules that the log of a thread has named, indexed by number - 1. Each log names them
/// itself.
struct Modules {
  std::array<const link_map*, kMostModules> maps{};
  std::uint16_t count = 0;
};
thread_local Modules modules_of_thread __attribute__((tls_model("initial-exec")));

/// A search for the module that is loaded at `address`: its build id, and its end in memory.
struct LoadedModule {
  ElfW(Addr) address;
  const char* id = nullptr;
  std::size_t id_size = 0;
  ElfW(Addr) end = 0;
};

/// The memory of the modules that the first log has named. Samples of its thread look here.
std::array<CodeRange, kMostModules> named_code;
std::size_t named_code_count = 0;

/// Names and contents of notes end at multiples of 4 bytes.
std::size_t padded(std::size_t size) {
  return (size + 3) / 4 * 4;
}

void find_build_id(const char* at, const char* end, LoadedModule& module) {
  while (module.id == nullptr && at + sizeof(ElfW(Nhdr)) <= end) {
    const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(at);
    const char* const name = at + sizeof(note);
    const char* const contents = name + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::strcmp(name, "GNU") == 0) {
      module.id = contents;
      module.id_size = note.n_descsz;
    }
    at = contents + padded(note.n_descsz);
  }
}

int find_loaded(dl_phdr_info* info, std::size_t /*size*/, void* wanted) {
  auto& module = *static_cast<LoadedModule*>(wanted);
  if (info->dlpi_addr != module.address) {
    return 0;
  }
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const ElfW(Addr) first = info->dlpi_addr + part.p_vaddr;
    const ElfW(Addr) end = first + part.p_memsz;
    if (part.p_type == PT_LOAD && end > module.end) {
      module.end = end;
    } else if (part.p_type == PT_NOTE) {
      find_build_id(reinterpret_cast<const char*>(first), reinterpret_cast<const char*>(end),
                    module);
    }
  }
  return 1;
}

/// Returns the end of the module in memory.
ElfW(Addr) describe_module(const link_map* map, ModuleText& module) {
  char* const text = module.text.data();
  if (map->l_name == nullptr || *map->l_name == '\0') {  // the program itself
    static_cast<void>(::readlink("/proc/self/exe", text, PATH_MAX - 1));
  } else {
    std::strncpy(text, map->l_name, PATH_MAX - 1);
  }
  module.size = std::strlen(text) + 1;
  LoadedModule loaded{map->l_addr};
  dl_iterate_phdr(&find_loaded, &loaded);
  if (loaded.id_size > 0 && loaded.id_size <= ModuleText::kMostId) {
    std::memcpy(text + module.size, loaded.id, loaded.id_size);
    module.size += loaded.id_size;
  }
  return loaded.end;
}

/// The module of an address in code; null if it is in none.
const link_map* module_of(const void* address) {
  Dl_info symbol{};
  link_map* map = nullptr;
  return dladdr1(address, &symbol, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 ? map
                                                                                         : nullptr;
}

/// Returns the number of the module in the log; 0: there are too many.
std::uint16_t module_number(CallingThread& thread, const link_map* map) {
  Modules& modules = modules_of_thread;
  for (std::uint16_t i = 0; i < modules.count; ++i) {
    if (modules.maps[i] == map) {
      return static_cast<std::uint16_t>(i + 1);
    }
  }
  if (modules.count == kMostModules) {
    return 0;
  }
  ModuleText module;
  CallRecord record{};
  record.function = board::kModule;
  record.begin = map->l_addr;
  record.end = describe_module(map, module);
  modules.maps[modules.count++] = map;
  record.site = modules.count;
  if (thread.number == 0 && named_code_count < named_code.size()) {
    named_code[named_code_count++] = {record.begin, record.end};
  }
  write_special(thread, record, module.text.data(), module.size);
  return modules.count;
}

}  // namespace

bool is_named_code(std::uintptr_t address) {
  for (std::size_t i = 0; i < named_code_count; ++i) {
    if (named_code[i].has(address)) {
      return true;
    }
  }
  return false;
}

void name_code(CallingThread& thread) {
  if (thread.new_code == 0) {
    return;
  }
  const auto* address = reinterpret_cast<const void*>(std::exchange(thread.new_code, 0));
  if (const link_map* map = module_of(address); map != nullptr) {
    module_number(thread, map);
  }
}

std::uint64_t describe_address(const void* address, ModuleText& module) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const link_map* map = module_of(address);
  if (map == nullptr) {
    return at;
  }
  describe_module(map, module);
  return at - map->l_addr;
}

void write_site(CallingThread& thread, std::uint16_t number, const void* caller) {
  CallRecord record{};
  record.function = board::kSite;
  record.site = number;
  record.begin = reinterpret_cast<std::uintptr_t>(caller);
  if (const link_map* map = module_of(caller); map != nullptr) {
    record.tag = module_number(thread, map);
    record.begin -= map->l_addr;
  }
  write_special(thread, record, nullptr, 0);
}

void write_python_site(CallingThread& thread, std::uint16_t number, std::string_view place) {
  CallRecord record{};
  record.function = board::kSite;
  record.site = number;
  write_special(thread, record, place.data(), place.size());
}

}  // namespace dps::mpi_library
