#include "predictor/machines/kinds/parasol/file/changes/parasol_changes.h"

#include <utility>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/changes/absent_numbers.h"
#include "predictor/machines/kinds/parasol/file/changes/mapping_forms.h"
#include "predictor/machines/kinds/parasol/file/changes/relaid_links.h"
#include "predictor/machines/kinds/parasol/file/changes/spot_values.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace dps::parasol {
namespace {

using machines::ChangeKind;
using machines::MachineChange;

class Change {
 public:
  Change(std::string_view text, const ParasolFile& file, const MachineChange& change)
      : text_(text), file_(file), change_(change), edits_(text) {}

  /// The text after the change; nullopt if it names nothing that the file has.
  Result<std::optional<machines::ChangedText>> run(const Target& target) {
    switch (target.kind) {
      case TargetKind::kRouting:
      case TargetKind::kDimensions:
        is_checked_ = false;
        change_topologies(target);
        break;
      case TargetKind::kVirtualMap:
        is_checked_ = false;
        change_maps(target);
        break;
      default:
        visit_spots(file_, target, [&](const Spot& spot) { change_spot(target, spot); });
    }
    if (error_) {
      return tl::unexpected(*error_);
    }
    return hits_ ? std::optional(machines::ChangedText{edits_.apply(), is_checked_}) : std::nullopt;
  }

 private:
  /// The last new value, which is used again for values with the same old one, such as those of all
  /// links.
  struct LastValue {
    SpotKind kind = SpotKind::kTime;
    std::string_view old;
    std::string value;
  };

  void change_spot(const Target& target, const Spot& spot) {
    const bool is_set = change_.kind == ChangeKind::kSet;
    if (error_ || (!spot.is_known() && !is_set)) {
      return;
    }
    hits_ = true;
    const std::string_view old =
        spot.place.empty() ? spot.fallback
                           : text_.substr(spot.place.begin, spot.place.end - spot.place.begin);
    if (!last_ || last_->kind != spot.kind || last_->old != old) {
      auto value = changed_value_text(spot.kind, old, change_);
      if (!value) {
        error_ = value.error();
        return;
      }
      is_checked_ = is_checked_ && spot.kind == SpotKind::kTime && is_time_text(*value);
      last_ = {spot.kind, old, *std::move(value)};
    }
    is_checked_ = is_checked_ && !spot.place.empty();
    std::string value =
        target.kind == TargetKind::kVirtualRouting ? "\"" + last_->value + "\"" : last_->value;
    if (!spot.place.empty()) {
      edits_.replace(spot.place, std::move(value));
    } else if (value != old) {
      edits_.add(spot.block, spot.block_name, spot.parent,
                 fmt::format("{} = {}", spot.field, value));
    }
  }

  void change_topologies(const Target& target) {
    for (std::size_t i = 0; i < file_.description.topologies.size() && !error_; ++i) {
      if (target.first.has(file_.description.topologies[i].id) && is_set()) {
        const auto changed = target.kind == TargetKind::kRouting
                                 ? change_routing(file_, text_, i, change_.value, edits_)
                                 : change_dimensions(file_, text_, i, change_.value, edits_);
        note(changed);
      }
    }
  }

  void change_maps(const Target& target) {
    for (std::size_t i = 0; i < file_.description.virtuals.size() && !error_; ++i) {
      const VirtualTopology& topology = file_.description.virtuals[i];
      if (!target.first.has(topology.id) || !is_set()) {
        continue;
      }
      const auto map =
          mapping_of(change_.value, file_.routers.front(),
                     file_.description.topologies.front().processors, topology.processors);
      note(map);
      for (std::size_t p = 0; map && p < map->size(); ++p) {
        edits_.replace(file_.places.virtuals[i].types[p], std::to_string((*map)[p]));
      }
    }
  }

  template <typename Value>
  void note(const Result<Value>& result) {
    hits_ = true;
    if (!result) {
      error_ = result.error();
    }
  }

  bool is_set() {
    if (change_.kind != ChangeKind::kSet) {
      error_ = Error{ErrorCode::kInput, "this value is a word, which has no multiples and sums"};
    }
    return change_.kind == ChangeKind::kSet;
  }

  std::string_view text_;
  const ParasolFile& file_;      // borrowed
  const MachineChange& change_;  // borrowed
  Edits edits_;
  std::optional<LastValue> last_;
  bool hits_ = false;
  bool is_checked_ = true;  // times alone have changed, to times that a file may have
  std::optional<Error> error_;
};

}  // namespace

Result<machines::ChangedText> changed_parasol(std::string_view text,
                                              const machines::Machine* machine,
                                              const MachineChange& change) {
  auto file = machine == nullptr ? nullptr : file_of(*machine);
  if (file == nullptr) {
    file = parse_parasol_text(text).file;
  }
  if (file == nullptr) {
    return failure(ErrorCode::kInput, "the machine file has errors");
  }
  if (const auto target = parse_target(change.key)) {
    auto changed = Change(text, *file, change).run(*target);
    if (!changed) {
      return tl::unexpected(changed.error());
    }
    if (*changed) {
      if (const auto checked = check_numbers(*file, *target); !checked) {
        return tl::unexpected(checked.error());
      }
      return **std::move(changed);
    }
  }
  return tl::unexpected(machines::unknown_key(keys_of(text, *file), change.key));
}

}  // namespace dps::parasol
