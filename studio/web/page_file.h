/// The files of the page, which are parts of the program.
#pragma once

#include <span>
#include <string_view>

namespace dps::studio {

struct PageFile {
  std::string_view target;  ///< the target of its request: "/studio.js"
  std::string_view type;    ///< "text/javascript; charset=utf-8"
  std::string_view text;    ///< in HTML, "{nonce}" is replaced by the nonce of an answer
};

/// The files, which esbuild makes from studio/page/.
std::span<const PageFile> page_files();

}  // namespace dps::studio
