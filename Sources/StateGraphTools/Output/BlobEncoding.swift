/// How an export writes BLOB values, for which CSV and JSON have no type.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB, so that no value is lost or changed.
  case reject
  /// The export writes Base64 text in CSV, and `{"$base64": "…"}` in JSON. The importer converts
  /// the JSON form back to bytes, and the CSV form in BLOB columns with
  /// `ImportRequest/readsBase64`.
  case base64
}
