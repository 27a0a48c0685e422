-- Addresses that differ in case only are equal. If customers share one, the first customer keeps it.

UPDATE customers SET email = NULL
WHERE EXISTS (
  SELECT 1 FROM customers AS other
  WHERE other.email = customers.email COLLATE NOCASE AND other.id < customers.id
);

CREATE UNIQUE INDEX customers_email_in_any_case ON customers (email COLLATE NOCASE);
