extension DatabaseGraph {
  /// The live queries of the database. Equal queries are stored once.
  var liveQueries: LiveQueries { attachments.object { LiveQueries() } }

  /// The counts of SELECTs that live queries and relationships have run.
  var reads: QueryReads { attachments.object { QueryReads(recorder) } }

  /// The warnings about queries without an index.
  var scanWarnings: ScanWarnings { attachments.object { ScanWarnings() } }
}
