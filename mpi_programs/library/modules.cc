#include "mpi_programs/library/modules.h"

#include <array>
#include <cstring>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

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

/// A search for the build id of the module that is loaded at `address`.
struct BuildId {
  ElfW(Addr) address;
  const char* bytes = nullptr;
  std::size_t size = 0;
};

/// Names and contents of notes end at multiples of 4 bytes.
std::size_t padded(std::size_t size) {
  return (size + 3) / 4 * 4;
}

int find_build_id(dl_phdr_info* module, std::size_t /*size*/, void* wanted) {
  auto& id = *static_cast<BuildId*>(wanted);
  if (module->dlpi_addr != id.address) {
    return 0;
  }
  for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    const auto* at = reinterpret_cast<const char*>(module->dlpi_addr + part.p_vaddr);
    const char* const end = at + part.p_memsz;
    while (part.p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) <= end) {
      const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* const name = at + sizeof(note);
      const char* const contents = name + padded(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::strcmp(name, "GNU") == 0) {
        id.bytes = contents;
        id.size = note.n_descsz;
        return 1;
      }
      at = contents + padded(note.n_descsz);
    }
  }
  return 1;
}

void describe_module(const link_map* map, ModuleText& module) {
  char* const text = module.text.data();
  if (map->l_name == nullptr || *map->l_name == '\0') {  // the program itself
    static_cast<void>(::readlink("/proc/self/exe", text, PATH_MAX - 1));
  } else {
    std::strncpy(text, map->l_name, PATH_MAX - 1);
  }
  module.size = std::strlen(text) + 1;
  BuildId id{map->l_addr};
  dl_iterate_phdr(&find_build_id, &id);
  if (id.size > 0 && id.size <= ModuleText::kMostId) {
    std::memcpy(text + module.size, id.bytes, id.size);
    module.size += id.size;
  }
}

/// The module of an address in code; null: it is in none.
const link_map* module_of(const void* address) {
  Dl_info symbol{};
  link_map* map = nullptr;
  return dladdr1(address, &symbol, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 ? map
                                                                                         : nullptr;
}

/// 0: there are too many.
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
  describe_module(map, module);
  modules.maps[modules.count++] = map;
  CallRecord record{};
  record.function = board::kModule;
  record.site = modules.count;
  write_special(thread, record, module.text.data(), module.size);
  return modules.count;
}

}  // namespace

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

}  // namespace dps::mpi_library
