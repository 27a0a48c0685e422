import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("An error of the database becomes an error of the import")
struct DatabaseErrorTests {
  @Test func `the text of the error has one full stop after each sentence`() {
    let error = DatabaseError(.busy, "The database is locked.", remedy: "Try again later.")
    #expect(ImportError(error).description == "The database is locked. Try again later")
    let silent = DatabaseError(.busy, "The database is locked.")
    #expect(ImportError(silent).description == "The database is locked")
  }

  @Test func `the error of the database is the cause`() throws {
    let error = ImportError(DatabaseError(.busy, "The database is locked."))
    #expect(error.code == .database)
    #expect((error.cause as? DatabaseError)?.code == .busy)
  }
}
