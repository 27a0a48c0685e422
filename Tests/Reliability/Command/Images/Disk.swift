import ArgumentParser

/// The properties of the disk whose power fails.
///
/// The disk is simulated from the recorded calls. It leaves out damage to sectors that no call has
/// written, and names that become durable in another order than the calls.
struct Disk {
  /// A write of a part of a sector puts the whole sector at risk.
  var scramblesSectors = false
  /// The disk reports a flush of this file without making it. The library cannot survive that, so a
  /// run with a lie must fail: it proves that the images find a loss.
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
