#include "predictor/machines/kinds/machine_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "predictor/machines/kinds/architecture/file/architecture_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_keys.h"
#include "predictor/machines/kinds/native/file/native_file.h"
#include "predictor/machines/kinds/native/file/native_keys.h"
#include "predictor/machines/kinds/parasol/file/changes/parasol_changes.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace dps::machines {
namespace {

/// Changes without checks of the values.
template <Result<std::string> (*changed)(std::string_view, const MachineChange&)>
Result<ChangedText> unchecked(std::string_view text, const Machine*, const MachineChange& change) {
  auto out = changed(text, change);
  return out ? Result<ChangedText>({*std::move(out), false}) : tl::unexpected(out.error());
}

/// The kinds in the order in which they are tried; the last one recognises every text.
constexpr std::array kKinds{
    MachineKind{"parasol", parasol::is_parasol_file, parasol::read_parasol_file,
                parasol::parasol_keys, parasol::find_parasol_key, parasol::changed_parasol},
    MachineKind{"architecture", is_architecture_file,
                [](const SourceText& source, const MachineOptions&) {
                  return read_architecture_file(source);
                },
                architecture_keys, find_architecture_key, unchecked<changed_architecture>},
    MachineKind{"datasheet", is_datasheet_file, read_datasheet_file, datasheet_keys,
                find_datasheet_key, unchecked<changed_datasheet>},
    MachineKind{
        "native", [](std::string_view) { return true; },
        [](const SourceText& source, const MachineOptions&) { return read_native_file(source); },
        native_keys, find_native_key, unchecked<changed_native>},
};

}  // namespace

const MachineKind& kind_of_machine(std::string_view text) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const MachineKind& kind) { return kind.is_kind_of(text); });
}

MachineReading read_machine(const SourceText& source, const MachineOptions& options) {
  MachineReading reading = kind_of_machine(source.text).read(source, options);
  sort_by_place(reading.diagnostics);
  return reading;
}

}  // namespace dps::machines
