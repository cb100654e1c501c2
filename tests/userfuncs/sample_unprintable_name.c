/* A name made of machine code, as by DPS_PLAIN_AS(function, "name"), which only warns in C. */
#include <dps_user.h>

static void plain(void) {}

DPS_FUNCTIONS(DPS_PLAIN(plain), DPS_PLAIN_AS("H\203\354\010", plain));
