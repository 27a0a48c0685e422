#if PostgreSQL
import StateGraphReplication

/// The identity of the server with which a file was reconciled, and what was replicated then.
struct ServerOfFile {
  let system: String
  let timeline: Int
  /// The random id of the database, in `stategraph.server`.
  let id: String
  /// The fingerprint of the mappings with which the file was reconciled.
  let mapping: String
  /// The columns that were replicated then. Files of older versions do not contain them.
  let columns: Set<String>

  init(_ identity: ServerIdentity, id: String, mapping: String, columns: Set<String>) {
    (system, timeline) = (identity.system, identity.timeline)
    (self.id, self.mapping, self.columns) = (id, mapping, columns)
  }

  /// Reads the text that the file stores. Fails if the file was not reconciled yet.
  init?(_ text: String) {
    let parts = text.split(separator: "/")
    guard (4...5).contains(parts.count), let timeline = Int(parts[1]) else { return nil }
    (system, self.timeline) = (String(parts[0]), timeline)
    (id, mapping) = (String(parts[2]), String(parts[3]))
    columns = Set(parts.dropFirst(4).first?.split(separator: ",").map(String.init) ?? [])
  }

  var text: String {
    "\(system)/\(timeline)/\(id)/\(mapping)/\(columns.sorted().joined(separator: ","))"
  }
}
#endif
