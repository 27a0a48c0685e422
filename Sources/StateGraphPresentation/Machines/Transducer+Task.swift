extension BaseTransducer {
  /// Runs a machine in a task of the main actor, and passes its result to `completion`.
  ///
  /// The task retains the arguments, but not the object that calls this function. The object can
  /// therefore cancel the machine when it is released. The cancellation of the returned task also
  /// reaches an output that is suspended.
  @MainActor
  static func runInTask(
    storage: some Storage<State>,
    resuming resumption: Resumption<Self>? = nil,
    proxy: Proxy,
    env: Env,
    output: some Subject<Output>,
    completion: Completion<Output>?,
    clock: any Clock<Duration>
  ) -> Task<Void, Never> {
    Task { @MainActor in
      let result: Result<Output, any Error>
      do {
        result = .success(
          try await run(
            storage: storage,
            resuming: resumption,
            proxy: proxy,
            env: env,
            output: output,
            clock: clock
          )
        )
      } catch {
        result = .failure(error)
      }
      completion?.completed(with: result)
    }
  }
}
