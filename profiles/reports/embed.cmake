# Writes the files of the page into a C++ file: cmake -D TO=x.cc -D STYLE=a;b -D SCRIPT=c;d -P embed.cmake
# Text in raw strings, one for each file, joined at run time, since compilers limit the length of a literal.
function(literals result)
  set(code "")
  foreach(name ${ARGN})
    file(READ ${name} text)
    string(FIND "${text}" ")dps_page\"" end)
    if(NOT end EQUAL -1)
      message(FATAL_ERROR "${name} has the end of a raw string")
    endif()
    string(APPEND code "\n      .append(R\"dps_page(${text})dps_page\")")
  endforeach()
  set(${result} "${code}" PARENT_SCOPE)
endfunction()

literals(style ${STYLE})
literals(script ${SCRIPT})
file(WRITE ${TO} "// Made from the files of profiles/reports/page/.
#include \"profiles/reports/page_parts.h\"

#include <string>

namespace dps::reports {

std::string_view page_style() {
  static const std::string text = std::string()${style};
  return text;
}

std::string_view page_script() {
  static const std::string text = std::string()${script};
  return text;
}

}  // namespace dps::reports
")
