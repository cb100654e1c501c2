/// The rows of options and operands, and the setters that store their values, as commands use them.
#pragma once

#include "base/options/option.h"
#include "base/options/setters.h"

namespace dps::commands {

using options::append_parts_to;
using options::append_to;
using options::choice_into;
using options::first_of;
using options::followed_by;
using options::into;
using options::number_into;
using options::Operand;
using options::Option;
using options::pair_into;
using options::PairOption;
using options::percentage_into;
using options::positive_time_into;
using options::Setter;
using options::size_into;
using options::Syntax;
using options::time_into;
using options::Value;
using options::ValueKind;

}  // namespace dps::commands
