import CStateGraphThreads

/// Whether nodes take part in Swift's Observation.
public enum GraphObservation {
  /// Lets every node of the process take part from now on: a read inside `withObservationTracking`
  /// or `Observations` is tracked, and a change of what was read is told.
  ///
  /// Off until this is called or the first ``GraphObject`` is made, because asking Observation
  /// costs every untracked read some 15 ns. There is no way back.
  public static func enable() {
    stategraph_use_observation()
  }
}
