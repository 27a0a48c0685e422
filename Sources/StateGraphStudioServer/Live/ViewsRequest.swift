import StateGraphFormats

/// A request for the windows that a tab shows.
struct ViewsRequest: Sendable {
  let stream: String
  let views: [LiveStream.View]

  private static let viewLimit = 64
  private static let rowLimit = 200

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    stream = try object.text("stream")
    var views: [LiveStream.View] = []
    for value in try object.optionalArray("views") ?? [] {
      guard views.count < ViewsRequest.viewLimit else { throw .invalidRequest }
      views.append(try ViewsRequest.view(value))
    }
    try object.requireEnd()
    self.views = views
  }

  private static func view(_ value: JSONValue) throws(StudioError) -> LiveStream.View {
    var element = try RequestObject(value)
    let id = try element.text("id")
    guard RequestID.isValid(id) else { throw .invalidRequest }
    var windows: [LiveWindow] = []
    if var rows = try element.optionalObject("rows") {
      windows.append(.rows(try PageRequest(&rows, maximum: rowLimit)))
      try rows.requireEnd()
    }
    if var query = try element.optionalObject("query") {
      windows.append(.query(try StudioQuery(&query)))
      try query.requireEnd()
    }
    if try element.boolean("commits") { windows.append(.commits) }
    if try element.boolean("traces") { windows.append(.traces) }
    try element.requireEnd()
    guard windows.count == 1, let window = windows.first else { throw .invalidRequest }
    return LiveStream.View(id: id, window: window, source: JSONBuilder.copy(of: value))
  }
}

extension JSONBuilder {
  /// Returns the text of a value of a request. Equal texts mean equal values.
  static func copy(of value: JSONValue) -> [UInt8] {
    var writer = JSONBuilder()
    writer.write(value)
    return writer.bytes
  }

  private mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: null()
    case .boolean(let boolean): raw((boolean ? "true" : "false").utf8)
    case .integer(let integer): raw(String(integer).utf8)
    case .real(let real): raw(real.description.utf8)
    case .number(let text): raw(text.utf8)
    case .string(let text): string(text)
    case .array(let values): array(of: values) { $0.write($1) }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(member.key)
          writer.write(member.value)
        }
      }
    }
  }
}
