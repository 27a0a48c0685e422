import CStateGraphThreads

/// Controls whether nodes report their reads and changes to Swift's Observation framework.
public enum GraphObservation {
  /// Enables Observation for all nodes in the process.
  ///
  /// Afterwards, `withObservationTracking` and `Observations` track reads of nodes, and are
  /// notified of changes. Creating the first ``GraphObject`` also enables Observation.
  ///
  /// Observation is disabled at first, because it makes every untracked read about 15 ns slower.
  /// You cannot disable it again.
  public static func enable() {
    stategraph_use_observation()
  }
}
