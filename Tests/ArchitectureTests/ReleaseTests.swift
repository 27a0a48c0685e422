import Testing

/// Objects that a locked section has removed are released after the lock, because a `deinit` can be
/// user code, or take the same lock.
@Suite struct ReleaseTests {
  /// `_ = removed` after a lock is no use of `removed`: optimised code releases the objects
  /// earlier, under the lock.
  @Test func `objects are kept until after a lock by withExtendedLifetime`() {
    let discarding = /^\s*(defer \{ )?_ = [a-z]\w*( \})?$/
    for file in SourceFile.all(under: "Sources") {
      for line in file.code where line.text.wholeMatch(of: discarding) != nil {
        // A closure mentions the actor so that it is isolated to it.
        guard !line.text.contains("_ = actor") else { continue }
        Issue.record("\(file.path):\(line.number): \(line.text)")
      }
    }
  }
}
