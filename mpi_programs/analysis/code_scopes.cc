#include "mpi_programs/analysis/code_scopes.h"

#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include "mpi_programs/analysis/code_names.h"

namespace dps::mpi_profiles {
namespace {

using Scopes = std::unique_ptr<Dwarf_Die, void (*)(void*)>;

bool is_function(Dwarf_Die& scope) {
  const int tag = dwarf_tag(&scope);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_entry_point;
}

/// The function of a module of Fortran, in which dwarf_getscopes() does not look.
void add_function_of_module(Dwarf_Die& unit, Dwarf_Addr address,
                            std::vector<Dwarf_Die>& functions) {
  Dwarf_Die part;
  for (int end = dwarf_child(&unit, &part); end == 0; end = dwarf_siblingof(&part, &part)) {
    Dwarf_Die function;
    int last = dwarf_tag(&part) == DW_TAG_module ? dwarf_child(&part, &function) : 1;
    for (; last == 0; last = dwarf_siblingof(&function, &function)) {
      if (is_function(function) && dwarf_haspc(&function, address) == 1) {
        functions.push_back(function);
        return;
      }
    }
  }
}

/// The functions around an instruction, from the inside: the inlined ones, and the function that
/// contains them.
std::vector<Dwarf_Die> functions_around(Dwfl_Module* module, Dwarf_Addr address) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
  Dwarf_Die* found = nullptr;
  const int count = unit != nullptr ? dwarf_getscopes(unit, address - bias, &found) : 0;
  const Scopes owned(found, &std::free);
  std::vector<Dwarf_Die> functions;
  for (int i = 0; i < count && functions.empty(); ++i) {
    if (is_function(found[i])) {
      // The scopes behind an inlined function are those of its declaration, not those of its
      // caller.
      Dwarf_Die* around = nullptr;
      const int outer = dwarf_getscopes_die(&found[i], &around);
      const Scopes owned_outer(around, &std::free);
      for (int j = 0; j < outer; ++j) {
        if (is_function(around[j])) {
          functions.push_back(around[j]);
        }
      }
    }
  }
  if (functions.empty() && unit != nullptr) {
    add_function_of_module(*unit, address - bias, functions);
  }
  return functions;
}

std::string text_of(const char* text) {
  return text != nullptr ? text : "";
}

bool is_of_system(Dwarf_Die& function) {
  const std::string file = text_of(dwarf_decl_file(&function));
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

std::string name_of(Dwarf_Die& function) {
  Dwarf_Attribute attribute;
  const char* linked = dwarf_attr_integrate(&function, DW_AT_linkage_name, &attribute) != nullptr
                           ? dwarf_formstring(&attribute)
                           : nullptr;
  const std::string symbol = text_of(linked);
  return symbol.starts_with("_Z") ? function_of_symbol(symbol) : text_of(dwarf_diename(&function));
}

std::string place_of(const char* file, int line) {
  return file != nullptr && line > 0 ? fmt::format("{}:{}", base_name(file), line) : "";
}

std::string declaration_of(Dwarf_Die& function) {
  int line = 0;
  return dwarf_decl_line(&function, &line) == 0 ? place_of(dwarf_decl_file(&function), line) : "";
}

/// The line of the function at which `inner` was inlined.
std::string line_of_call(Dwarf_Die& inner, Dwarf_Die& function) {
  Dwarf_Attribute attribute;
  Dwarf_Word line = 0;
  const bool has_line = dwarf_attr(&inner, DW_AT_call_line, &attribute) != nullptr &&
                        dwarf_formudata(&attribute, &line) == 0;
  return has_line ? place_of(dwarf_decl_file(&function), static_cast<int>(line)) : "";
}

std::string symbol_of(Dwfl_Module* module, Dwarf_Addr address) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  return function_of_symbol(
      text_of(dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr)));
}

}  // namespace

std::string line_of(Dwfl_Module* module, std::uint64_t address) {
  Dwfl_Line* line = dwfl_module_getsrc(module, address);
  int number = 0;
  const char* source =
      line != nullptr ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
  return place_of(source, number);
}

CodePlace library_place(Dwfl_Module* module, std::uint64_t address) {
  std::vector<Dwarf_Die> functions = functions_around(module, address);
  CodePlace place;
  place.function = functions.empty() ? symbol_of(module, address) : name_of(functions.back());
  return place;
}

CodePlace code_place(Dwfl_Module* module, std::uint64_t address) {
  std::vector<Dwarf_Die> functions = functions_around(module, address);
  std::size_t own = 0;
  while (own + 1 < functions.size() && is_of_system(functions[own])) {
    ++own;
  }
  CodePlace place;
  if (own < functions.size()) {
    place.function = name_of(functions[own]);
    place.place = declaration_of(functions[own]);
  }
  place.line =
      own == 0 ? line_of(module, address) : line_of_call(functions[own - 1], functions[own]);
  if (place.function.empty()) {
    place.function = symbol_of(module, address);
  }
  return place;
}

std::uint64_t function_begin(Dwfl_Module* module, std::uint64_t address) {
  Dwarf_Addr bias = 0;
  Dwarf_CFI* table = dwfl_module_eh_cfi(module, &bias);
  Dwarf_Frame* frame = nullptr;
  if (table == nullptr || dwarf_cfi_addrframe(table, address - bias, &frame) != 0) {
    return 0;
  }
  const std::unique_ptr<Dwarf_Frame, void (*)(void*)> owned(frame, &std::free);
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  bool is_signal_frame = false;
  return dwarf_frame_info(frame, &begin, &end, &is_signal_frame) >= 0 ? begin + bias : 0;
}

}  // namespace dps::mpi_profiles
