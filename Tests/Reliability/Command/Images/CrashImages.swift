/// The files that a power loss could leave at every moment of a recording: all flushed changes, and
/// any part of the later changes, in any order, in whole writes or in sectors.
struct CrashImages {
  /// The minimum number of bytes that a disk writes as a whole.
  static let sectorBytes = 512

  struct Image {
    let contents: FileContents
    /// The numbers of the writes acknowledged before the power loss.
    let acknowledged: [Int]
  }

  private let disk: Disk
  private let variantCount: Int
  private var durable: [String: [UInt8]]
  private var pending: [String: [Change]] = [:]
  /// The number of files created and deleted so far. They become durable in this order, as with the
  /// journals of file systems.
  private var nameCount = 0
  private var changeCount = 0
  /// The last change that each running flush covers, by the number of the flush.
  private var flushes: [Int64: Int] = [:]
  private var acknowledged: [Int] = []
  private let seed: UInt64
  private var number = 0
  /// The hashes of the images so far. Most moments add no new image.
  private var known: Set<Int> = []

  private struct Change {
    let change: Recording.Change
    /// For a creation or deletion, its position among all of these.
    let name: Int
    /// The position of the change among all changes.
    let number: Int
  }

  /// - Parameters:
  ///   - start: The content of the disk at the start of the recording.
  ///   - variantCount: The number of random images for each moment.
  init(start: FileContents, disk: Disk, variantCount: Int, seed: UInt64) {
    self.disk = disk
    self.variantCount = variantCount
    durable = start.files
    self.seed = seed
  }

  /// Calls `body` with the images whose numbers `isWanted` accepts, until it returns false. Skips
  /// images that equal an earlier one.
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
      append(change, to: file)
    case .syncBegins(let file, let number):
      flushes[number] = pending[file]?.last?.number ?? 0
    case .sync(let file, let number):
      let last = flushes.removeValue(forKey: number) ?? 0
      guard !disk.ignoresFlush(of: file) else { return }
      let all = pending[file] ?? []
      pending[file] = all.filter { $0.number <= last }
      // SQLite flushes the folder of a new log or journal.
      if pending[file]?.contains(where: \.change.concernsName) == true { settleNames() }
      var random = SplitMix(seed: seed)
      durable[file] = applied(to: file, names: .max, &random) { _, _ in .all }
      let later = all.filter { $0.number > last }
      pending[file] = later.isEmpty ? nil : later
    case .durableDelete(let file):
      nameCount += 1
      append(.delete, to: file)
      settleNames()
    case .mark(let number): acknowledged.append(number)
    }
  }

  private mutating func append(_ change: Recording.Change, to file: String) {
    guard !isWithoutEffect(change, on: file) else { return }
    changeCount += 1
    pending[file, default: []].append(
      Change(change: change, name: nameCount, number: changeCount)
    )
  }

  /// Whether the change writes bytes that the disk has, and no other change of the file is on its
  /// way. Each image with the change then equals one without it, unless the disk damages sectors.
  private func isWithoutEffect(_ change: Recording.Change, on file: String) -> Bool {
    guard case .write(let offset, let bytes) = change, !disk.scramblesSectors,
      pending[file, default: []].isEmpty, let old = durable[file],
      offset + bytes.count <= old.count
    else { return false }
    return old[offset..<offset + bytes.count].elementsEqual(bytes)
  }

  /// Makes creations and deletions durable, as a flush of the folder does. It does not flush file
  /// contents.
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
      // Each image has its own random numbers, so that it does not depend on which other images are
      // made.
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
      hasher.combine(ContentDigest(of: bytes))
    }
    return hasher.finalize()
  }

  /// The possible amounts of unflushed changes on the disk.
  private var variants: [Variant] {
    // Everything has been written.
    let all = Variant(names: .max) { _, _, _ in .all }
    let unsettled = pending.filter { !$0.value.isEmpty }
    guard !unsettled.isEmpty else { return [all] }
    // Nothing has been written, or only creations and deletions.
    let nothing = [0, .max].map { Variant(names: $0) { _, _, _ in .nothing } }
    // One file has been written, the others not.
    let fast = unsettled.keys.sorted().map { fast in
      Variant(names: .max) { file, _, _ in file == fast ? .all : .nothing }
    }
    // The last write of each file has been written in part.
    let torn = Variant(names: .max) { file, index, _ in
      index + 1 == unsettled[file]?.count ? .torn : .all
    }
    let random = Variant(names: nil) { _, _, random in
      [.nothing, .torn, .all, .all][random.number(below: 4)]
    }
    return [all] + nothing + (fast.count > 1 ? fast : []) + [torn]
      + Array(repeating: random, count: variantCount)
  }

  /// The result of one unflushed change.
  private enum Fate { case all, nothing, torn }

  private struct Variant {
    /// The last creation or deletion that has been written; nil for a random one.
    let names: Int?
    /// The result of a change, by file and by index among the changes of the file.
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

  /// The file with the changes that reached the disk. Nil if the file does not exist.
  ///
  /// - Parameter names: The last creation or deletion that reached the disk.
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
      // A file whose creation is missing has no content. Changes after a missing deletion belong to
      // a new file, and this file keeps the name.
      case .create, .delete:
        if change.name > names { return bytes }
        if case .create = change.change { bytes = [] } else { bytes = nil }
      case .truncate(let size):
        guard fate != .nothing, let old = bytes else { continue }
        bytes = Array(old.prefix(size)) + Array(repeating: 0, count: max(0, size - old.count))
      case .write(let offset, let new):
        guard fate != .nothing else { continue }
        var result = bytes ?? []
        // Releases the only other reference to the bytes, so that the write does not copy them.
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

  /// Writes all sectors or, for a torn write, a random selection of them.
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
      // Sectors are aligned to the file, not to the start of the write.
      let end = min(new.count, start + bytesToSectorEnd(from: offset + start))
      switch isTorn ? random.number(below: disk.scramblesSectors ? 3 : 2) : 0 {
      case 0: bytes.replaceSubrange(offset + start..<offset + end, with: new[start..<end])
      case 1: break
      default: scramble(&bytes, sectorAt: offset + start, &random)
      }
      start = end
    }
  }

  /// Fills a whole sector with noise, flushed bytes included. A power loss during a write of the
  /// sector can have this effect.
  private func scramble(_ bytes: inout [UInt8], sectorAt offset: Int, _ random: inout SplitMix) {
    let start = offset - offset % CrashImages.sectorBytes
    for index in start..<min(start + CrashImages.sectorBytes, bytes.count) {
      bytes[index] = UInt8(truncatingIfNeeded: random.next())
    }
  }
}
