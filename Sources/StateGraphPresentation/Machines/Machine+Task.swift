extension Machine {
  /// Runs the machine in a task of the main actor, and passes its result to `completion`.
  ///
  /// The task retains the machine, but not the object that calls this function. The object can
  /// therefore cancel the machine when it is released. The cancellation of the returned task also
  /// reaches an output that is suspended.
  @MainActor
  func runInTask(_ completion: Completion<T.Output>?) -> Task<Void, Never> {
    Task { @MainActor in
      let result: Result<T.Output, any Error>
      do {
        result = .success(try await run(#isolation))
      } catch {
        result = .failure(error)
      }
      completion?.completed(with: result)
    }
  }
}
