/// The generator SplitMix64, which gives the same numbers on every machine.
///
/// It has its own ranges and shuffles, because those of the standard library may change between
/// releases of Swift.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The generator of one record. It depends only on the seed, the kind of the record and its number,
  /// so that a format can compute a record again without storing it.
  init(seed: UInt64, kind: RecordKind, index: Int) {
    var mixed = SeededRandom(seed: seed ^ (kind.rawValue &* 0xA24B_AED4_963E_E407))
    state = mixed.next() ^ (UInt64(index) &* 0x9FB2_1C65_1E98_DF25)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to the bound, which must be positive. The number is the high half of a
  /// product, which needs no division. Its bias is below 10⁻⁹ for the bounds in this program.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func percent(_ chance: Int) -> Bool {
    below(100) < chance
  }

  mutating func element(of list: [String]) -> String {
    list[below(list.count)]
  }
}

enum RecordKind: UInt64 {
  case user = 1
  case post
  case thread
  case comment
  case author
  case book
  case tag
}
