/* Has a function of a name that sample_library.c has too. */
#include <dps_user.h>

static void tell(void) {}

DPS_FUNCTIONS(DPS_PLAIN(tell));
