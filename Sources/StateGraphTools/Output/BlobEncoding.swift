/// The form in which an export writes BLOB values. Text formats have no type for bytes.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB, so that no value is lost or changed.
  case reject
  /// The export writes Base64 text in CSV, and `{"$base64": "…"}` in JSON.
  ///
  /// The importer converts only the JSON form back to bytes automatically.
  case base64
}
