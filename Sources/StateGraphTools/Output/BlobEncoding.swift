/// The form in which an export writes BLOB values. Text formats have no type for bytes.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB, so that no value is lost or changed.
  case reject
  /// The export writes Base64: as text in CSV, and as `{"$base64": "…"}` in JSON.
  ///
  /// The importer can convert only the JSON form back to bytes by itself.
  case base64
}
