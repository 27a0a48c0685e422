// libpq, the client library of PostgreSQL. Only the package trait PostgreSQL needs it.

#ifndef STATEGRAPH_CPOSTGRESQL_SHIM_H
#define STATEGRAPH_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
