/// Damage to a log (<https://sqlite.org/fileformat2.html#the_write_ahead_log>). The frames have
/// checksums. Some kinds of damage make the checksums valid again, as an attacker would.
extension [UInt8] {
  private static let logHeaderBytes = 32
  private static let frameHeaderBytes = 24

  mutating func damageLog(by mutation: Mutation, _ random: inout SplitMix) {
    guard count >= Self.logHeaderBytes else { return }
    let page = Int(number(at: 8))
    let frame = Self.frameHeaderBytes + page
    guard [512, 1_024, 4_096].contains(page), count >= Self.logHeaderBytes + frame else { return }
    let frameCount = (count - Self.logHeaderBytes) / frame
    let start = Self.logHeaderBytes + random.number(below: frameCount) * frame
    switch mutation {
    case .logHeader:
      setNumber(random.oddNumber(near: page), at: 4 * random.number(below: 8))
      if random.number(below: 2) == 0 { makeSumsRight(page) }
    case .logFrame:
      // The number of the page, or the page count of the file after a commit.
      setNumber(random.oddNumber(near: frameCount), at: start + 4 * random.number(below: 2))
      makeSumsRight(page)
    case .logPage:
      let body = start + Self.frameHeaderBytes
      for _ in 0...random.number(below: 4) {
        fill(
          from: body + random.number(below: page),
          Swift.min(1 + random.number(below: 16), page),
          with: Noise(random.number(below: 3)),
          &random
        )
      }
      makeSumsRight(page)
    case .logCut: removeLast(1 + random.number(below: count - 1))
    default: break
    }
  }

  /// Recomputes the checksums of the header and of every frame.
  private mutating func makeSumsRight(_ page: Int) {
    let isBigEndian = self[3] & 1 == 1
    var sums: (UInt32, UInt32) = (0, 0)
    func add(_ range: Range<Int>) {
      for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        var (first, second) = (number(at: offset), number(at: offset + 4))
        if !isBigEndian { (first, second) = (first.byteSwapped, second.byteSwapped) }
        sums.0 = sums.0 &+ first &+ sums.1
        sums.1 = sums.1 &+ second &+ sums.0
      }
    }
    add(0..<24)
    setNumber(sums.0, at: 24)
    setNumber(sums.1, at: 28)
    let frame = Self.frameHeaderBytes + page
    for start in stride(from: Self.logHeaderBytes, through: count - frame, by: frame) {
      for salt in [16, 20] { setNumber(number(at: salt), at: start + salt - 8) }
      add(start..<start + 8)
      add(start + Self.frameHeaderBytes..<start + frame)
      setNumber(sums.0, at: start + 16)
      setNumber(sums.1, at: start + 20)
    }
  }
}
