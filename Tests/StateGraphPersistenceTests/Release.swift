import Glibc
import TestSupport

/// Waits until an object is released, or until a deadline.
///
/// After each write to its file, the thread that watches files holds a database for the moment in
/// which it looks for commits of other processes.
func waitForRelease(_ isReleased: () -> Bool) {
  let deadline = TestDeadline()
  while !isReleased(), !deadline.hasPassed { sched_yield() }
}
