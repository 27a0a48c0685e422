/// Where the changes of a write come from.
package enum WriteOrigin: Hashable, Sendable {
  /// A write of this machine, which the server has to decide.
  case local
  /// A write of the replicator, which has the state of the server at this position.
  case server(ServerPosition)
  /// A migration of this file. The replicator compares the file with the server afterwards.
  case migration
}
