/// The files that a power loss could leave at every moment of a recording: all that was flushed,
/// and of the rest whatever the disk had come to, in any order, whole or by sectors.
struct CrashImages {
  /// What a disk writes as a whole at least.
  static let sectorBytes = 512

  struct Image {
    let contents: FileContents
    /// What had been acknowledged by then.
    let acknowledged: [Int]
  }

  private let disk: Disk
  private let variantCount: Int
  private var durable: [String: [UInt8]]
  private var pending: [String: [Change]] = [:]
  /// Names come and go in this order, as the journals of file systems have it.
  private var nameCount = 0
  private var acknowledged: [Int] = []
  private let seed: UInt64
  private var number = 0
  /// By the hashes of their contents: most moments differ in nothing that matters.
  private var known: Set<Int> = []

  private struct Change {
    let change: Recording.Change
    /// Of those that concern a name, which one it is.
    let name: Int
  }

  /// - Parameters:
  ///   - start: What the disk held when the recording began.
  ///   - variantCount: How many of the images of a moment are drawn at random.
  init(start: FileContents, disk: Disk, variantCount: Int, seed: UInt64) {
    self.disk = disk
    self.variantCount = variantCount
    durable = start.files
    self.seed = seed
  }

  /// Calls `body` with the images that are `wanted` by their numbers, but for those that are like
  /// one before, until it returns false.
  mutating func forEach(
    of recording: Recording,
    where isWanted: (Int) -> Bool,
    _ body: (Int, Image) throws -> Bool
  ) rethrows {
    guard try visit(isWanted, body) else { return }
    for event in recording.events {
      take(event)
      guard try visit(isWanted, body) else { return }
    }
  }

  private mutating func take(_ event: Recording.Event) {
    switch event {
    case .change(let file, let change):
      if change.concernsName { nameCount += 1 }
      pending[file, default: []].append(Change(change: change, name: nameCount))
    case .sync(let file):
      guard !disk.ignoresFlush(of: file) else { return }
      // SQLite flushes the folder of a log or a journal that is new.
      if pending[file]?.contains(where: \.change.concernsName) == true { settleNames() }
      var random = SplitMix(seed: seed)
      durable[file] = applied(to: file, names: .max, &random) { _, _ in .all }
      pending[file] = nil
    case .durableDelete(let file):
      nameCount += 1
      pending[file, default: []].append(Change(change: .delete, name: nameCount))
      settleNames()
    case .mark(let number): acknowledged.append(number)
    }
  }

  /// The folder is flushed: which files there are, not what is in them.
  private mutating func settleNames() {
    for (file, changes) in pending {
      guard let last = changes.lastIndex(where: \.change.concernsName) else { continue }
      if case .create = changes[last].change { durable[file] = [] } else { durable[file] = nil }
      pending[file] = Array(changes[(last + 1)...])
    }
  }

  private mutating func visit(
    _ isWanted: (Int) -> Bool,
    _ body: (Int, Image) throws -> Bool
  ) rethrows -> Bool {
    for variant in variants {
      number += 1
      guard isWanted(number) else { continue }
      // Of its own, so that an image is the same whichever others are made.
      var random = SplitMix(seed: seed &+ UInt64(number) &* 0x1_0001)
      let contents = contents(variant, &random)
      guard known.insert(hash(of: contents)).inserted else { continue }
      let image = Image(contents: contents, acknowledged: acknowledged)
      guard try body(number, image) else { return false }
    }
    return true
  }

