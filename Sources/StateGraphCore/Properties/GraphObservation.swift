import CStateGraphThreads

/// Controls whether nodes take part in Swift's Observation.
public enum GraphObservation {
  /// Enables Observation for every node of the process: reads inside `withObservationTracking` and
  /// `Observations` are tracked, and their changes are reported.
  ///
  /// Observation is disabled until this is called or the first ``GraphObject`` is created, because
  /// it adds about 15 ns to every untracked read. It cannot be disabled again.
  public static func enable() {
    stategraph_use_observation()
  }
}
