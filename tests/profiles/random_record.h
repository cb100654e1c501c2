/// Random records for properties: values over their whole range, consistent with their level.
#pragma once

#include <rapidcheck.h>

#include "profiles/record.h"

namespace dps::profiles {

rc::Gen<ProcessRecord> random_record();

}  // namespace dps::profiles
