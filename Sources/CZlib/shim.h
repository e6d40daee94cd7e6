// zlib's files in the gzip format (RFC 1952), which reads plain files alike.
#pragma once

#include <zlib.h>
