/// A text that is open in one page or several, of which one edits it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "studio/files/edited_file.h"
#include "studio/web/web_server.h"

namespace dps::studio {

class SharedText {
 public:
  explicit SharedText(EditedFile file)
      : file_(std::move(file)), text_(file_.on_disk().value_or("")) {}

  EditedFile& file() { return file_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool is_owner(const Page& page) const { return owner_ == &page; }
  [[nodiscard]] const std::vector<Page*>& pages() const { return pages_; }

  /// Adds a page. The first page edits the text.
  void add(Page& page);
  /// Removes a page. If it edited the text, the page that has been open longest edits it next, and
  /// is notified.
  void remove(Page& page);
  /// Lets this page edit the text, and notifies both pages.
  void give_to(Page& page);

  /// Stores a new text from the page that edits, and sends it to the others.
  void set(std::uint64_t number, std::string text);
  /// Changes the file of the text.
  void move_to(EditedFile file) { file_ = std::move(file); }

 private:
  EditedFile file_;
  std::string text_;
  std::uint64_t number_ = 0;
  Page* owner_ = nullptr;
  std::vector<Page*> pages_;
};

}  // namespace dps::studio
