extension DatabaseGraph {
  /// The live queries on which nodes of this database depend. Equal queries share one result in
  /// memory.
  var liveQueries: LiveQueries { attachments.object { LiveQueries() } }

  /// Counts how often the live queries and relationships of this database have read the file, by
  /// reason.
  var reads: QueryReads { attachments.object { QueryReads(recorder) } }

  /// Logs a warning if a live query of this database scans a large table because an index is
  /// missing.
  var scanWarnings: ScanWarnings { attachments.object { ScanWarnings() } }
}
