/// How an export writes BLOB values.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB.
  case reject
  /// Base64, as text in CSV and as `{"$base64": "…"}` in JSON.
  case base64
}
