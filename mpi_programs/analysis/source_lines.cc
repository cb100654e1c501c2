#include "mpi_programs/analysis/source_lines.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include "mpi_programs/analysis/code_names.h"

namespace dps::mpi_profiles {
namespace {

/// The callbacks search only the files of this machine and download nothing.
const Dwfl_Callbacks& callbacks() {
  static const Dwfl_Callbacks all = [] {
    Dwfl_Callbacks made{};
    made.find_elf = dwfl_build_id_find_elf;
    made.find_debuginfo = dwfl_build_id_find_debuginfo;
    made.section_address = dwfl_offline_section_address;
    return made;
  }();
  return all;
}

}  // namespace

/// The debug information of a file; its addresses begin at `bias`.
struct SourceLines::DebugFile {
  std::unique_ptr<Dwfl, void (*)(Dwfl*)> session{nullptr, &dwfl_end};
  Dwfl_Module* module = nullptr;
  Dwarf_Addr bias = 0;
  std::string build_id;

  /// True if the file is there, and is the one that was loaded.
  [[nodiscard]] bool has(std::string_view id) const {
    return module != nullptr && (id.empty() || build_id.empty() || id == build_id);
  }
};

/// The files that were requested.
struct SourceLines::DebugFiles {
  static DebugFile open(const std::string& path) {
    DebugFile file;
    file.session.reset(dwfl_begin(&callbacks()));
    if (file.session == nullptr) {
      return file;
    }
    dwfl_report_begin(file.session.get());
    file.module = dwfl_report_offline(file.session.get(), path.c_str(), path.c_str(), -1);
    dwfl_report_end(file.session.get(), nullptr, nullptr);
    GElf_Addr bias = 0;
    if (file.module != nullptr && dwfl_module_getelf(file.module, &bias) != nullptr) {
      file.bias = bias;
      const unsigned char* id = nullptr;
      GElf_Addr address = 0;
      const int size = dwfl_module_build_id(file.module, &id, &address);
      if (size > 0) {
        file.build_id.assign(reinterpret_cast<const char*>(id), static_cast<std::size_t>(size));
      }
    }
    return file;
  }

  std::map<std::string, DebugFile> by_path;
};

SourceLines::SourceLines() : files_(std::make_unique<DebugFiles>()) {}
SourceLines::~SourceLines() = default;

SourceLines::DebugFile& SourceLines::opened(const std::string& file) {
  auto found = files_->by_path.find(file);
  if (found == files_->by_path.end()) {
    found = files_->by_path.emplace(file, DebugFiles::open(file)).first;
  }
  return found->second;
}

std::string SourceLines::place(const std::string& file, std::string_view build_id,
                               std::uint64_t return_address) {
  const DebugFile& open = opened(file);
  const Dwarf_Addr call = open.bias + return_address - 1;  // in the call instruction
  const std::string line = open.has(build_id) ? line_of(open.module, call) : "";
  return !line.empty()  ? line
         : file.empty() ? "?"
                        : fmt::format("{}+{:#x}", base_name(file), return_address);
}

CodePlace SourceLines::code(const std::string& file, std::string_view build_id,
                            std::uint64_t address) {
  const DebugFile& open = opened(file);
  CodePlace place;
  if (open.has(build_id)) {
    constexpr std::array<std::string_view, 6> kOfSystem{"/lib/",     "/lib32/",     "/lib64/",
                                                        "/usr/lib/", "/usr/lib32/", "/usr/lib64/"};
    const bool is_of_system = std::ranges::any_of(
        kOfSystem, [&](std::string_view folder) { return file.starts_with(folder); });
    place = is_of_system ? library_place(open.module, open.bias + address)
                         : code_place(open.module, open.bias + address);
    if (place.function.empty()) {
      const std::uint64_t begin = function_begin(open.module, open.bias + address);
      place.function =
          begin != 0 ? fmt::format("{}+{:#x}", base_name(file), begin - open.bias) : "";
    }
  }
  place.module = base_name(file);
  return place;
}

}  // namespace dps::mpi_profiles
