import ArgumentParser

/// What is known of the disk whose power fails.
struct Disk {
  /// Writing a part of a sector puts all of it at risk.
  var scramblesSectors = false
  /// It says that it has flushed this file, and has not. The library cannot stand that: it shows
  /// that the images would tell.
  var lie: Lie?

  enum Lie: String, CaseIterable, ExpressibleByArgument {
    case file, log
  }

  func ignoresFlush(of name: String) -> Bool {
    switch lie {
    case .file: !name.hasSuffix("-wal")
    case .log: name.hasSuffix("-wal")
    case nil: false
    }
  }
}
