extension DatabaseGraph {
  /// The live queries of this database that graph nodes use.
  ///
  /// Equal queries share one result in memory.
  var liveQueries: LiveQueries { attachments.object { LiveQueries() } }

  /// Counts how often live queries and relationships of this database have read the file.
  ///
  /// There is one count for each reason.
  var reads: QueryReads { attachments.object { QueryReads(recorder) } }

  /// Logs a warning if a live query scans a large table because an index is missing.
  var scanWarnings: ScanWarnings { attachments.object { ScanWarnings() } }
}
