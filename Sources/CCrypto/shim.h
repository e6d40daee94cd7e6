// OpenSSL's libcrypto as Swift can call it: digests and message authentication codes, nothing else.
#pragma once

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
