/// How a view restores a machine whose state outlives the process.
///
/// `machine(of:env:refusal:clock:)` of a `Session` creates it. A view such as `TransducerView`
/// needs to know no more, so that windows do not depend on databases.
@MainActor
public struct MachineRestoration<Transducer: BaseTransducer> {
  package let id: AnyHashable
  package let restore: () throws(RestorationFailure) -> ObservableTransducer<Transducer>

  /// Creates the description of a restore.
  ///
  /// - Parameters:
  ///   - id: Identifies the place that keeps the state. A view restores again if it gets another
  ///     identifier.
  ///   - restore: Starts the machine in its stored state.
  public init(
    id: some Hashable & Sendable,
    restore: @escaping () throws(RestorationFailure) -> ObservableTransducer<Transducer>
  ) {
    self.id = AnyHashable(id)
    self.restore = restore
  }
}

/// The reason for which a machine cannot be restored, and what the user can do.
public struct RestorationFailure: Error, CustomStringConvertible {
  /// The reason, and advice.
  public let description: String
  /// Makes the next restore begin in the initial state. It is nil if this would not help, or would
  /// lose the stored state.
  package let startAfresh: (@MainActor () throws -> Void)?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - description: The reason, and advice, in whole sentences.
  ///   - startAfresh: Makes the next restore begin in the initial state, and keeps the stored state
  ///     in another place. It is nil if this would not help.
  public init(_ description: String, startAfresh: (@MainActor () throws -> Void)? = nil) {
    self.description = description
    self.startAfresh = startAfresh
  }
}
