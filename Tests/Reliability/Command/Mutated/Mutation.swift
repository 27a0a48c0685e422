/// A kind of damage to a file (<https://sqlite.org/fileformat2.html>).
enum Mutation: String, CaseIterable {
  case flippedBits, otherBytes, noisePage, zeroPage, swappedPages, copiedPage
  case truncated, lengthened, headerField, pageHeader, cellPointer, cellHead, childPointer
  case freeList, rootPage, schemaText, schemaWord
  case logHeader, logFrame, logPage, logOfAnother, logCut, indexOfLog
  case journalNaming, journalOfNoise, sharingNoise

  /// Kinds of damage that need a log. With a log, most pages are read from there, and damage to the
  /// database file below goes unnoticed.
  private static let ofLogs: Set<Mutation> = [
    .logHeader, .logFrame, .logPage, .logCut, .indexOfLog,
  ]

  /// The kinds of damage that apply to these files.
  static func possible(for files: FileContents, _ name: String) -> [Mutation] {
    allCases.filter { files.files[name + "-wal"] != nil || !ofLogs.contains($0) }
  }
}

/// One file with one to three kinds of damage, chosen by a seed.
struct Mutant {
  private(set) var files: FileContents
  private(set) var mutations: [Mutation] = []
  private var random: SplitMix
  private let name: String
  /// The files of other origins, as a source of foreign logs.
  private let others: [FileContents]
  /// The path of an unrelated file that must stay unchanged.
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
    // Mostly one kind, because several kinds hide each other.
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
      // The size of a valid sharing file, or another size.
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
