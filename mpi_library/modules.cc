#include "mpi_library/modules.h"

#include <array>
#include <climits>
#include <cstring>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include "mpi_library/call.h"

namespace dps::mpi_library {
namespace {

constexpr std::size_t kMostModules = 256;

/// By number - 1, of each thread: a log names its modules itself.
struct Modules {
  std::array<const link_map*, kMostModules> maps{};
  std::uint16_t count = 0;
};
thread_local Modules modules_of_thread __attribute__((tls_model("initial-exec")));

/// 0: there are too many.
std::uint16_t module_number(Thread& thread, const link_map* map) {
  Modules& modules = modules_of_thread;
  for (std::uint16_t i = 0; i < modules.count; ++i) {
    if (modules.maps[i] == map) {
      return static_cast<std::uint16_t>(i + 1);
    }
  }
  if (modules.count == kMostModules) {
    return 0;
  }
  std::array<char, PATH_MAX> path{};
  const char* name = map->l_name;
  if (name == nullptr || *name == '\0') {  // the program itself
    name = ::readlink("/proc/self/exe", path.data(), path.size() - 1) > 0 ? path.data() : "";
  }
  modules.maps[modules.count++] = map;
  Record record{};
  record.function = board::kModule;
  record.site = modules.count;
  write_special(thread, record, name, std::strlen(name));
  return modules.count;
}

}  // namespace

void write_site(Thread& thread, std::uint16_t number, const void* caller) {
  Dl_info symbol{};
  link_map* map = nullptr;
  Record record{};
  record.function = board::kSite;
  record.site = number;
  record.begin = reinterpret_cast<std::uintptr_t>(caller);
  if (dladdr1(caller, &symbol, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
      map != nullptr) {
    record.tag = module_number(thread, map);
    record.begin -= map->l_addr;
  }
  write_special(thread, record, nullptr, 0);
}

}  // namespace dps::mpi_library
