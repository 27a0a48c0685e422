/// A request for commits: the parameters of the address.
struct CommitsRequest {
  private(set) var before: Int?
  private(set) var limit = 100

  private static let limits = 1...200

  init(target: String) throws(StudioError) {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
    let query = target[target.utf8.index(after: mark)...]
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = Int(pair[1]), value > 0 else { throw .invalidRequest }
      switch pair[0] {
      case "before": before = value
      case "limit": limit = value
      default: throw .invalidRequest
      }
    }
    guard CommitsRequest.limits.contains(limit) else { throw .invalidRequest }
  }
}
