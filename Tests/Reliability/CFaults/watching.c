// Counts the pages that this process writes to database files, by the lock that it holds. Only a
// process with the write lock may move pages from the log to the file.

#include "plan.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static _Atomic bool is_watching;
static _Atomic int64_t with_lock, alone, without_lock;

// Returns whether this descriptor has a write lock on the first byte (proc(5), fdinfo).
static bool locks_first_byte(const char *descriptor) {
  char path[64], line[256];
  (void)snprintf(path, sizeof(path), "/proc/self/fdinfo/%.16s", descriptor);
  FILE *file = fopen(path, "re");
  if (!file) return false;
  bool found = false;
  while (!found && fgets(line, sizeof(line), file)) {
    size_t length = strcspn(line, "\n");
    line[length] = 0;
    found = strstr(line, "OFDLCK") && strstr(line, "WRITE") && length > 4 &&
            strcmp(line + length - 4, " 0 0") == 0;
  }
  fclose(file);
  return found;
}

static bool has_lock(const char *database) {
  char path[4096], link[64];
  struct stat wanted, opened;
  if (snprintf(path, sizeof(path), "%s-sharing", database) >= (int)sizeof(path)) return false;
  // Compares the file and not its name, because a file that was created without a name has no path
  // in /proc.
  if (stat(path, &wanted) != 0) return false;
  DIR *descriptors = opendir("/proc/self/fd");
  if (!descriptors) return false;
  bool found = false;
  struct dirent *entry;
  while (!found && (entry = readdir(descriptors))) {
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%.16s", entry->d_name);
    if (stat(link, &opened) != 0) continue;
    found = opened.st_ino == wanted.st_ino && opened.st_dev == wanted.st_dev &&
            locks_first_byte(entry->d_name);
  }
  closedir(descriptors);
  return found;
}

void faults_watch_page(const char *path, bool is_alone) {
  if (!atomic_load(&is_watching)) return;
  _Atomic int64_t *count = is_alone ? &alone : has_lock(path) ? &with_lock : &without_lock;
  atomic_fetch_add(count, 1);
}

void faults_watch(bool watches) { atomic_store(&is_watching, watches); }

faults_pages faults_watched_pages(void) {
  return (faults_pages){
      .with_lock = atomic_load(&with_lock),
      .alone = atomic_load(&alone),
      .without_lock = atomic_load(&without_lock),
  };
}

int faults_move_log(const char *path) {
  sqlite3 *database = 0;
  int result = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, 0);
  // A connection opens the log with its first read.
  if (result == SQLITE_OK) {
    result = sqlite3_exec(database, "SELECT count(*) FROM sqlite_schema", 0, 0, 0);
  }
  if (result == SQLITE_OK) {
    result = sqlite3_wal_checkpoint_v2(database, 0, SQLITE_CHECKPOINT_PASSIVE, 0, 0);
  }
  sqlite3_close(database);
  return result;
}
