import StateGraphReplication
import StateGraphSQLite

extension [PushDecision] {
  /// Returns these refusals together with the decision about the other transactions up to
  /// `sequence`, which were applied.
  func completed(through sequence: Int64, after decided: Int64) -> [PushDecision] {
    let last = self.last?.sequence ?? decided
    return sequence > last ? self + [.applied(through: sequence)] : self
  }
}
