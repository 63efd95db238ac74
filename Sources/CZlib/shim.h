#include <zlib.h>

/* The functions that start a stream are macros, which Swift does not see. 16 more than the size of the window selects the
   gzip format. */
static inline int czlib_deflate_init(z_stream *stream) {
    return deflateInit2(stream, 8, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

static inline int czlib_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
