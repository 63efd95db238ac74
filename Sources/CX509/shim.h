// X.509 certificates: their fingerprints, their making, and their verification. Most of OpenSSL's calls for them are macros.
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// SHA-256 of a certificate in DER. Returns 1.
static inline int certificate_digest(const unsigned char *der, size_t length, unsigned char digest[32]) {
    return EVP_Digest(der, length, digest, NULL, EVP_sha256(), NULL);
}

// The moments between which a certificate in DER is valid, in seconds since 1970. Returns 0 if it is malformed.
static inline int certificate_validity(const unsigned char *der, size_t length, int64_t *from, int64_t *until) {
    X509 *certificate = d2i_X509(NULL, &der, (long)length);
    struct tm first, last;
    int ok = certificate && ASN1_TIME_to_tm(X509_get0_notBefore(certificate), &first)
        && ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &last);
    if (ok) {
        *from = timegm(&first);
        *until = timegm(&last);
    }
    X509_free(certificate);
    return ok;
}

// The first certificate of a text in PEM, in DER. Returns its length, or 0 if there is none or the buffer is too small.
static inline size_t certificate_in_pem(const unsigned char *pem, size_t length, unsigned char *der, size_t capacity) {
    BIO *text = BIO_new_mem_buf(pem, (int)length);
    X509 *certificate = text ? PEM_read_bio_X509(text, NULL, NULL, NULL) : NULL;
    int size = certificate ? i2d_X509(certificate, NULL) : 0;
    if (size > 0 && (size_t)size <= capacity) i2d_X509(certificate, &der);
    else size = 0;
    X509_free(certificate);
    BIO_free(text);
    return (size_t)size;
}

// Copies what a memory BIO holds. Returns its length, or 0 if the buffer is too small.
static inline size_t certificate_take(BIO *from, char *buffer, size_t capacity) {
    char *text = NULL;
    long length = BIO_get_mem_data(from, &text);
    if (length <= 0 || (size_t)length > capacity) return 0;
    memcpy(buffer, text, (size_t)length);
    return (size_t)length;
}

// Makes a key on P-256, and a certificate for a name that the key itself signs, valid from and until these moments.
// The buffers get PEM. Returns 0 if that fails.
static inline int certificate_make(
    const char *name, int64_t from, int64_t until, char *certificate_pem, size_t *certificate_length, char *key_pem,
    size_t *key_length) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *made = X509_new();
    BIO *certificate_text = BIO_new(BIO_s_mem()), *key_text = BIO_new(BIO_s_mem());
    ASN1_INTEGER *serial = made ? X509_get_serialNumber(made) : NULL;
    int ok = key && made && certificate_text && key_text && serial;
    if (ok) {
        unsigned char random[8];
        uint64_t number = 0;
        RAND_bytes(random, sizeof random);
        memcpy(&number, random, sizeof number);
        X509_NAME *subject = X509_get_subject_name(made);
        char alternative[300];
        snprintf(alternative, sizeof alternative, "DNS:%s", name);
        X509_EXTENSION *names = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, alternative);
        ok = X509_set_version(made, 2) && ASN1_INTEGER_set_uint64(serial, number >> 1)
            && ASN1_TIME_set(X509_getm_notBefore(made), (time_t)from)
            && ASN1_TIME_set(X509_getm_notAfter(made), (time_t)until)
            && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0)
            && X509_set_issuer_name(made, subject) && names && X509_add_ext(made, names, -1)
            && X509_set_pubkey(made, key) && X509_sign(made, key, EVP_sha256()) > 0
            && PEM_write_bio_X509(certificate_text, made)
            && PEM_write_bio_PrivateKey(key_text, key, NULL, NULL, 0, NULL, NULL);
        X509_EXTENSION_free(names);
    }
    if (ok) {
        *certificate_length = certificate_take(certificate_text, certificate_pem, *certificate_length);
        *key_length = certificate_take(key_text, key_pem, *key_length);
        ok = *certificate_length > 0 && *key_length > 0;
    }
    BIO_free(certificate_text);
    BIO_free(key_text);
    X509_free(made);
    EVP_PKEY_free(key);
    return ok;
}

// Verifies certificates in DER, one after the other with the server's first, for a host with the authorities in a file.
// Returns 0 if they are right, -1 if the file cannot be read, -2 if they are malformed, -3 if there can be no certificate for
// the host, or OpenSSL's number of the error.
static inline int certificate_verify(
    const unsigned char *chain, size_t length, const char *authorities, const char *host, int is_address) {
    const unsigned char *end = chain + length;
    X509 *server = d2i_X509(NULL, &chain, (long)length);
    STACK_OF(X509) *others = sk_X509_new_null();
    while (server && chain < end) {
        X509 *other = d2i_X509(NULL, &chain, (long)(end - chain));
        if (!other) break;
        sk_X509_push(others, other);
    }
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *verification = X509_STORE_CTX_new();
    int result = -2;
    if (server && chain == end) {
        if (X509_STORE_load_locations(store, authorities, NULL) != 1) {
            result = -1;
        } else if (X509_STORE_CTX_init(verification, store, server, others) == 1) {
            X509_VERIFY_PARAM *demands = X509_STORE_CTX_get0_param(verification);
            // Without a host OpenSSL accepts the certificates of every host, so none may get lost here.
            int ok = X509_VERIFY_PARAM_set_purpose(demands, X509_PURPOSE_SSL_SERVER) == 1 && *host != 0
                && (is_address ? X509_VERIFY_PARAM_set1_ip_asc(demands, host)
                               : X509_VERIFY_PARAM_set1_host(demands, host, 0)) == 1;
            if (!ok) result = -3;
            else result = X509_verify_cert(verification) == 1 ? 0 : X509_STORE_CTX_get_error(verification);
        }
    }
    X509_STORE_CTX_free(verification);
    X509_STORE_free(store);
    sk_X509_pop_free(others, X509_free);
    X509_free(server);
    return result;
}

// What an error of certificate_verify means, in words.
static inline const char *certificate_problem(int number) { return X509_verify_cert_error_string(number); }
