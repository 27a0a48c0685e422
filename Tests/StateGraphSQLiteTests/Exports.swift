// Every suite of this module watches a database or opens one in memory.
@_exported import SQLiteTestSupport
