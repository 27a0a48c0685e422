// Initialisers for a transducer that has an initial state, in which its machine starts if the test
// gives no other state.
extension TransducerTester where T.InitialState == T.State {
  /// Creates a tester whose machine starts in the given state, or else in the transducer's initial
  /// state.
  ///
  /// The parameters are those of
  /// `init(of:initialState:env:fileID:filePath:line:column:report:)`.
  public convenience init(
    of type: T.Type = T.self,
    initialState: T.State? = nil,
    env: T.Env,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    report: @escaping (Failure) -> Void
  ) {
    self.init(
      of: type,
      initialState: initialState ?? T.initialState,
      env: env,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      report: report
    )
  }
}

extension TransducerTester where T.InitialState == T.State, T.Env == Void {
  /// Creates a tester of a transducer whose effects need no environment. The machine starts in the
  /// given state, or else in the transducer's initial state.
  ///
  /// The parameters are those of
  /// `init(of:initialState:env:fileID:filePath:line:column:report:)`.
  public convenience init(
    of type: T.Type = T.self,
    initialState: T.State? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    report: @escaping (Failure) -> Void
  ) {
    self.init(
      of: type,
      initialState: initialState ?? T.initialState,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      report: report
    )
  }
}
