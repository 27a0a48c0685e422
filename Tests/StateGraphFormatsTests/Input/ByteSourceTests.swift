import Glibc
import ImportTestSupport
import StateGraphFormats
import Testing

@Suite("Byte source")
struct ByteSourceTests {
  @Test("a missing file, a directory and a path through a file have their own errors")
  func opening() throws {
    func code(_ path: String) -> ImportError.Code? {
      do {
        _ = try ByteSource(path: path)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("/nowhere/at/all.csv") == .inputMissing)
    #expect(code("/etc/passwd/x.csv") == .inputMissing)
    #expect(code("/tmp") == .inputIsDirectory)
    #expect(code("/etc/passwd\u{0}.csv") == .inputMissing)
    #expect(code("/etc/passwd") == nil)
  }

  @Test("a file without read permission is refused", .enabled(if: geteuid() != 0))
  func permission() throws {
    let path = "/tmp/stategraph-permission-\(getpid())"
    close(open(path, O_CREAT | O_WRONLY, 0o000))
    defer { unlink(path) }
    let error = #expect(throws: ImportError.self) { try ByteSource(path: path) }
    #expect(error?.code == .permissionDenied)
  }

  @Test("a file is read to its end and reports its size")
  func file() throws {
    let path = "/tmp/stategraph-source-\(getpid()).csv"
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { unlink(path) }
    let text = "a,b\n1,2\n"
    #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
    let source = try ByteSource(path: path, chunkBytes: 4)
    #expect(source.totalBytes == 8)
    let reader = CSVReader(source)
    #expect(try reader.next())
    #expect(try !reader.next())
    #expect(source.bytesRead == 8)
  }

  @Test("a FIFO has no size and is read to its end")
  func fifo() async throws {
    let path = "/tmp/stategraph-fifo-\(getpid())"
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    // Opening for both directions does not wait for a second process.
    let descriptor = open(path, O_RDWR)
    #expect(write(descriptor, "a\nb\n", 4) == 4)
    let source = try ByteSource(path: path)
    #expect(source.totalBytes == nil)
    close(descriptor)
    let reader = CSVReader(source, dialect: CSVDialect(hasHeader: false))
    #expect(try reader.next())
    #expect(try reader.next())
    #expect(try !reader.next())
  }
}
