#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
