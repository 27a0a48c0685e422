/// Chooses the moments of a recording at which a crash is simulated.
struct CrashPlan {
  /// One element for each crash: how many file changes happen before the crash. In ascending order.
  let moments: [Int]

  /// - Parameters:
  ///   - recording: The recorded changes of the files.
  ///   - limit: The number of moments that are chosen at regular distances. The moments around each
  ///     commit are chosen in addition.
  init(_ recording: FileRecording, limit: Int) {
    let all = recording.count + 1
    guard all > limit else {
      moments = Array(0..<all)
      return
    }
    var chosen = Set((0..<max(1, limit)).map { $0 * (all - 1) / max(1, limit - 1) })
    for index in 0..<recording.count where recording[index].commits {
      chosen.formUnion([index, index + 1, index + 2].filter { $0 < all })
    }
    moments = chosen.sorted()
  }
}
