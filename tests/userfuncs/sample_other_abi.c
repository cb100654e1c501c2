/* A library that was built with another version of the header. */
#include <dps_user.h>

extern const dps_table dps_functions;
const dps_table dps_functions = {DPS_USER_ABI + 1, sizeof(dps_function), 0, 0};
