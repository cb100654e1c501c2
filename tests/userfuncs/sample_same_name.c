/* Has a function with the same name as one of sample_library.c. */
#include <dps_user.h>

static void tell(void) {}

DPS_FUNCTIONS(DPS_PLAIN(tell));
