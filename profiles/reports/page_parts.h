/// The parts of the page that do not depend on the data: the files of profiles/reports/page/.
#pragma once

#include <string_view>

namespace dps::reports {

std::string_view page_style();
/// The files of the script, one after the other.
std::string_view page_script();

}  // namespace dps::reports
