import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Writes the text of an export as lines of JSON, each with some bytes.
struct DownloadRun: AnswererRun {
  let request: DownloadRequest
  let path: String

  var id: String { request.id }

  private static let longestTime = Duration.seconds(3600)

  func run(cancellation: StatementCancellation, queue: PartQueue) {
    do {
      let session = ReaderSession(path: path)
      let count = try session.read(expecting: request.schema) { connection, schema in
        let deadline = StatementDeadline(after: DownloadRun.longestTime, orBy: cancellation)
        return try deadline.run(on: connection) {
          let output = ByteOutput(name: "the page") { bytes in
            queue.put { writer in writer.member("data", text: RFC4648.base64(Array(bytes))) }
          }
          return try request.write(schema, on: connection, to: output)
        }
      }
      _ = queue.put { writer in
        writer.key("done")
        writer.object { $0.member("rows", integer: count) }
      }
    } catch {
      _ = queue.put { writer in
        writer.key("error")
        StudioError(error).write(to: &writer)
      }
    }
  }
}
