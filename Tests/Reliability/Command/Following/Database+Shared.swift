import Logging
import StateGraphSQLite

extension Database {
  /// Opens one of several databases of the same file. It logs nothing, because a lane prints its
  /// own findings.
  static func shared(
    _ path: String,
    durability: Durability = .normal,
    busyTimeout: Duration? = nil
  ) throws -> Database {
    var configuration = Configuration()
    configuration.durability = durability
    if let busyTimeout { configuration.busyTimeout = busyTimeout }
    configuration.logger = Logger(label: "reliability") { _ in SwiftLogNoOpLogHandler() }
    return try Database(path: path, configuration: configuration)
  }
}