  private func hash(of contents: FileContents) -> Int {
    var hasher = Hasher()
    hasher.combine(acknowledged)
    for (name, bytes) in contents.files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      hasher.combine(bytes.count)
      // At once: an array hashes byte by byte.
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// How far the disk may have come.
  private var variants: [Variant] {
    // It had caught up.
    let all = Variant(names: .max) { _, _, _ in .all }
    let unsettled = pending.filter { !$0.value.isEmpty }
    guard !unsettled.isEmpty else { return [all] }
    // It had written nothing yet, or names alone.
    let nothing = [0, .max].map { Variant(names: $0) { _, _, _ in .nothing } }
    // One file was faster than the others.
    let fast = unsettled.keys.sorted().map { fast in
      Variant(names: .max) { file, _, _ in file == fast ? .all : .nothing }
    }
    // The last write of each file is there in part.
    let torn = Variant(names: .max) { file, index, _ in
      index + 1 == unsettled[file]?.count ? .torn : .all
    }
    let random = Variant(names: nil) { _, _, random in
      [.nothing, .torn, .all, .all][random.number(below: 4)]
    }
    return [all] + nothing + (fast.count > 1 ? fast : []) + [torn]
      + Array(repeating: random, count: variantCount)
  }

  /// What became of one change.
  private enum Fate { case all, nothing, torn }

  private struct Variant {
    /// The last change of a name that is there; any without it.
    let names: Int?
    /// By the file and the position among its changes.
    let fate: (String, Int, inout SplitMix) -> Fate
  }

  private func contents(_ variant: Variant, _ random: inout SplitMix) -> FileContents {
    let names = variant.names ?? random.number(below: nameCount + 1)
    var contents = FileContents()
    for file in Set(durable.keys).union(pending.keys).sorted() {
      contents.files[file] = applied(to: file, names: names, &random) { index, random in
        variant.fate(file, index, &random)
      }
    }
    return contents
  }

  /// The file with those of its changes that the disk had come to; nil where there is none.
  ///
  /// - Parameter names: The last change of a name that it had come to.
  private func applied(
    to file: String,
    names: Int,
    _ random: inout SplitMix,
    _ fates: (Int, inout SplitMix) -> Fate
  ) -> [UInt8]? {
    var bytes = durable[file]
    for (index, change) in (pending[file] ?? []).enumerated() {
      let fate = fates(index, &random)
      switch change.change {
      // Without its name nothing of a file is there, and what comes behind a deletion is another
      // file, whose name this one has kept.
      case .create, .delete:
        if change.name > names { return bytes }
        if case .create = change.change { bytes = [] } else { bytes = nil }
      case .truncate(let size):
        guard fate != .nothing, let old = bytes else { continue }
        bytes = Array(old.prefix(size)) + Array(repeating: 0, count: max(0, size - old.count))
      case .write(let offset, let new):
        guard fate != .nothing else { continue }
        var result = bytes ?? []
        // Nobody else holds the bytes, or each write would copy them.
        bytes = nil
        write(new, at: offset, to: &result, isTorn: fate == .torn, &random)
        bytes = result
      }
    }
    return bytes
  }

  private func bytesToSectorEnd(from offset: Int) -> Int {
    CrashImages.sectorBytes - offset % CrashImages.sectorBytes
  }

  /// Writes all sectors, or where it is torn those that chance wants.
  private func write(
    _ new: [UInt8],
    at offset: Int,
    to bytes: inout [UInt8],
    isTorn: Bool,
    _ random: inout SplitMix
  ) {
    if bytes.count < offset + new.count {
      bytes += Array(repeating: 0, count: offset + new.count - bytes.count)
    }
    var start = 0
    while start < new.count {
      // Sectors are those of the disk, whatever the write begins with.
      let end = min(new.count, start + bytesToSectorEnd(from: offset + start))
      switch isTorn ? random.number(below: disk.scramblesSectors ? 3 : 2) : 0 {
      case 0: bytes.replaceSubrange(offset + start..<offset + end, with: new[start..<end])
      case 1: break
      default: scramble(&bytes, sectorAt: offset + start, &random)
      }
      start = end
    }
  }

  /// Makes a sector what a disk leaves that loses power while it writes there: also of bytes that
  /// were flushed before.
  private func scramble(_ bytes: inout [UInt8], sectorAt offset: Int, _ random: inout SplitMix) {
    let start = offset - offset % CrashImages.sectorBytes
    for index in start..<min(start + CrashImages.sectorBytes, bytes.count) {
      bytes[index] = UInt8(truncatingIfNeeded: random.next())
    }
  }
}
