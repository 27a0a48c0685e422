import ArgumentParser
import StateGraphFixtures

/// The value of the option `--with` of `fixtures extract`: `TABLE` or `TABLE:N`. The number is the
/// maximum number of rows of this table for each row that they refer to.
struct ChildrenOption: ExpressibleByArgument {
  let children: ExtractRequest.Children

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      argument[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else {
      guard !argument.isEmpty else { return nil }
      children = ExtractRequest.Children(table: argument)
      return
    }
    guard colon > argument.startIndex, let limit = Int(argument[colon...].dropFirst()) else {
      return nil
    }
    children = ExtractRequest.Children(table: String(argument[..<colon]), limit: limit)
  }
}
