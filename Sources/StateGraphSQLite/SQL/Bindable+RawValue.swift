/// A type with raw values is stored as its raw value; a raw value that no case has is none of the
/// type's.
extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  public static var columnType: ColumnType { RawValue.columnType }
  public var value: SQLiteValue { rawValue.value }
  public init?(value: SQLiteValue) {
    guard let raw = RawValue(value: value) else { return nil }
    self.init(rawValue: raw)
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue { try rawValue.storedValue() }

  /// The raw value's own placeholder where the type has it, and otherwise an enumeration's first
  /// case. A type that has neither says what to take.
  public static var placeholder: Self {
    if let found = Self(rawValue: RawValue.placeholder) ?? firstCase { return found }
    preconditionFailure("Write 'static var placeholder' for \(Self.self).")
  }

  private static var firstCase: Self? {
    // SAFETY: the cases of an enumeration without payloads are numbered from 0 in at most four
    // bytes, so that zeros are its first one. Whatever else is as small and has no references has
    // a value of zeros too.
    guard _isPOD(Self.self), MemoryLayout<Self>.size <= 4 else { return nil }
    return withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { memory in
      let bytes = UnsafeMutableRawBufferPointer(memory)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return bytes.load(as: Self.self)
    }
  }
}
