#if Studio
import HTTPTypes
import HummingbirdCore
import NIOCore
import StateGraphThreads

/// Checks each request, and lets the API or the files of the page answer it.
package final class StudioRouter: Sendable {
  private let api: StudioAPI
  private let files: PageFiles
  private let log: RequestLog
  private let patience: Duration
  /// The check of the port on which the server listens, or nil before it listens.
  private let check = Guarded<OriginCheck?>(nil)

  /// - Parameters:
  ///   - api: The answers to requests of the API.
  ///   - files: The files of the page.
  ///   - log: Where each request is logged.
  ///   - patience: How long a part of an answer may wait for a client that does not read.
  package init(
    api: StudioAPI,
    files: PageFiles,
    log: RequestLog,
    patience: Duration = .seconds(10)
  ) {
    (self.api, self.files, self.log, self.patience) = (api, files, log, patience)
  }

  func listens(onPort port: Int) {
    check.withLock { $0 = OriginCheck(port: port) }
  }

  func respond(to request: Request, _ writer: consuming ResponseWriter) async throws {
    let start = ContinuousClock.now
    let head = RequestHead(request)
    let answer: StudioAnswer
    let route: String
    do throws(StudioError) {
      (answer, route) = try await self.answer(head, request: request)
    } catch {
      (answer, route) = (StudioAnswer(error), head.isForAPI ? "/api" : "/")
    }
    let response = HTTPResponse(
      status: HTTPResponse.Status(code: answer.status),
      headerFields: StudioRouter.fields(of: answer)
    )
    var size = 0
    switch answer.body {
    case .bytes(let bytes):
      size = bytes.count
      try await writer.write(
        response: response,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      )
    case .parts(let parts):
      size = try await PartsWriter(parts, patience: patience).write(response, to: writer)
    }
    log.write(
      head.method,
      route: route,
      status: answer.status,
      size: size,
      time: start.duration(to: .now)
    )
    // The rest of a body that the server does not read must not count as the next request.
    guard answer.status < 400 || request.headers[.contentLength] == nil else {
      throw StudioError.invalidRequest
    }
  }

  private func answer(
    _ head: RequestHead,
    request: Request
  ) async throws(StudioError) -> (StudioAnswer, String) {
    guard let check = check.withLock({ $0 }) else { throw .internalError }
    try check.check(head)
    guard head.isForAPI else {
      guard head.method.utf8.elementsEqual("GET".utf8) else { throw .methodNotAllowed }
      guard let file = files.file(head.path) else { throw .notFound }
      return (StudioAnswer(file.bytes, type: file.type), "/")
    }
    let route = try api.route(of: head)
    var body: [UInt8] = []
    if head.method.utf8.elementsEqual("POST".utf8) {
      let length = try BodyCheck.length(head, limit: route.bodyLimit)
      body = try await StudioRouter.read(request, length: length)
    } else if head.isChunked || (head.contentLength ?? "0") != "0" {
      throw .invalidRequest
    }
    return (try await api.answer(route, body: body, head: head), route.name)
  }

  private static func read(_ request: Request, length: Int) async throws(StudioError) -> [UInt8] {
    do {
      let buffer = try await request.body.collect(upTo: length)
      guard buffer.readableBytes == length else { throw StudioError.invalidRequest }
      return Array(buffer.readableBytesView)
    } catch {
      throw .invalidRequest
    }
  }

  private static func fields(of answer: StudioAnswer) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in SafetyHeaders.all {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if let type = answer.type { fields[.contentType] = type }
    if case .bytes(let bytes) = answer.body { fields[.contentLength] = String(bytes.count) }
    if answer.status >= 400 { fields[.connection] = "close" }
    return fields
  }
}

extension RequestHead {
  init(_ request: Request) {
    self.init(method: request.method.rawValue, target: request.head.path ?? "")
    host = request.head.authority
    origin = request.headers[.origin]
    fetchSite = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    token = HTTPField.Name("Studio-Token").flatMap { request.headers[$0] }
    contentType = request.headers[.contentType]
    contentLength = request.headers[.contentLength]
    isChunked = request.headers[.transferEncoding] != nil
  }
}
#endif
