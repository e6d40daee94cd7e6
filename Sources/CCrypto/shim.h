// OpenSSL's libcrypto as Swift can call it: digests, comparison, scrypt and random bytes, nothing else.
#pragma once

// SHA256_Init and its like are deprecated since 3.0 in favour of EVP, which looks up its algorithm again for each digest
// and keeps its state on the heap: a code of 200 bytes took three times as long with it (x86-64, OpenSSL 3.0). This asks
// for them without a warning (openssl_user_macros(7)).
#define OPENSSL_API_COMPAT 10100L

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
