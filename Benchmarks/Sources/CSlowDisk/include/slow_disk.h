// Makes each flush of a write-ahead log take a given time, as on a disk, and counts these flushes. All
// other calls reach SQLite's own file system.

#ifndef STATEGRAPH_CSLOWDISK_H
#define STATEGRAPH_CSLOWDISK_H

#include <stdint.h>

// Becomes the default file system of all connections that are opened later. Returns a result code of
// SQLite.
int slow_disk_install(uint32_t flush_microseconds);
// Returns the number of flushes since the installation.
int64_t slow_disk_flush_count(void);

#endif
