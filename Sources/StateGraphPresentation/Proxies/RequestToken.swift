/// Identifies one durable request by the object, and not by the id alone: a later request can have
/// the same id.
package final class RequestToken: Sendable {
  /// The id of the request in its session.
  package let id: String

  init(_ id: String) {
    self.id = id
  }
}
