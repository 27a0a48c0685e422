/// The type of a column as the server's catalogue describes it.
package struct ServerColumnType: Hashable, Sendable {
  /// The server's number of the type (its OID), as the feed contains it.
  package let identifier: UInt32
  /// The type's modifier, such as the length of a varchar. -1 if there is none.
  package let modifier: Int32
  /// How the values are converted, or nil if they cannot be replicated.
  package let form: ServerType?
  /// The modifier of ``form``, which a domain can have instead of its column.
  package let formModifier: Int32
  /// The name of the type for people.
  package let name: String
  /// The name of the type for statements, which means the same under each search path.
  package let sqlName: String

  /// A type that each server has.
  package init(builtIn identifier: UInt32, modifier: Int32) {
    let form = ServerType(rawValue: identifier)
    (self.identifier, self.modifier) = (identifier, modifier)
    (self.form, formModifier) = (form, modifier)
    name = form?.name ?? "of the type \(identifier)"
    sqlName = form?.sqlName ?? "pg_catalog.text"
  }

  /// - Parameter row: The values of a row of ``sql(of:)``, from `type` on.
  package init?(_ row: ArraySlice<String?>) throws(ReplicationError) {
    let values = row.compactMap(\.self)
    guard values.count == 9, let identifier = UInt32(values[0]), let modifier = Int32(values[1]),
      let base = UInt32(values[2]), let formModifier = Int32(values[3])
    else { return nil }
    let form = values[4] == "f" ? ServerType(rawValue: base) : nil
    (self.identifier, self.modifier) = (identifier, modifier)
    self.form = form ?? (values[5] == "t" ? .printed : nil)
    self.formModifier = formModifier
    name = values[6]
    sqlName = try ServerTable(schema: values[7], name: values[8]).quoted
  }

  /// The columns of tables with their types, in the order of the tables and columns.
  ///
  /// A domain has the values of its base type. An array is stored as text, if its elements can be.
  ///
  /// - Parameter relations: A statement that returns the numbers of the tables.
  package static func sql(of relations: String) -> String {
    """
    WITH RECURSIVE step AS (
      SELECT attrelid, attnum, atttypid AS base, atttypmod AS modifier, atttypid AS sent,
        false AS is_element
      FROM pg_catalog.pg_attribute
      WHERE attrelid IN (\(relations)) AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT attrelid, attnum, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END,
        CASE typtype WHEN 'd' THEN typtypmod ELSE -1 END,
        CASE WHEN typtype = 'd' AND NOT is_element THEN typbasetype ELSE sent END,
        is_element OR typtype <> 'd'
      FROM step JOIN pg_catalog.pg_type ON pg_type.oid = base
      WHERE typtype = 'd' OR (typcategory = 'A' AND typelem <> 0)
    )
    SELECT step.attrelid::pg_catalog.regclass AS relation, attname AS name, EXISTS (
        SELECT FROM pg_catalog.pg_index
        WHERE indrelid = step.attrelid AND indisprimary AND step.attnum = ANY (indkey)
      ) AS is_key,
      attgenerated <> '' AS is_generated, attidentity = 'a' AS is_identity,
      step.attrelid::bigint AS relation_number,
      atttypid::bigint AS type, atttypmod, base::bigint, step.modifier, is_element,
      own.typtype IN ('e', 'r', 'm', 'c') OR (
        own.typtype = 'b' AND own.typname NOT LIKE 'reg%'
        AND own.typname NOT IN ('money', 'aclitem', 'pg_node_tree')
        AND (own.typnamespace = 'pg_catalog'::pg_catalog.regnamespace
          OR own.typname IN ('citext', 'hstore'))
      ) AS is_printed,
      pg_catalog.format_type(atttypid, atttypmod) AS type_name, nspname, sent.typname
    FROM step
      JOIN pg_catalog.pg_attribute USING (attrelid, attnum)
      JOIN pg_catalog.pg_type AS own ON own.oid = base
      JOIN pg_catalog.pg_type AS sent ON sent.oid = step.sent
      JOIN pg_catalog.pg_namespace ON pg_namespace.oid = sent.typnamespace
    WHERE NOT (own.typtype = 'd' OR (own.typcategory = 'A' AND own.typelem <> 0))
    ORDER BY step.attrelid, attnum
    """
  }
}
