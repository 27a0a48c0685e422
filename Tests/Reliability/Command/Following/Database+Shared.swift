import Logging
import StateGraphSQLite

extension Database {
  /// One of several that have the file open, which logs nothing: a lane says what it found.
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
