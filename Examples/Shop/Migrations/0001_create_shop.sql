-- Customers place orders, which have lines.

CREATE TABLE customers (
  id INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  email TEXT UNIQUE
) STRICT;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY NOT NULL,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid')),
  total_cents INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  text TEXT NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (order_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_customer_id ON orders (customer_id);
