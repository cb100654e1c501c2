#include "mpi_programs/analysis/source_lines.h"

#include <map>

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

namespace dps::mpi_profiles {
namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// No download: the files of this machine only.
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

/// The files that were asked for.
struct SourceLines::DebugFiles {
  /// The debug information of a file; its addresses begin at `bias`.
  struct DebugFile {
    std::unique_ptr<Dwfl, void (*)(Dwfl*)> session{nullptr, &dwfl_end};
    Dwfl_Module* module = nullptr;
    Dwarf_Addr bias = 0;
    std::string build_id;

    [[nodiscard]] bool is_build(std::string_view id) const {
      return id.empty() || build_id.empty() || id == build_id;
    }
  };

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

std::string SourceLines::place(const std::string& file, std::string_view build_id,
                               std::uint64_t return_address) {
  auto found = files_->by_path.find(file);
  if (found == files_->by_path.end()) {
    found = files_->by_path.emplace(file, DebugFiles::open(file)).first;
  }
  const DebugFiles::DebugFile& open = found->second;
  const Dwarf_Addr call = open.bias + return_address - 1;  // in the call instruction
  const bool is_here = open.module != nullptr && open.is_build(build_id);
  Dwfl_Line* line = is_here ? dwfl_module_getsrc(open.module, call) : nullptr;
  int number = 0;
  const char* source =
      line != nullptr ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
  if (source != nullptr && number > 0) {
    return fmt::format("{}:{}", base_name(source), number);
  }
  return file.empty() ? "?" : fmt::format("{}+{:#x}", base_name(file), return_address);
}

}  // namespace dps::mpi_profiles
