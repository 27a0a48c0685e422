import FoundationEssentials

extension GraphStorable where Self: Codable {
  /// Decodes the value from JSON.
  ///
  /// Returns nil if the stored text is not JSON or does not fit this type. This happens, for
  /// example, if the type has changed since the value was stored.
  public init?(storageValue: GraphStorageValue) {
    guard case .text(let json) = storageValue else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    guard let value = try? decoder.decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = value
  }

  /// The value encoded as JSON. The keys are sorted, so that equal values always have the same
  /// text.
  ///
  /// If `encode(to:)` throws, the program ends, because a value that cannot be encoded could never
  /// be stored.
  public var storageValue: GraphStorageValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    do {
      return .text(String(decoding: try encoder.encode(self), as: UTF8.self))
    } catch {
      preconditionFailure("\(Self.self) cannot be stored, because it cannot be encoded: \(error)")
    }
  }
}
