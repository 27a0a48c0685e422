/// Damage that ignores the meaning of the bytes, except the page size.
extension [UInt8] {
  mutating func damage(by mutation: Mutation, _ random: inout SplitMix) {
    let page = pageBytes
    func start() -> Int { random.number(below: Swift.max(1, count / page)) * page }
    switch mutation {
    case .flippedBits:
      for _ in 0...random.number(below: 8) {
        self[random.number(below: count)] ^= 1 << UInt8(random.number(below: 8))
      }
    case .otherBytes:
      let run = 1 + random.number(below: 64)
      fill(from: random.number(below: count), run, with: Noise(random.number(below: 3)), &random)
    case .noisePage: fill(from: start(), page, with: .random, &random)
    case .zeroPage: fill(from: start(), page, with: .zero, &random)
    case .swappedPages, .copiedPage:
      let (left, right) = (start(), start())
      guard Swift.max(left, right) + page <= count else { return }
      let (first, second) = (Array(self[left..<left + page]), Array(self[right..<right + page]))
      replaceSubrange(right..<right + page, with: first)
      if mutation == .swappedPages { replaceSubrange(left..<left + page, with: second) }
    case .truncated: removeLast(1 + random.number(below: count))
    case .lengthened:
      append(contentsOf: (0..<1 + random.number(below: 3 * page)).map { _ in random.byte() })
    default: break
    }
  }

  enum Noise {
    case random, zero, ones
    init(_ number: Int) { self = [.random, .zero, .ones][number % 3] }
  }

  mutating func fill(from start: Int, _ length: Int, with noise: Noise, _ random: inout SplitMix) {
    guard start >= 0, start < count else { return }
    for index in start..<Swift.min(count, start + length) {
      self[index] = noise == .random ? random.byte() : noise == .zero ? 0 : 255
    }
  }

  /// The page size in the header, or a default if the header has an invalid one.
  var pageBytes: Int {
    guard count > 18 else { return 512 }
    let value = Int(self[16]) << 8 | Int(self[17])
    return value == 1 ? 65_536 : [512, 1_024, 2_048, 4_096].contains(value) ? value : 4_096
  }

  mutating func setNumber(_ value: UInt32, at offset: Int) {
    guard offset >= 0, offset + 4 <= count else { return }
    for index in 0..<4 {
      self[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
    }
  }

  func number(at offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension SplitMix {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// A boundary value that a reader of the file may not handle.
  mutating func oddNumber(near limit: Int) -> UInt32 {
    switch number(below: 8) {
    case 0: 0
    case 1: 1
    case 2: .max
    case 3: 0x7fff_ffff
    case 4: 0x8000_0000
    case 5: UInt32(truncatingIfNeeded: limit)
    case 6: UInt32(truncatingIfNeeded: limit + 1)
    default: UInt32(number(below: Swift.max(2, limit)))
    }
  }
}
