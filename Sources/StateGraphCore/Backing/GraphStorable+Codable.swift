import FoundationEssentials

extension GraphStorable where Self: Codable {
  /// From JSON. Text that is none, or that does not fit the type any more, is another type's.
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

  /// As JSON with its keys sorted, so that equal values are stored equally. Stops the program where
  /// the type's own `encode(to:)` throws: it says that this value cannot be kept at all.
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
      preconditionFailure("\(Self.self) refuses to be encoded, so it cannot be stored: \(error)")
    }
  }
}
