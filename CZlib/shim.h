// zlib, for inputs compressed with gzip. The inline function stands for a macro that Swift cannot
// import (https://zlib.net/manual.html#Advanced).

#ifndef STATEGRAPH_CZLIB_SHIM_H
#define STATEGRAPH_CZLIB_SHIM_H

#include <zlib.h>

static inline int czlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
