/* An entry with no function. */
#include <dps_user.h>

DPS_FUNCTIONS({"nothing", 0, 0});
