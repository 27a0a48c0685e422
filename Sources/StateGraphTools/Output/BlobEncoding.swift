/// The encoding of BLOB values in an export.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB.
  case reject
  /// Base64, as text in CSV and as `{"$base64": "…"}` in JSON.
  case base64
}
