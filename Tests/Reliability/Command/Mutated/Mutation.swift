/// A way to damage a file. The bytes are those of <https://sqlite.org/fileformat2.html>.
enum Mutation: String, CaseIterable {
  case flippedBits, otherBytes, noisePage, zeroPage, swappedPages, copiedPage
  case truncated, lengthened, headerField, pageHeader, cellPointer, cellHead, childPointer
  case freeList, rootPage, schemaText, schemaWord
  case logHeader, logFrame, logPage, logOfAnother, logCut, indexOfLog
  case journalNaming, journalOfNoise, sharingNoise

  /// Where there is a log, pages are there, and damage to the file beneath it is not seen.
  private static let ofLogs: Set<Mutation> = [
    .logHeader, .logFrame, .logPage, .logCut, .indexOfLog,
  ]

  /// Those that a file with these parts can have.
  static func possible(for files: FileContents, _ name: String) -> [Mutation] {
    allCases.filter { files.files[name + "-wal"] != nil || !ofLogs.contains($0) }
  }
}

/// One file with one to three kinds of damage, decided by a seed.
struct Mutant {
  private(set) var files: FileContents
  private(set) var mutations: [Mutation] = []
  private var random: SplitMix
  private let name: String
  /// Files of other origins, for their logs.
  private let others: [FileContents]
  /// A file that is nobody's business.
  private let victim: String

  init(
    of files: FileContents,
    named name: String,
    others: [FileContents],
    victim: String,
    seed: UInt64
  ) {
    (self.files, self.name, self.others, self.victim) = (files, name, others, victim)
    random = SplitMix(seed: seed)
    let possible = Mutation.possible(for: files, name)
    // Mostly one, for several hide each other.
    let count = max(1, random.number(below: 6) - 2)
    for _ in 0..<count {
      let mutation = possible[random.number(below: possible.count)]
      mutations.append(mutation)
      apply(mutation)
    }
  }

  private mutating func apply(_ mutation: Mutation) {
    switch mutation {
    case .flippedBits, .otherBytes, .noisePage, .zeroPage, .swappedPages, .copiedPage,
      .truncated, .lengthened:
      change(name) { bytes, random in bytes.damage(by: mutation, &random) }
    case .headerField, .pageHeader, .cellPointer, .cellHead, .childPointer, .freeList, .rootPage,
      .schemaText, .schemaWord:
      change(name) { bytes, random in bytes.damageStructure(by: mutation, &random) }
    case .logHeader, .logFrame, .logPage, .logCut:
      change(name + "-wal") { bytes, random in bytes.damageLog(by: mutation, &random) }
    case .indexOfLog:
      change(name + "-shm") { bytes, random in bytes.damage(by: .otherBytes, &random) }
    case .logOfAnother:
      let logs = others.compactMap { $0.files[name + "-wal"] }
      if !logs.isEmpty { files.files[name + "-wal"] = logs[random.number(below: logs.count)] }
    case .journalNaming:
      files.files[name + "-journal"] = .journal(naming: victim, over: files.files[name] ?? [])
    case .journalOfNoise:
      var bytes = [UInt8].journal(naming: "", over: files.files[name] ?? [])
      bytes += (0..<random.number(below: 9_000)).map { _ in UInt8(random.number(below: 256)) }
      files.files[name + "-journal"] = bytes
    case .sharingNoise:
      // Of the size that a file to share by has, or another.
      let count = [6_145, 0, 1, 512, 100_000][random.number(below: 5)]
      files.files[name + "-sharing"] = (0..<count).map { _ in UInt8(random.number(below: 256)) }
    }
  }

  private mutating func change(_ file: String, _ body: (inout [UInt8], inout SplitMix) -> Void) {
    guard var bytes = files.files.removeValue(forKey: file) else { return }
    if !bytes.isEmpty { body(&bytes, &random) }
    files.files[file] = bytes
  }
}
