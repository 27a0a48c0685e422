import StateGraphPersistence

/// The schema of a ledger's file.
enum Migrations {
  static let all = [
    Migration(
      version: 1,
      name: "create stock",
      sql: """
        CREATE TABLE items (
          id TEXT PRIMARY KEY NOT NULL,
          name TEXT NOT NULL,
          price INTEGER NOT NULL CHECK (price >= 0),
          minimum INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE lots (
          item_id TEXT NOT NULL REFERENCES items (id),
          number INTEGER NOT NULL,
          cost INTEGER NOT NULL,
          PRIMARY KEY (item_id, number)
        ) STRICT;
        CREATE TABLE movements (
          id INTEGER PRIMARY KEY NOT NULL,
          item_id TEXT NOT NULL REFERENCES items (id),
          lot_number INTEGER NOT NULL,
          quantity INTEGER NOT NULL CHECK (quantity <> 0),
          booked_at TEXT,
          FOREIGN KEY (item_id, lot_number) REFERENCES lots (item_id, number)
        ) STRICT;
        CREATE INDEX movements_lot ON movements (item_id, lot_number);
        CREATE TABLE quotes (
          id INTEGER PRIMARY KEY NOT NULL,
          supplier TEXT NOT NULL,
          item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
          price INTEGER NOT NULL,
          updated_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX quotes_supplier_item ON quotes (supplier, item_id);
        CREATE INDEX quotes_item ON quotes (item_id);
        """
    ),
    Migration(
      version: 2,
      name: "create accounts",
      sql: """
        CREATE TABLE accounts (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
        INSERT INTO accounts VALUES ('cash', 'Cash'), ('stock', 'Goods in stock'),
          ('sales', 'Sales'), ('costs', 'Cost of sales');
        CREATE TABLE bookings (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT;
        CREATE TABLE entries (
          booking_id INTEGER NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
          line INTEGER NOT NULL,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          amount INTEGER NOT NULL,
          PRIMARY KEY (booking_id, line)
        ) STRICT;
        CREATE INDEX entries_account ON entries (account_id);
        """
    ),
  ]
}
