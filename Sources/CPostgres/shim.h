// libpq as Swift can call it.
#pragma once

#include <libpq-fe.h>
