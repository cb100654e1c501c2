#include "studio/hub/shared_text.h"

#include <algorithm>

#include "studio/hub/messages.h"

namespace dps::studio {
namespace {

std::string owner_message(bool is_mine) {
  return message_text({{"kind", "owner"}, {"is_mine", is_mine}});
}

}  // namespace

void SharedText::add(Page& page) {
  pages_.push_back(&page);
  if (owner_ == nullptr) {
    owner_ = &page;
  }
}

void SharedText::remove(Page& page) {
  std::erase(pages_, &page);
  if (owner_ == &page) {
    owner_ = pages_.empty() ? nullptr : pages_.front();
    if (owner_ != nullptr) {
      owner_->send(owner_message(true));
    }
  }
}

void SharedText::give_to(Page& page) {
  if (owner_ == &page) {
    return;
  }
  if (owner_ != nullptr) {
    owner_->send(owner_message(false));
  }
  owner_ = &page;
  page.send(owner_message(true));
}

void SharedText::set(std::uint64_t number, std::string text) {
  number_ = number;
  text_ = std::move(text);
  if (pages_.size() < 2) {
    return;
  }
  const std::string message =
      message_text({{"kind", "text"}, {"number", number_}, {"text", text_}});
  for (Page* page : pages_) {
    if (page != owner_) {
      page->send(message);
    }
  }
}

}  // namespace dps::studio
