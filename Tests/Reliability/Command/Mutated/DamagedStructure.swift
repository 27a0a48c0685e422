/// Damage to the structures of a database file (<https://sqlite.org/fileformat2.html>).
extension [UInt8] {
  mutating func damageStructure(by mutation: Mutation, _ random: inout SplitMix) {
    switch mutation {
    case .headerField: damageHeader(&random)
    case .pageHeader: damagePageHeader(&random)
    case .cellPointer, .cellHead, .childPointer: damageCell(mutation, &random)
    case .freeList: damageFreeList(&random)
    case .rootPage: damageRootPage(&random)
    case .schemaText, .schemaWord: damageSchema(mutation, &random)
    default: break
    }
  }

  private var pageCount: Int { Swift.max(1, count / pageBytes) }

  private mutating func damageHeader(_ random: inout SplitMix) {
    // The offset and length of each field.
    let fields = [
      (0, 16), (16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 4), (28, 4),
      (32, 4), (36, 4), (40, 4), (44, 4), (48, 4), (52, 4), (56, 4), (60, 4), (64, 4), (68, 4),
      (72, 20), (92, 4), (96, 4),
    ]
    let (offset, length) = fields[random.number(below: fields.count)]
    guard offset + length <= count else { return }
    let number = random.oddNumber(near: pageCount)
    for index in 0..<length {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - index) % 32))
    }
    // Valid page sizes that do not fit this file.
    if offset == 16, random.number(below: 2) == 0 {
      let sizes: [(UInt8, UInt8)] = [(2, 0), (4, 0), (16, 0), (128, 0), (0, 1)]
      (self[16], self[17]) = sizes[random.number(below: sizes.count)]
    }
  }

  /// The offset of the header of a random page. In the first page it follows the header of the
  /// file.
  private mutating func randomPageHeader(_ random: inout SplitMix) -> Int? {
    let page = random.number(below: pageCount)
    let start = page * pageBytes + (page == 0 ? 100 : 0)
    return start + 512 - 100 <= count ? start : nil
  }

  private mutating func damagePageHeader(_ random: inout SplitMix) {
    guard let start = randomPageHeader(&random) else { return }
    let (offset, length) = [(0, 1), (1, 2), (3, 2), (5, 2), (7, 1), (8, 4)][random.number(below: 6)]
    if offset == 0 {
      self[start] = [2, 5, 10, 13, 0, 1, 255][random.number(below: 7)]
      return
    }
    let number = random.oddNumber(near: pageBytes)
    for index in 0..<length {
      self[start + offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - index)))
    }
  }

  private mutating func damageCell(_ mutation: Mutation, _ random: inout SplitMix) {
    guard let start = randomPageHeader(&random) else { return }
    let isInterior = self[start] == 2 || self[start] == 5
    let cellCount = Int(self[start + 3]) << 8 | Int(self[start + 4])
    let pointer = start + (isInterior ? 12 : 8) + 2 * random.number(below: Swift.max(1, cellCount))
    guard pointer + 2 <= count else { return }
    let page = start / pageBytes * pageBytes
    let cell = page + Int(self[pointer]) << 8 + Int(self[pointer + 1])
    switch mutation {
    case .cellPointer:
      let number = random.oddNumber(near: pageBytes)
      self[pointer] = UInt8(truncatingIfNeeded: number >> 8)
      self[pointer + 1] = UInt8(truncatingIfNeeded: number)
    case .childPointer:
      // A pointer to its own page, to the first page or to a random page: the result is not a tree.
      let targets = [start / pageBytes + 1, 1, 1 + random.number(below: pageCount)]
      let place = isInterior && random.number(below: 2) == 0 ? cell : start + 8
      setNumber(UInt32(targets[random.number(below: 3)]), at: place)
    default:
      // The length of the payload, the key or the header: integers of up to nine bytes.
      fill(
        from: cell + random.number(below: 8),
        1 + random.number(below: 9),
        with: Noise(random.number(below: 3)),
        &random
      )
    }
  }

  private mutating func damageFreeList(_ random: inout SplitMix) {
    let trunk = 1 + random.number(below: pageCount)
    setNumber(UInt32(trunk), at: 32)
    setNumber(random.oddNumber(near: pageCount), at: 36)
    // The next trunk page, the number of leaves, and the first leaf.
    let start = (trunk - 1) * pageBytes
    if start > 0 {
      setNumber(random.number(below: 2) == 0 ? UInt32(trunk) : 0, at: start)
      setNumber(random.oddNumber(near: pageBytes / 4), at: start + 4)
      setNumber(random.oddNumber(near: pageCount), at: start + 8)
    }
  }

  /// The offsets of the statements in the schema.
  private var statements: [Int] {
    let word = Array("CREATE ".utf8)
    return indices.filter { self[$0] == word[0] && self[$0...].starts(with: word) }
  }

  private mutating func damageRootPage(_ random: inout SplitMix) {
    let statements = self.statements
    guard !statements.isEmpty else { return }
    // The root page number is one byte, in front of the text.
    let place = statements[random.number(below: statements.count)] - 1
    guard place > 0 else { return }
    let roots = [0, 1, 2, UInt8(truncatingIfNeeded: pageCount), 127, random.byte() % 128]
    self[place] = roots[random.number(below: roots.count)]
  }

  private mutating func damageSchema(_ mutation: Mutation, _ random: inout SplitMix) {
    let statements = self.statements
    guard !statements.isEmpty else { return }
    let start = statements[random.number(below: statements.count)]
    guard mutation == .schemaWord else {
      self[Swift.min(count - 1, start + random.number(below: 120))] = random.byte()
      return
    }
    let words = [
      "load_extension('/tmp/x')", "writefile('/tmp/x', 'x')", "CREATE VIRTUAL TABLE v USING x(",
      "randomblob(1000000000)", "PRIMARY KEY", "REFERENCES t", "WITHOUT ROWID", "((((((((((((((((",
      "zeroblob(2000000000)", "fts3_tokenizer('x')", "-- ", "/*", "''", "\"", "\u{0}",
    ]
    let word = Array(words[random.number(below: words.count)].utf8)
    let place = start + random.number(below: 100)
    for (index, byte) in word.enumerated() where place + index < count {
      self[place + index] = byte
    }
  }

  /// A rollback journal without pages that names a super-journal to be deleted.
  static func journal(naming name: String, over database: [UInt8]) -> [UInt8] {
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    let page = database.pageBytes
    var bytes = magic + [UInt8](repeating: 0, count: 504)
    for (index, number) in [0, 1, database.count / page, 512, page].enumerated() {
      bytes.setNumber(UInt32(number), at: 8 + 4 * index)
    }
    guard !name.isEmpty else { return bytes }
    var tail = [UInt8](repeating: 0, count: 12 + name.utf8.count)
    tail.setNumber(UInt32(0x4000_0000 / page + 1), at: 0)
    tail.replaceSubrange(4..<4 + name.utf8.count, with: name.utf8)
    tail.setNumber(UInt32(name.utf8.count), at: 4 + name.utf8.count)
    tail.setNumber(name.utf8.reduce(0) { $0 &+ UInt32($1) }, at: 8 + name.utf8.count)
    return bytes + tail + magic
  }
}
