import GRDB
import Measurement

extension Memory {
  /// Measures each observation with its list of records, which the user retains.
  static func weighPeer(_ run: LiveRun, _ template: String) throws {
    let count = 1_000
    let variant = GRDBVariant()
    let observations = try GRDBObservations<[PostRecord]>(variant, run.files.copy(template))
    let latest = (0..<count).map { _ in Latest<[PostRecord]>() }
    let before = Allocations.heapBytes
    for user in 0..<count {
      observations.observe(PostRecord.fetch(variant, of: user), deliver: latest[user].receive)
    }
    verify(observations.settle(), "an observation of GRDB has not begun")
    let bytes = Allocations.heapBytes - before
    print("| \(variant.name): observation of ten records, over \(count) | \(bytes / count) |")
    observations.cancel()
  }
}
