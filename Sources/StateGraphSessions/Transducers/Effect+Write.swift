public import StateGraphPresentation

extension Effect {
  /// Returns an effect that changes data in the transaction of its transition.
  ///
  /// The machine of a ``Session`` calls `write` before it keeps the new state, and commits both
  /// together. If `write` throws an error, or the database refuses the transaction, then entities,
  /// state and file are as before the event. The machine continues, and the error goes to the
  /// sender that waits for the event, or else to the parameter `refusal` of the restore.
  ///
  /// The write must use the database of the session. It runs on the actor of the machine, and waits
  /// for other writers at most for the busy timeout of the database.
  ///
  /// - Parameters:
  ///   - name: Describes the change for the user. It is the name of the undo step, if the session
  ///     has an undo log.
  ///   - write: Changes entities or rows.
  public static func write(
    _ name: String,
    _ write: @escaping (T.Env) throws -> Void
  ) -> Effect {
    Effect(transaction: .write(name: name, body: write, alternative: nil))
  }

  /// Returns an effect that changes data in the transaction of its transition, and names the event
  /// that the machine processes instead of a refused transition.
  ///
  /// ```swift
  /// return .write("Rename Book") { env in
  ///   try env.books.require(draft.book).title = draft.title
  /// } orElse: {
  ///   .refused($0.message)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: Describes the change for the user. It is the name of the undo step, if the session
  ///     has an undo log.
  ///   - write: Changes entities or rows, as in ``write(_:_:)``.
  ///   - event: Returns the event, which the machine processes next, in the old state. Of several
  ///     writes, the one that threw the error comes first.
  public static func write(
    _ name: String,
    _ write: @escaping (T.Env) throws -> Void,
    orElse event: @escaping (SessionError) -> T.Event
  ) -> Effect {
    Effect(
      transaction: .write(name: name, body: write, alternative: { event(.refused("", error: $0)) })
    )
  }
}
