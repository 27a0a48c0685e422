import CStateGraphThreads

/// Controls whether nodes report their reads and changes to Swift's Observation.
public enum GraphObservation {
  /// Enables Observation for all nodes in the process. From then on, `withObservationTracking` and
  /// `Observations` track reads of nodes, and receive the changes of these nodes.
  ///
  /// Observation is disabled until this function is called or the first ``GraphObject`` is created,
  /// because it makes every untracked read about 15 ns slower. It cannot be disabled again.
  public static func enable() {
    stategraph_use_observation()
  }
}
