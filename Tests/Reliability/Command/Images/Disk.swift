import ArgumentParser

/// The properties of the disk whose power fails.
///
/// The disk is simulated from the recorded calls. The simulation leaves out damage to sectors that
/// no call has written, and names that become durable in another order than the calls.
struct Disk {
  /// A power loss during a write of a part of a sector can damage the whole sector.
  var scramblesSectors = false
  /// The disk reports a flush of this file without making it. The library cannot keep data on such
  /// a disk, so a run with this option must fail. The failure proves that the lane detects a loss.
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
