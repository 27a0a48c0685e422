#if PostgreSQL
import StateGraphReplication

/// The identity of the server with which a file was reconciled.
struct ServerOfFile {
  let system: String
  let timeline: Int
  /// The random id of the database, in `stategraph.server`.
  let id: String
  /// The fingerprint of the mappings with which the file was reconciled.
  let mapping: String

  init(_ identity: ServerIdentity, id: String, mapping: String) {
    (system, timeline) = (identity.system, identity.timeline)
    (self.id, self.mapping) = (id, mapping)
  }

  /// Reads the text that the file stores. Nil if the file was not reconciled yet.
  init?(_ text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 4, let timeline = Int(parts[1]) else { return nil }
    (system, self.timeline) = (String(parts[0]), timeline)
    (id, mapping) = (String(parts[2]), String(parts[3]))
  }

  var text: String { "\(system)/\(timeline)/\(id)/\(mapping)" }
}
#endif
