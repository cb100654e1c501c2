#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

#include <cstddef>

namespace dps::machines {

std::string_view word_of(FunctionClass function_class) {
  return kClassWords.at(static_cast<std::size_t>(function_class));
}

std::string_view word_of(StartForm form) {
  return kStartWords.at(static_cast<std::size_t>(form));
}

std::string_view word_of(DataForm form) {
  return kDataWords.at(static_cast<std::size_t>(form));
}

}  // namespace dps::machines
